import { describe, expect, it } from "vitest";
import { WaitingLines } from "../../../src/server/telemetry/server-log.ts";

function waitingLines(size: number): { readonly lines: WaitingLines; readonly written: Buffer[] } {
  const written: Buffer[] = [];
  return { lines: new WaitingLines(size, (bytes) => written.push(bytes)), written };
}

const texts = (written: readonly Buffer[]): string[] => written.map((bytes) => bytes.toString());

describe("waiting lines", () => {
  it("are handed over together", () => {
    const { lines, written } = waitingLines(100);
    expect([lines.add("one\n"), lines.add("zwölf €\n")]).toEqual([false, false]);
    expect(written).toEqual([]);
    lines.handOver();
    lines.handOver();
    expect(texts(written)).toEqual(["one\nzwölf €\n"]);
  });

  it("are handed over before a line that may not fit, and keep their order", () => {
    const { lines, written } = waitingLines(20);
    const added = ["first\n", "€€€€\n", "third\n"].map((line) => lines.add(line));
    expect(added).toEqual([false, true, true]);
    lines.handOver();
    expect(texts(written)).toEqual(["first\n", "€€€€\n", "third\n"]);
  });

  it("may be longer than the buffer", () => {
    const { lines, written } = waitingLines(10);
    lines.add("a\n");
    expect(lines.add(`${"long ".repeat(9)}\n`)).toBe(true);
    expect(texts(written)).toEqual(["a\n", `${"long ".repeat(9)}\n`]);
  });

  it.each([1, 70, 80, 150])(
    "keep at most twice as many bytes in memory, with %i lines handed over at a time",
    (count) => {
      const { lines, written } = waitingLines(16_000);
      for (let round = 0; round < 100; round++) {
        for (let index = 0; index < count; index++) lines.add(`${"x".repeat(99)}\n`);
        lines.handOver();
      }
      expect(written.map(({ length }) => length)).toEqual(Array(100).fill(100 * count));
      // Node.js allocates small buffers from a shared pool, which is counted once.
      const kept = new Set(written.map(({ buffer }) => buffer));
      const keptBytes = [...kept].reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect(keptBytes).toBeLessThanOrEqual(2 * 100 * 100 * count + Buffer.poolSize);
    },
  );

  it("do not change after they were handed over", () => {
    const { lines, written } = waitingLines(30);
    lines.add("before\n");
    lines.handOver();
    lines.add("AFTER!\n");
    expect(texts(written)).toEqual(["before\n"]);
  });
});
