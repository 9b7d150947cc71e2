import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import type { ColumnValues } from "../../src/domain/record-values.ts";
import { type ParquetColumn, parquetFile, parquetGroups } from "../../src/formats/encoding/parquet.ts";
import type { FilePieces } from "../../src/formats/encoding/pieces.ts";

const TYPES = ["text", "texts", "integer", "number", "boolean"] as const;
const COLUMNS = TYPES.map((type) => ({ name: type, type }));

async function bytesOf(pieces: FilePieces): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(Buffer.from(piece));
  return Buffer.concat(found);
}

const bufferOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;

/** The reader has undefined instead of null for a list that is null. */
const readRows = async (bytes: Buffer): Promise<readonly object[]> =>
  (await parquetReadObjects({ file: bufferOf(bytes) })).map((row) => ({ ...row, texts: row.texts ?? null }));

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Values of which about two thirds are null. */
const few = <T>(values: fc.Arbitrary<T>) => fc.oneof(values, fc.constant(null), fc.constant(null));
const text = fc.oneof(fc.constantFrom("", "a", "ä", "\u{1f600}", "\uffff"), fc.string({ unit: "grapheme" }));
const value: Readonly<Record<(typeof TYPES)[number], fc.Arbitrary<unknown>>> = {
  text: few(text),
  texts: few(fc.array(text, { maxLength: 3 })),
  integer: few(fc.integer()),
  number: few(fc.double({ noNaN: true }).map((number) => number + 0)),
  boolean: few(fc.boolean()),
};

describe("a Parquet file", () => {
  it("has the values of its rows, whether written row by row or from distinct values with an index for each row", async () => {
    const pool = fc.record(value);
    const groups = fc
      .array(pool, { minLength: 1, maxLength: 12 })
      .chain((distinct) =>
        fc.tuple(fc.constant(distinct), fc.array(fc.integer({ min: -1, max: distinct.length - 1 }), { maxLength: 40 })),
      );
    await fc.assert(
      fc.asyncProperty(groups, async ([distinct, places]) => {
        const none = Object.fromEntries(TYPES.map((type) => [type, null]));
        const rows = places.map((place) => distinct[place] ?? none);
        const columns: readonly ParquetColumn<(typeof rows)[number]>[] = COLUMNS.map((column) => ({
          ...column,
          value: (row) => row[column.type],
        }));
        const ofRows = await bytesOf(parquetFile(columns, once(rows), {}));
        expect(await readRows(ofRows)).toEqual(rows);
        const group: readonly ColumnValues[] = TYPES.map((type) => ({
          values: distinct.map((each) => each[type]),
          rows: Int32Array.from(places),
        }));
        const ofGroups = await bytesOf(parquetGroups(COLUMNS, once(group), {}));
        expect(await readRows(ofGroups)).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps long values, and states the greatest value in the order of UTF-8", async () => {
    const long = Array.from({ length: 40 }, (_, index) => `${index} ${"ß".repeat(90_000)}`);
    const rows = [...long, "\u{1f600}", "\uffff", null].map((each) => ({
      text: each,
      list: each === null ? null : [each, "b"],
    }));
    const columns: readonly ParquetColumn<(typeof rows)[number]>[] = [
      { name: "text", type: "text", value: (row) => row.text },
      { name: "list", type: "texts", value: (row) => row.list },
    ];
    const bytes = await bytesOf(parquetFile(columns, once(rows), {}));
    const [chunk] = parquetMetadata(bufferOf(bytes)).row_groups[0]?.columns ?? [];
    expect(chunk?.meta_data?.statistics).toMatchObject({ max_value: "\u{1f600}", null_count: 1n });
    const folder = await mkdtemp(join(tmpdir(), "omnidex-parquet-"));
    try {
      const file = join(folder, "long.parquet");
      await writeFile(file, bytes);
      const duck = await (await DuckDBInstance.create(":memory:")).connect();
      const found = await duck.runAndReadAll(`select text, list from read_parquet('${file}')`);
      expect(found.getRowObjectsJson()).toEqual(rows);
      const above = await duck.runAndReadAll(`select count(*)::int as n from '${file}' where text > '\uffff'`);
      expect(above.getRowObjectsJson()).toEqual([{ n: 1 }]);
      duck.closeSync();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
