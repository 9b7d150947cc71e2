import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { FilePieces, Pieces } from "./pieces.ts";

/** A column of a Parquet file. The type `texts` is a list of texts; `json` is a text with the logical type JSON. */
export interface ParquetColumn<T> {
  readonly name: string;
  readonly type: "text" | "integer" | "number" | "boolean" | "json" | "texts";
  readonly value: (row: T) => unknown;
  /**
   * Whether the values are sentences. The file states no minimum and maximum of them, since no reader could
   * skip a group with these.
   */
  readonly isFreeText?: true;
}

/** The approximate number of rows per group. A group is built in memory and written when it is complete. */
const GROUP = 5_000;

/**
 * Writes a Parquet file, row group by row group. After a group has been yielded, only its position stays in memory, for
 * the footer.
 * @param metadata key-value pairs for the footer
 */
export async function* parquetFile<T>(
  columns: readonly ParquetColumn<T>[],
  pieces: Pieces<T>,
  metadata: Readonly<Record<string, string>>,
): FilePieces {
  const bytes = new ByteWriter();
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), kvMetadata, createdBy: "omnidex" });
  for await (const group of inGroups(columns, pieces)) {
    const columnData = columns.map(({ name, type, isFreeText }, column) => ({
      name,
      data: group[column] ?? [],
      statistics: type !== "json" && type !== "texts" && isFreeText !== true,
    }));
    writer.write({ columnData, rowGroupSize: columnData[0]?.data.length ?? 0 });
    yield taken(bytes);
  }
  writer.finish();
  yield taken(bytes);
}

/** Returns and clears the bytes written since the last call. The writer's `offset` still counts the whole file. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice();
  bytes.index = 0;
  return piece;
}

/** The values of a group, by column. Rows are not kept, because a group of them costs the garbage collector more. */
async function* inGroups<T>(columns: readonly ParquetColumn<T>[], pieces: Pieces<T>): AsyncGenerator<unknown[][]> {
  const empty = (): unknown[][] => columns.map(() => []);
  let group = empty();
  let size = 0;
  for await (const rows of pieces) {
    for (const [index, { type, value }] of columns.entries()) {
      const values = group[index] ?? [];
      for (const row of rows) values.push(stored(type, value(row)));
    }
    size += rows.length;
    if (size < GROUP) continue;
    yield group;
    [group, size] = [empty(), 0];
  }
  if (size > 0) yield group;
}

function stored(type: ParquetColumn<unknown>["type"], value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  // Converted here, because the library does not accept a text as a JSON value.
  return type === "json" ? JSON.stringify(value) : value;
}

const schemaOf = (columns: readonly ParquetColumn<never>[]): SchemaElement[] => [
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
