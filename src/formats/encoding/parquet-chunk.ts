import type { ColumnChunk, ParquetType, SchemaElement, Statistics } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import type { ColumnValues } from "../../domain/record-values.ts";

/**
 * The values of a column. `places` has, for each entry of the column, the index of its value in `values`; -1 for an
 * entry without a value. In a dictionary, all values are different.
 */
interface CodedValues {
  readonly values: readonly unknown[];
  readonly places: Int32Array;
  readonly isDictionary: boolean;
}

/** The number of values that are examined to decide whether a dictionary is tried. */
const SAMPLE = 500;

/**
 * Codes a column: as a dictionary if the number of different values is at most half the number of entries. Null and
 * undefined stand for no value.
 */
function coded({ values, rows }: ColumnValues): CodedValues {
  if (rows === null) return (mayRepeat(values) ? dictionaryOf(values, null) : null) ?? plain(values);
  return dictionaryOf(values, rows) ?? plain(expanded(values, rows));
}

/** The column's values, one for each row. */
function expanded(values: readonly unknown[], rows: Int32Array): readonly unknown[] {
  const all: unknown[] = [];
  for (const place of rows) all.push(values[place]);
  return all;
}

/** Whether values may repeat, judged by adjacent ones amid the column. Questions about one video are adjacent. */
function mayRepeat(values: readonly unknown[]): boolean {
  const start = Math.max(0, (values.length - SAMPLE) >> 1);
  const sample = values.slice(start, start + SAMPLE);
  return new Set(sample).size <= sample.length / 2;
}

/** Codes a column as a dictionary; null if more than half as many values as entries are different. */
function dictionaryOf(values: readonly unknown[], rows: Int32Array | null): CodedValues | null {
  const known = new Map<unknown, number>();
  const places = new Int32Array(values.length);
  const most = Math.max(1, (rows ?? values).length >> 1);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    let place = value === null ? -1 : known.get(value);
    if (place === undefined) {
      place = known.size;
      if (place === most) return null;
      known.set(value, place);
    }
    places[index] = place;
  }
  const isDictionary = known.size > 0;
  const found = rows === null ? places : new Int32Array(rows.length);
  if (rows !== null) for (let row = 0; row < rows.length; row++) found[row] = places[rows[row] ?? -1] ?? -1;
  return { values: [...known.keys()], places: found, isDictionary };
}

function plain(values: readonly unknown[]): CodedValues {
  const places = new Int32Array(values.length);
  for (let index = 0; index < values.length; index++) places[index] = (values[index] ?? null) === null ? -1 : index;
  return { values, places, isDictionary: false };
}

/** The elements of lists, with the levels that say where each list begins and which lists are null or empty. */
interface FlatLists {
  /** The elements of all lists, one after the other. A null or empty list has one undefined element. */
  readonly elements: readonly unknown[];
  readonly repetition: Uint8Array;
  /** 0 for a null list, 1 for an empty list, 2 for a null element, 3 for any other element. */
  readonly definition: Uint8Array;
}

/** @see https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists */
function flatLists({ values, rows }: ColumnValues): FlatLists {
  const length = (rows ?? values).length;
  const lists: (readonly unknown[] | null)[] = [];
  let entries = 0;
  for (let row = 0; row < length; row++) {
    const list = (values[rows === null ? row : (rows[row] ?? -1)] ?? null) as readonly unknown[] | null;
    lists.push(list);
    entries += Math.max(1, list?.length ?? 0);
  }
  const [elements, repetition, definition] = [
    new Array<unknown>(entries),
    new Uint8Array(entries),
    new Uint8Array(entries),
  ];
  let entry = 0;
  for (const list of lists) {
    if (list === null || list.length === 0) definition[entry++] = list === null ? 0 : 1;
    else {
      for (let index = 0; index < list.length; index++, entry++) {
        elements[entry] = list[index];
        repetition[entry] = index === 0 ? 0 : 1;
        definition[entry] = (list[index] ?? null) === null ? 2 : 3;
      }
    }
  }
  return { elements, repetition, definition };
}

/**
 * The approximate size of a value in bytes. For a text, the estimate is one byte for each UTF-16 code unit, plus its
 * length prefix.
 */
const plainSize = (type: ParquetType, value: unknown): number =>
  type === "BYTE_ARRAY" ? 4 + (value as string).length : 8;

/**
 * Values in Parquet's plain encoding.
 * @param places the indexes of the values to write, in order; all values by default
 * @see https://github.com/apache/parquet-format/blob/master/Encodings.md#plain-plain--0
 */
