import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { ColumnValues } from "../../domain/record-values.ts";
import { writeChunk } from "./parquet-chunk.ts";
import type { FilePieces, Pieces } from "./pieces.ts";

/** A column of a Parquet file. The type `texts` is a list of texts; `json` is a text with the logical type JSON. */
export interface ParquetColumn<T> {
  readonly name: string;
  readonly type: "text" | "integer" | "number" | "boolean" | "json" | "texts";
  readonly value: (row: T) => unknown;
  /**
   * Whether the values are sentences. The file then states no minimum and maximum, because they would not help a reader
   * to skip groups.
   */
  readonly isFreeText?: true;
}

/** The approximate number of rows per row group. A group is built in memory and written when it is complete. */
export const GROUP = 5_000;

/**
 * Writes a Parquet file from rows, row group by row group.
 * @param metadata key-value pairs for the footer
 */
export const parquetFile = <T>(
  columns: readonly ParquetColumn<T>[],
  pieces: Pieces<T>,
  metadata: Readonly<Record<string, string>>,
): FilePieces => parquetGroups(columns, inGroups(columns, pieces), metadata);

/**
 * Writes a Parquet file from row groups. A group has the values of each column, in the order of `columns`. After a
 * group has been yielded, only its footer entry stays in memory.
 * @param metadata key-value pairs for the footer
 */
export async function* parquetGroups(
  columns: readonly Omit<ParquetColumn<never>, "value">[],
  groups: AsyncIterable<readonly ColumnValues[]>,
  metadata: Readonly<Record<string, string>>,
): FilePieces {
  const bytes = new ByteWriter();
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), kvMetadata, createdBy: "omnidex" });
  for await (const group of groups) {
    addGroup(writer, columns, group);
    yield taken(bytes);
  }
  writer.finish();
  yield taken(bytes);
}

function addGroup(
  writer: ParquetWriter,
  columns: readonly Omit<ParquetColumn<never>, "value">[],
  group: readonly ColumnValues[],
): void {
  const bytes = writer.writer as ByteWriter;
  const start = bytes.offset;
  const chunks = columns.map(({ name, type, isFreeText }, index) =>
    writeChunk(
      bytes,
      elementsOf(name, type),
      group[index] ?? { values: [], rows: null },
      type !== "json" && type !== "texts" && isFreeText !== true,
    ),
  );
  const [first] = group;
  const rows = BigInt((first?.rows ?? first?.values ?? []).length);
  writer.num_rows += rows;
  writer.row_groups.push({
    columns: chunks,
    total_byte_size: chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
    num_rows: rows,
    total_compressed_size: BigInt(bytes.offset - start),
  });
}

/** Returns and clears the bytes written since the last call. The writer's `offset` still counts the whole file. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice();
  bytes.index = 0;
  return piece;
}

/**
 * Collects rows into groups of values by column. The rows themselves are not kept, because they would cost the garbage
 * collector more.
 */
async function* inGroups<T>(columns: readonly ParquetColumn<T>[], pieces: Pieces<T>): AsyncGenerator<ColumnValues[]> {
  const empty = () => columns.map(() => ({ values: [] as unknown[], rows: null }));
  let group = empty();
  let size = 0;
  for await (const piece of pieces) {
    // A group ends at the same row whatever the pieces, so that the same content is the same file.
    for (let from = 0; from < piece.length; ) {
      const rows = piece.slice(from, from + GROUP - size);
      for (const [index, { type, value }] of columns.entries()) {
        const values = group[index]?.values ?? [];
        for (const row of rows) values.push(storedValue(type, value(row)));
      }
      from += rows.length;
      size += rows.length;
      if (size < GROUP) continue;
      yield group;
      [group, size] = [empty(), 0];
    }
  }
  if (size > 0) yield group;
}

/** The value that a column of this type stores. A JSON value is stored as text. */
export function storedValue(type: ParquetColumn<never>["type"], value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  return type === "json" ? JSON.stringify(value) : value;
}

const schemaOf = (columns: readonly Omit<ParquetColumn<never>, "value">[]): SchemaElement[] => [
  { name: "root", num_children: columns.length },
  ...columns.flatMap(({ name, type }) => elementsOf(name, type)),
];

/** @see https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists */
function elementsOf(name: string, type: ParquetColumn<never>["type"]): SchemaElement[] {
  if (type === "texts") {
    return [
      { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "BYTE_ARRAY", repetition_type: "OPTIONAL", converted_type: "UTF8" },
    ];
  }
  return [{ name, repetition_type: "OPTIONAL", ...PLAIN[type] }];
}

const PLAIN = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT32" },
  number: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
} as const;
