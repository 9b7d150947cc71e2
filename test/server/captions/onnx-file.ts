/** A table with a row of numbers for each token. */
export interface TokenTable {
  readonly rows: readonly (readonly number[])[];
}

/**
 * A minimal ONNX model. It returns each token's row of a table or, with `largest`, the largest value of each
 * column over the rows of the text's tokens. The file is written here field by field, without a library.
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
export function onnxFile({ rows }: TokenTable, output: string, largest: boolean): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const gather = node("Gather", ["table", "input_ids"], largest ? "gathered" : output);
  const reduce = node("ReduceMax", ["gathered", "axes"], output, [integerAttribute("keepdims", 0)]);
  const graph = message([
    ...(largest ? [gather, reduce] : [gather]).map((one) => field(1, one)),
    field(2, text("tiny")),
    field(5, tensor("table", [rows.length, width], FLOAT, floatBytes(rows.flat()))),
    ...(largest ? [field(5, tensor("axes", [1], INT64, int64Bytes([1])))] : []),
    field(11, valueInfo("input_ids", INT64, ["batch", "tokens"])),
    field(11, valueInfo("attention_mask", INT64, ["batch", "tokens"])),
    field(12, valueInfo(output, FLOAT, largest ? ["batch", width] : ["batch", "tokens", width])),
  ]);
  const opset = message([field(1, text("")), numberField(2, 18)]);
  return message([numberField(1, 8), field(7, graph), field(8, opset)]);
}

const FLOAT = 1;
const INT64 = 7;
const INT_ATTRIBUTE = 2;

const node = (type: string, inputs: readonly string[], output: string, attributes: readonly Uint8Array[] = []) =>
  message([
    ...inputs.map((input) => field(1, text(input))),
    field(2, text(output)),
    field(4, text(type)),
    ...attributes.map((attribute) => field(5, attribute)),
  ]);

const integerAttribute = (name: string, value: number): Uint8Array =>
  message([field(1, text(name)), numberField(3, value), numberField(20, INT_ATTRIBUTE)]);

const tensor = (name: string, dims: readonly number[], type: number, bytes: Uint8Array): Uint8Array =>
  message([...dims.map((size) => numberField(1, size)), numberField(2, type), field(8, text(name)), field(9, bytes)]);

const valueInfo = (name: string, type: number, dims: readonly (string | number)[]): Uint8Array => {
  const shape = message(
    dims.map((size) => field(1, typeof size === "string" ? field(2, text(size)) : numberField(1, size))),
  );
  return message([field(1, text(name)), field(2, field(1, message([numberField(1, type), field(2, shape)])))]);
};

const message = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const floatBytes = (values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

const int64Bytes = (values: readonly number[]): Uint8Array =>
  new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);

/** A field whose value has a length: wire type 2. */
const field = (number: number, bytes: Uint8Array): Uint8Array =>
  message([varint(number * 8 + 2), varint(bytes.length), bytes]);

/** A field whose value is a number: wire type 0. */
const numberField = (number: number, value: number): Uint8Array => message([varint(number * 8), varint(value)]);

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return Uint8Array.from(bytes);
}