function plainBytes(type: ParquetType, values: readonly unknown[], places?: Int32Array): Uint8Array {
  const count = places?.length ?? values.length;
  const at = (index: number): unknown => values[places === undefined ? index : (places[index] ?? 0)];
  if (type === "BYTE_ARRAY") return textBytes(count, at as (index: number) => string);
  if (type === "BOOLEAN") return bitBytes(count, at);
  const width = type === "INT32" ? 4 : 8;
  const bytes = Buffer.alloc(count * width);
  for (let index = 0; index < count; index++) {
    const value = at(index) as number;
    if (width === 4) bytes.writeInt32LE(value, index * width);
    else bytes.writeDoubleLE(value, index * width);
  }
  return bytes;
}

/** Encodes texts: the length in bytes, then the UTF-8 bytes. */
function textBytes(count: number, at: (index: number) => string): Uint8Array {
  let most = 0;
  // A UTF-16 code unit takes at most three bytes.
  for (let index = 0; index < count; index++) most += 4 + at(index).length * 3;
  const bytes = Buffer.allocUnsafe(most);
  let end = 0;
  for (let index = 0; index < count; index++) {
    const length = bytes.write(at(index), end + 4);
    bytes.writeUInt32LE(length, end);
    end += 4 + length;
  }
  return bytes.subarray(0, end);
}

/** Encodes booleans as one bit each, lowest bit first. */
function bitBytes(count: number, at: (index: number) => unknown): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(count / 8));
  for (let index = 0; index < count; index++)
    if (at(index) === true) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return bytes;
}

type Bounds = Required<Pick<Statistics, "min_value" | "max_value">>;

/**
 * The least and the greatest value of a column chunk, and the number of entries without a value. Texts are ordered by
 * their UTF-8 bytes, as Parquet requires.
 */
function statisticsOf({ values, places }: CodedValues): Statistics {
  let [least, greatest]: [unknown, unknown] = [undefined, undefined];
  for (const value of values) {
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    if (least === undefined || isBefore(value, least)) least = value;
    if (greatest === undefined || isBefore(greatest, value)) greatest = value;
  }
  let nulls = 0;
  for (const place of places) if (place < 0) nulls += 1;
  // If a bound is zero, Parquet requires -0 as the least value and 0 as the greatest, because readers may compare the
  // bits.
  const bounds = { min_value: least === 0 ? -0 : least, max_value: greatest === 0 ? 0 : greatest } as Bounds;
  return { ...(least !== undefined && bounds), null_count: BigInt(nulls) };
}

function isBefore(left: unknown, right: unknown): boolean {
  if (typeof left !== "string" || typeof right !== "string") return (left as number) < (right as number);
  const length = Math.min(left.length, right.length);
  let index = 0;
  while (index < length && left.charCodeAt(index) === right.charCodeAt(index)) index++;
  if (index === length) return left.length < right.length;
  return rank(left.charCodeAt(index)) < rank(right.charCodeAt(index));
}

/** The rank of a UTF-16 code unit. Halves of surrogate pairs come last: pairs stand for the highest code points. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/*
 * This module writes column chunks itself instead of calling hyparquet-writer. That library takes one value for each
 * row and would look up each value again to build the dictionary that these columns already have.
 */

/** The size at which a page ends, in bytes: a page ends with the row whose values reach it. */
const PAGE = 1_048_576;

/**
 * The values of a chunk with Parquet's levels. Definition levels mark entries without a value, and repetition levels
 * mark where lists begin.
 */
interface Leaf {
  readonly coded: CodedValues;
  readonly definition: Uint8Array;
  readonly greatestDefinition: number;
  /** Null for a column that is not a list. */
  readonly repetition: Uint8Array | null;
}

/**
 * Writes a column of a row group and returns its entry for the footer.
 * @param path the elements of the schema from the column to its leaf: three for a list
 */
export function writeChunk(
  writer: ByteWriter,
  path: readonly SchemaElement[],
  column: ColumnValues,
  hasStatistics: boolean,
): ColumnChunk {
  const leaf = leafOf(path, column);
  const type = path.at(-1)?.type ?? "BYTE_ARRAY";
  const { values, isDictionary } = leaf.coded;
  const start = writer.offset;
  let size = isDictionary ? writeDictionary(writer, values, type) : 0;
  const firstPage = writer.offset;
  for (const page of pagesOf(leaf, type)) size += writePage(writer, leaf, page, type);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: isDictionary ? ["PLAIN", "RLE_DICTIONARY"] : ["PLAIN"],
      path_in_schema: path.map(({ name }) => name),
      codec: "SNAPPY",
      num_values: BigInt(leaf.coded.places.length),
      total_uncompressed_size: BigInt(size),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(firstPage),
      ...(isDictionary && { dictionary_page_offset: BigInt(start) }),
      ...(hasStatistics && { statistics: statisticsOf(leaf.coded) }),
    },
  };
}

