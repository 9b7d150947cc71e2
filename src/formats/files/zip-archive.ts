import { pipeline, Readable } from "node:stream";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { ImportError } from "../../domain/import-error.ts";
import { baseNameOf, type SubmissionFile } from "./submission-file.ts";
import { zstandard } from "./zstandard.ts";

const [STORED, DEFLATED, ZSTANDARD] = [0, 8, 93];
/** The most entries: more than a log of 5,864 samples in several epochs has. */
const MOST_ENTRIES = 200_000;

/** A ZIP archive's directory. Its stated sizes are verified when an entry is read. */
export class ZipArchive {
  private constructor(
    readonly file: SubmissionFile,
    readonly zip: ZipFile,
    readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws {ImportError} for a damaged archive, and for one with too many entries */
  static async open(file: SubmissionFile): Promise<ZipArchive> {
    return readable(file, async () => {
      const zip = await fromRandomAccessReaderPromise(new FileReader(file), file.size, { autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= MOST_ENTRIES) throw tooMuch(file, `at most ${MOST_ENTRIES} entries`, "more");
        entries.set(entry.fileName, entry);
      }
      return new ZipArchive(file, zip, entries);
    });
  }

  /**
   * An entry's bytes.
   * @param most the largest allowed size
   * @throws {ImportError} if the entry is larger, or its size differs from the directory's
   */
  async read(name: string, most: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    await this.#each(name, most, (part) => parts.push(part));
    return Buffer.concat(parts);
  }

  /**
   * The real size of an entry in bytes, because the directory may be wrong.
   * @throws {ImportError} like {@link read}
   */
  async measure(name: string, most: number): Promise<number> {
    let size = 0;
    await this.#each(name, most, (part) => {
      size += part.length;
    });
    return size;
  }

  async #each(name: string, most: number, use: (part: Uint8Array) => void): Promise<void> {
    const entry = this.entries.get(name);
    const place = `${baseNameOf(this.file)}: ${name}`;
    if (entry === undefined) throw new ImportError(place, "this entry of the archive", "none");
    if (entry.uncompressedSize > most)
      throw tooMuch(this.file, `at most ${most} bytes in ${name}`, `${entry.uncompressedSize}`);
    let size = 0;
    await readable(this.file, async () => {
      for await (const part of await this.#stream(entry, place)) {
        size += part.length;
        if (size > entry.uncompressedSize)
          throw tooMuch(this.file, `${entry.uncompressedSize} bytes in ${name}`, "more");
        use(part);
      }
    });
  }

  async #stream(entry: Entry, place: string): Promise<Readable> {
    if (entry.isEncrypted()) throw new ImportError(place, "no encryption", "an encrypted entry");
    if (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED)
      return this.zip.openReadStreamPromise(entry);
    if (entry.compressionMethod !== ZSTANDARD)
      throw new ImportError(place, "deflate or Zstandard", `compression method ${entry.compressionMethod}`);
    const raw = await this.zip.openReadStreamPromise(entry, { decodeFileData: false });
    const unpacked = zstandard();
    // An error in either stream ends both, and reaches the reader.
    pipeline(raw, unpacked, () => {});
    return unpacked;
  }
}

/** The error for an archive that unpacks to too much, or to another size than its directory states. */
const tooMuch = (file: SubmissionFile, expected: string, found: string): ImportError =>
  new ImportError(baseNameOf(file), `an archive that unpacks to ${expected}`, found);

/** Converts the library's errors, all of which are about the archive. */
async function readable<T>(file: SubmissionFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(baseNameOf(file), "a whole ZIP archive", `a damaged one (${reason.slice(0, 120)})`);
  }
}

class FileReader extends RandomAccessReader {
  constructor(readonly file: SubmissionFile) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end));
  }

  async *#range(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let position = start; position < end; ) {
      const piece = await this.file.read(position, Math.min(1 << 16, end - position));
      if (piece.length === 0) return;
      // A copy, because the stream may reuse the buffer.
      yield piece.slice();
      position += piece.length;
    }
  }
}
