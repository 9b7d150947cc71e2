import type { ParquetType } from "hyparquet";

/**
 * The approximate size of a value in bytes. For a text, the estimate is one byte for each UTF-16 code unit, plus its
 * length prefix.
 */
export const plainSize = (type: ParquetType, value: unknown): number =>
  type === "BYTE_ARRAY" ? 4 + (value as string).length : 8;

/**
 * Values in Parquet's plain encoding.
 * @param places the indexes of the values to write, in order; all values by default
 * @see https://github.com/apache/parquet-format/blob/master/Encodings.md#plain-plain--0
 */
export function plainBytes(type: ParquetType, values: readonly unknown[], places?: Int32Array): Uint8Array {
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
