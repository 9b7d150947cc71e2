/** A byte range of a file: the positions of its first and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The byte range that a `Range` header asks for. Headers with several ranges, other units or malformed values are
 * ignored, as RFC 9110 allows.
 * @returns null for the whole file; `"unsatisfiable"` if the range begins after the end of the file
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/\s/g, "") ?? "");
  if (match === null) return null;
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(size, Number(last));
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