function leafOf(path: readonly SchemaElement[], column: ColumnValues): Leaf {
  if (path.length === 1) {
    // A dictionary of booleans would be longer than the booleans.
    const values = path[0]?.type === "BOOLEAN" ? bare(coded(column)) : coded(column);
    const { places } = values;
    const definition = new Uint8Array(places.length);
    for (let row = 0; row < places.length; row++) definition[row] = (places[row] ?? -1) < 0 ? 0 : 1;
    return { coded: values, definition, greatestDefinition: 1, repetition: null };
  }
  const { elements, ...levels } = flatLists(column);
  return { coded: coded({ values: elements, rows: null }), greatestDefinition: 3, ...levels };
}

/** The same entries, marked as having no dictionary. */
const bare = ({ values, places }: CodedValues): CodedValues => ({ values, places, isDictionary: false });

/** The entries of a page, from `start` (inclusive) to `end` (exclusive). */
interface Page {
  readonly start: number;
  readonly end: number;
}

function* pagesOf({ coded: { values, places, isDictionary }, repetition }: Leaf, type: ParquetType): Generator<Page> {
  let [start, size] = [0, 0];
  for (let entry = 0; entry < places.length && !isDictionary; entry++) {
    if (size >= PAGE && (repetition?.[entry] ?? 0) === 0) {
      yield { start, end: entry };
      [start, size] = [entry, 0];
    }
    const place = places[entry] ?? -1;
    if (place >= 0) size += plainSize(type, values[place]);
  }
  yield { start, end: places.length };
}

/** @returns the size of the page before compression */
function writeDictionary(writer: ByteWriter, values: readonly unknown[], type: ParquetType): number {
  const bytes = plainBytes(type, values);
  const compressed = snappyCompress(bytes);
  const start = writer.offset;
  writePageHeader(writer, {
    type: "DICTIONARY_PAGE",
    uncompressed_page_size: bytes.length,
    compressed_page_size: compressed.length,
    dictionary_page_header: { num_values: values.length, encoding: "PLAIN" },
  });
  const header = writer.offset - start;
  writer.appendBytes(compressed);
  return header + bytes.length;
}

/** @returns the size of the page before compression */
function writePage(writer: ByteWriter, leaf: Leaf, { start, end }: Page, type: ParquetType): number {
  const { coded: values, greatestDefinition } = leaf;
  const definition = leaf.definition.subarray(start, end);
  const repetition = leaf.repetition?.subarray(start, end) ?? null;
  const levels = new ByteWriter();
  const repetitionLength = repetition === null ? 0 : writeRleBitPackedHybrid(levels, repetition, 1);
  const definitionLength = writeRleBitPackedHybrid(levels, definition, greatestDefinition === 1 ? 1 : 2);
  const places = withValues(values.places.subarray(start, end));
  const bytes = values.isDictionary
    ? indexBytes(places, values.values.length)
    : plainBytes(type, values.values, places);
  const compressed = snappyCompress(bytes);
  const begin = writer.offset;
  writePageHeader(writer, {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levels.offset + bytes.length,
    compressed_page_size: levels.offset + compressed.length,
    data_page_header_v2: {
      num_values: end - start,
      num_nulls: end - start - places.length,
      num_rows: repetition === null ? end - start : zeros(repetition),
      encoding: values.isDictionary ? "RLE_DICTIONARY" : "PLAIN",
      definition_levels_byte_length: definitionLength,
      repetition_levels_byte_length: repetitionLength,
      is_compressed: true,
    },
  });
  const header = writer.offset - begin;
  writer.appendBytes(levels.getBytes());
  writer.appendBytes(compressed);
  return header + levels.offset + bytes.length;
}

/** The places of the values: all except those that are -1, which stand for an absent value. */
function withValues(places: Int32Array): Int32Array {
  const found = new Int32Array(places.length);
  let length = 0;
  for (const place of places) if (place >= 0) found[length++] = place;
  return found.subarray(0, length);
}

/** The number of rows, which is the number of entries with repetition level 0. */
function zeros(levels: Uint8Array): number {
  let count = 0;
  for (const level of levels) if (level === 0) count += 1;
  return count;
}

/** Encodes indexes into a dictionary: the width of an index in bits, then runs and bit-packed groups. */
function indexBytes(places: Int32Array, distinct: number): Uint8Array {
  const width = Math.ceil(Math.log2(Math.max(1, distinct)));
  const bytes = new ByteWriter();
  bytes.appendUint8(width);
  writeRleBitPackedHybrid(bytes, places, width);
  return bytes.getBytes();
}
