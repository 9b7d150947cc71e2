import type { ColumnChunk, ParquetType, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import type { ColumnValues } from "../../domain/column-values.ts";
import { plainBytes, plainSize } from "./parquet-plain.ts";
import { statisticsOf } from "./parquet-statistics.ts";
import { type CodedValues, coded, flatLists } from "./parquet-values.ts";

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
