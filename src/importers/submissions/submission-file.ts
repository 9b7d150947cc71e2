/**
 * One file of a submission, which may be larger than memory: it is read in pieces, and twice. Whoever makes one decides
 * where the bytes are; the readers only ask for them.
 */
export interface SubmissionFile {
  /** Its path as the user gave it, with slashes: folders say which model or task a file is of. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * The bytes from `position` on, at most `length` of them; fewer at the end of the file.
   * @param into where they may be put, which saves an allocation
   */
  read(position: number, length: number, into?: Uint8Array): Promise<Uint8Array>;
  /** The file of this base name in the same folder; null where there is none. */
  sibling(baseName: string): Promise<SubmissionFile | null>;
}

/** The last part of a file's name, which is what messages call it. */
export const baseNameOf = (file: SubmissionFile): string => file.name.slice(file.name.lastIndexOf("/") + 1);

/** The names of the folders that a file lies in, the nearest first. */
export const foldersOf = (file: SubmissionFile): readonly string[] => file.name.split("/").slice(0, -1).toReversed();

/** A file whose bytes are at hand. */
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

/** How much is read at once. Larger pieces are no faster. */
const PIECE = 1 << 18;

/** The bytes of a file, in pieces; each may be gone when the next is asked for. */
export async function* piecesOf(file: SubmissionFile): AsyncGenerator<Uint8Array> {
  const into = new Uint8Array(PIECE);
  for (let position = 0; position < file.size; ) {
    const piece = await file.read(position, PIECE, into);
    // The file became shorter while it was read.
    if (piece.length === 0) return;
    yield piece;
    position += piece.length;
  }
}

/** A whole file. Only for what has a bound on its size. */
export async function wholeFile(file: SubmissionFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let length = 0;
  for await (const piece of piecesOf(file)) {
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
}
