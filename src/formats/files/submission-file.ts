import type { ImportError } from "../../domain/import-error.ts";

/**
 * One file of a submission, which may be larger than memory: it is read in pieces, and twice. The implementation
 * decides where the bytes come from.
 */
export interface SubmissionFile {
  /** Its path, with slashes. The folders may name the model or task of a file. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * Reads at most `length` bytes from `position`; fewer at the end of the file.
   * @param into a buffer that may be used, to save an allocation
   */
  read(position: number, length: number, into?: Uint8Array): Promise<Uint8Array>;
  /** The file of this base name in the same folder; null if there is none. */
  sibling(baseName: string): Promise<SubmissionFile | null>;
}

/** The base name of a file, for messages. */
export const baseNameOf = (file: SubmissionFile): string => file.name.slice(file.name.lastIndexOf("/") + 1);

/** The names of the folders that contain a file, nearest first. */
export const foldersOf = (file: SubmissionFile): readonly string[] => file.name.split("/").slice(0, -1).toReversed();

/** A file in memory. */
export const memoryFile = (
  name: string,
  bytes: Uint8Array,
  beside: readonly SubmissionFile[] = [],
): SubmissionFile => ({
  name,
  size: bytes.length,
  read: async (position, length) => bytes.subarray(position, position + length),
  sibling: async (baseName) => beside.find((file) => baseNameOf(file) === baseName) ?? null,
});

/** The number of bytes per read. Larger pieces are not faster. */
const PIECE = 1 << 18;

/** The bytes of a file, in pieces. Each piece is valid only until the next one is requested. */
export async function* piecesOf(file: SubmissionFile): AsyncGenerator<Uint8Array> {
  const into = new Uint8Array(PIECE);
  for (let position = 0; position < file.size; ) {
    const piece = await file.read(position, PIECE, into);
    // The file became shorter while it was being read.
    if (piece.length === 0) return;
    yield piece;
    position += piece.length;
  }
}

/** Reads a whole file. Only for files with a bounded size. */
export async function wholeFile(file: SubmissionFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let length = 0;
  for await (const piece of piecesOf(file)) {
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
}

/** A cell of a spreadsheet that is a formula. */
export interface CellFormula {
  readonly column: string;
  /** True if the formula was read as a text that begins with `=`; false if the value of the formula was read. */
  readonly isText: boolean;
}

/** One record of a file, not yet interpreted. */
export interface SubmissionRecord {
  readonly value: unknown;
  /** Its position in the file: `line 12`, `row 3 (line 7)`, `$[4]`, `samples/7_epoch_1.json`. */
  readonly place: string;
  /** From 0. */
  readonly index: number;
  /** Why the record cannot be read, with its place, if its syntax is broken. The records after it are read. */
  readonly broken?: ImportError;
  /** The formulas in a spreadsheet's row. */
  readonly formulas?: readonly CellFormula[];
}

/** A file as a stream of records. `head` has the other members of a single-object JSON file. */
export interface RecordSource {
  readonly head: Readonly<Record<string, unknown>>;
  /** Whether the names of the fields are the cells of the first row. */
  readonly isTable?: true;
  records(): AsyncIterable<SubmissionRecord>;
}
