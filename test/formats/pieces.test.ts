import { constants } from "node:buffer";
import { expect, it } from "vitest";
import { type FilePieces, itemsOf, textOf } from "../../src/formats/encoding/pieces.ts";

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

async function lengths(pieces: FilePieces): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const piece of pieces) found.push(piece.length);
  return found;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

// 600 rows of a million characters. A piece of 500 rows with long responses and errors may be as long. All rows share one
// string, so the test needs little memory.
const LINE = "x".repeat(1_000_000);
const rows = Array.from({ length: 600 }, () => LINE);

it("rows that are longer than any string are written in several texts", async () => {
  const found = await lengths(textOf("head\n", once(rows), (row) => row));
  expect(sum(found)).toBe(600_000_005);
  expect(sum(found)).toBeGreaterThan(constants.MAX_STRING_LENGTH);
  expect(Math.max(...found)).toBeLessThan(20_000_000);
});

it("items of a JSON array are separated across the texts", async () => {
  let text = "[";
  const items = Array.from({ length: 5 }, (_, index) => ({ index, text: "y".repeat(9_000_000) }));
  let pieces = 0;
  for await (const piece of itemsOf(once(items), (item) => item)) {
    text += piece;
    pieces += 1;
  }
  expect(JSON.parse(`${text}]`)).toEqual(items);
  expect(pieces).toBe(3);
});
