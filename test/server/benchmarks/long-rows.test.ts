import { expect, it } from "vitest";
import { chunksOf } from "../../../src/server/benchmarks/question-writes.ts";

it("the rows of an import are sent in several chunks if they are together longer than a string can be", async () => {
  // A string that is repeated takes no memory until it becomes JSON, one chunk at a time.
  const LENGTH = 30_000_000;
  const positions: number[] = [];
  let longest = 0;
  for await (const chunk of chunksOf(Array.from({ length: 20 }), (_, position) => ({
    position,
    text: "x".repeat(LENGTH),
  }))) {
    longest = Math.max(longest, chunk.length);
    for (const { position, text } of JSON.parse(chunk)) {
      expect(text.length).toBe(LENGTH);
      positions.push(position);
    }
  }
  expect(positions).toEqual(Array.from({ length: 20 }, (_, position) => position));
  expect(longest).toBeLessThan(100_000_000);
});
