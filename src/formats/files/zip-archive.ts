import { pipeline, Readable, Transform } from "node:stream";
import * as zlib from "node:zlib";
import { Decompress } from "fzstd";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { ImportError } from "../../domain/import-error.ts";
import { parseLooseJson, RepeatedNameError } from "./loose-json.ts";
import { type Fields, isFields } from "./record-fields.ts";
import { baseNameOf, type RecordSource, type SubmissionFile, type SubmissionRecord } from "./submission-file.ts";
import { LONGEST_RECORD } from "./utf8-decoder.ts";

/** A stream that unpacks Zstandard (RFC 8878). Uses Node's decoder (from 22.15), or else one in JavaScript. */
export function zstandard(): Transform {
  const { createZstdDecompress } = zlib as unknown as { createZstdDecompress?: () => Transform };
  return createZstdDecompress?.() ?? zstandardInJavaScript();
}

/** @see https://www.npmjs.com/package/fzstd */
export function zstandardInJavaScript(): Transform {
  const decoder = new Decompress((unpacked) => {
    stream.push(unpacked);
  });
  const attempt = (packed: Uint8Array, isLast: boolean): Error | null => {
    try {
      decoder.push(packed, isLast);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  const stream: Transform = new Transform({
    transform: (packed: Uint8Array, _encoding, done) => done(attempt(packed, false)),
    flush: (done) => done(attempt(new Uint8Array(), true)),
  });
  return stream;
}

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

/** The entry of a whole sample, whose id may contain slashes. */
const WHOLE = /^samples\/.+_epoch_\d+\.json$/;
/** The shell of a chunked sample: the sample without its messages, events and long texts. */
const SHELL = /^(samples\/.+_epoch_\d+)\/sample\.json$/;
const isSample = (name: string): boolean => WHOLE.test(name) || SHELL.test(name);
/** The headers of a finished log, of an unfinished one, and of older logs. */
const HEADERS = ["header.json", "_journal/start.json", "start.json"];

/** Whether an archive is an Inspect log. */
export const isInspectArchive = ({ entries }: ZipArchive): boolean =>
  HEADERS.some((name) => entries.has(name)) || [...entries.keys()].some(isSample);

/**
 * The samples of an Inspect `.eval` log, which is a ZIP archive with one entry per sample.
 * @see inspect_ai/log/_recorders/eval.py
 */
export async function inspectRecords(archive: ZipArchive): Promise<RecordSource> {
  const header = HEADERS.find((name) => archive.entries.has(name));
  const head = header === undefined ? {} : await readEntry(archive, header);
  return { head: isFields(head) ? head : {}, records: () => samples(archive) };
}

async function* samples(archive: ZipArchive): AsyncGenerator<SubmissionRecord> {
  const names = [...archive.entries.keys()].filter(isSample);
  for (const [index, name] of names.entries()) yield { ...(await readSample(archive, name)), place: name, index };
}

/** A sample. If an object in it has a field twice, only this sample is broken, and reading continues. */
async function readSample(archive: ZipArchive, name: string): Promise<Pick<SubmissionRecord, "value" | "broken">> {
  const folder = SHELL.exec(name)?.[1];
  try {
    const value = await readEntry(archive, name);
    return { value: folder === undefined || !isFields(value) ? value : await assembled(archive, folder, value) };
  } catch (error) {
    if (!(error instanceof RepeatedNameError)) throw error;
    return { value: undefined, broken: error };
  }
}

/**
 * A sample that was written in chunks, with its metadata and the long texts that it refers to by index. Messages and
 * events are not read, because the model's answer is in the shell.
 * @see inspect_ai/log/_recorders/chunked/format.py
 */
async function assembled(archive: ZipArchive, folder: string, shell: Fields): Promise<Fields> {
  const name = `${folder}/metadata.json`;
  const metadata = archive.entries.has(name) ? await readEntry(archive, name) : {};
  const indices = [...new Set(referencesIn({ shell, metadata }))];
  return { ...shell, metadata, attachments: await attachmentsOf(archive, folder, indices) };
}

const REFERENCE = /^attachment:\/\/(\d+)$/;

/** The indices of the attachments that a value refers to. */
function referencesIn(value: unknown): readonly number[] {
  if (typeof value === "string") return REFERENCE.test(value) ? [Number(REFERENCE.exec(value)?.[1])] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** The attachments with these indices, from their chunks. A chunk is named by the index of its first attachment. */
async function attachmentsOf(archive: ZipArchive, folder: string, indices: readonly number[]): Promise<Fields> {
  const prefix = `${folder}/attachments/`;
  const starts = [...archive.entries.keys()]
    .flatMap((name) => (name.startsWith(prefix) ? [Number.parseInt(name.slice(prefix.length), 10)] : []))
    .sort((a, b) => b - a);
  const found: Record<string, unknown> = {};
  for (const start of starts) {
    const here = indices.filter((index) => index >= start && !(index in found));
    if (here.length === 0) continue;
    const texts = await readEntry(archive, `${prefix}${start}.json`);
    for (const index of here) found[index] = Array.isArray(texts) ? texts[index - start] : undefined;
  }
  return found;
}

async function readEntry(archive: ZipArchive, name: string): Promise<unknown> {
  const bytes = await archive.read(name, LONGEST_RECORD);
  return parseLooseJson(decode(archive.file, name, bytes), `${baseNameOf(archive.file)}: ${name}`, {
    line: 1,
    column: 1,
  });
}

function decode(file: SubmissionFile, name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`${baseNameOf(file)}: ${name}`, "UTF-8 text", "bytes that are not UTF-8");
  }
}
