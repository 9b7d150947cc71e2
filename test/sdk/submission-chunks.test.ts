import { describe, expect, it } from "vitest";
import { chunksOf } from "../../src/sdk/sent-row.ts";

async function* rows(lengths: readonly number[]) {
  for (const [row, length] of lengths.entries())
    yield { row, prediction: { question: "q".repeat(10), response: "x".repeat(length - 10) } };
}

/** How many rows each chunk has. */
async function sizes(lengths: readonly number[]): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const chunk of chunksOf(rows(lengths))) found.push(chunk.length);
  return found;
}

describe("chunks of a submission", () => {
  it("have at most 2,000 rows", async () => {
    expect(await sizes(Array.from({ length: 5_000 }, () => 20))).toEqual([2_000, 2_000, 1_000]);
    expect(await sizes(Array.from({ length: 2_000 }, () => 20))).toEqual([2_000]);
  });

  it("have at most a million characters, counted separately for each chunk", async () => {
    expect(await sizes([600_000, 400_000, 600_000, 400_000, 600_000])).toEqual([2, 2, 1]);
    expect(await sizes([600_000, 400_001, 599_999, 400_000])).toEqual([1, 2, 1]);
  });

  it("contain a row by itself if it is longer than a chunk", async () => {
    expect(await sizes([20, 3_000_000, 20])).toEqual([1, 1, 1]);
  });

  it("are one empty chunk if there are no rows", async () => expect(await sizes([])).toEqual([0]));
});
