import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { badInput } from "../../domain/errors.ts";
import { ImportError } from "../../domain/import-error.ts";
import { MODALITIES } from "../../domain/vocabulary.ts";
import { isTaskFile } from "../../formats/avi-bench/avi-bench-results.ts";
import type { SubmissionFile } from "../../formats/files/submission-file.ts";
import { isReadWith, mayHoldResults } from "../../submitting/file-groups.ts";
import { missingFile, UsageError } from "./usage-error.ts";

/** A copy on disk of a stream, which can be read only once. */
interface SpooledFile {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Copies a stream, such as standard input, to a file in the system's temporary folder, readable only by this user.
 * @param through transforms applied to the bytes on the way
 */
async function spool(source: Readable, name: string, through: readonly Transform[] = []): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, name);
    await pipeline([source, ...through, createWriteStream(path, { mode: 0o600, flags: "wx" })]);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** 16 GiB: more than the results of any run, and less than a disk holds. */
const MOST_BYTES = 2 ** 34;

/** Whether a file is packed with gzip, by its first two bytes. */
async function isGzip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks a file into a temporary file.
 * @throws {ImportError} for an archive that is damaged, or unpacks to more than 16 GiB
 */
export async function gunzip(path: string, name: string, mostBytes: number = MOST_BYTES): Promise<SpooledFile> {
  let length = 0;
  const limit = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => {
      length += piece.length;
      if (length <= mostBytes) return done(null, piece);
      done(new ImportError(basename(path), `an archive that unpacks to at most ${mostBytes} bytes`, "more"));
    },
  });
  try {
    return await spool(createReadStream(path), name, [createGunzip(), limit]);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("Z_")) throw error;
    throw new ImportError(basename(path), "a complete gzip archive", `a damaged archive (${error.message})`);
  }
}

/** The path of a file to read, and the path that the user gave. They differ if the file is an unpacked copy. */
interface FoundFile {
  readonly path: string;
  readonly shown: string;
}

const isModality = (word: string): boolean => MODALITIES.some((modality) => modality === word.toUpperCase());

/** A word that is meant for `--inputs` reads as a file. */
const INPUT_AS_FILE = new UsageError(
  "A kind of input stands where a file is expected.",
  "Several inputs are written with commas: --inputs video,audio",
);

/** What `read` finds in the file at a path, or in standard input (`-`). */
export async function rowsAt<T>(path: string, read: (file: SubmissionFile) => Promise<readonly T[]>): Promise<T[]> {
  const disk = new DiskFiles();
  try {
    const rows: T[] = [];
    for (const file of await disk.open([path])) rows.push(...(await read(file)));
    return rows;
  } finally {
    await disk.close();
  }
}

/** A set of open files, which stay open until `close`. */
export class DiskFiles {
  readonly #handles: FileHandle[] = [];
  readonly #spooled: SpooledFile[] = [];
  /** The files of a folder that were not opened, because the folder stands for the others. */
  readonly leftOut: string[] = [];

  /** @param onRead called with the number of bytes read */
  constructor(readonly onRead: (bytes: number) => void = () => {}) {}

  /**
   * Opens the files of a submission. A folder stands for the files in it. Files are read twice,
   * so standard input (`-`) and pipes are first copied to disk, and gzip archives are unpacked there.
   * @param isOneRun whether they are one run. A folder then stands for its only file of samples, if it has one
   * @throws `BAD_USER_INPUT` if a file does not exist, or a folder holds no results
   */
  async open(paths: readonly string[], isOneRun = false): Promise<readonly SubmissionFile[]> {
    const listed = await Promise.all(paths.map((path) => this.#filesOf(path, isOneRun)));
    const found = await Promise.all(listed.flat().map((path) => this.#unpacked(path)));
    const files = await Promise.all(found.map((file) => this.#file(file)));
    // An open file can be read after its name is removed, so no copy remains, however the process ends. On Windows, an open
    // file cannot be removed: `close` removes it there.
    await Promise.all(this.#spooled.map((file) => file.remove().catch(() => {})));
    return files;
  }

  async close(): Promise<void> {
    await Promise.all(this.#handles.map((handle) => handle.close()));
    await Promise.all(this.#spooled.map((file) => file.remove()));
  }

  async #filesOf(path: string, isOneRun: boolean): Promise<readonly string[]> {
    if (path === "-") return this.#spool(process.stdin, "standard input");
    const found = await stat(path).catch(() => null);
    if (found === null) throw isModality(path) ? INPUT_AS_FILE : missingFile(path);
    if (found.isDirectory()) return this.#filesIn(path, isOneRun);
    if (found.isFIFO()) return this.#spool(createReadStream(path), basename(path));
    if (!found.isFile()) throw badInput(`'${path}' is not a file that can be read twice.`);
    return [path];
  }

  async #filesIn(folder: string, isOneRun: boolean): Promise<readonly string[]> {
    const { files, others } = await filesIn(folder, isOneRun);
    this.leftOut.push(...others.map((path) => relative(folder, path)));
    return files;
  }

  async #spool(source: Readable, name: string): Promise<readonly string[]> {
    const file = await spool(source, name);
    this.#spooled.push(file);
    return [file.path];
  }

  /** @throws {ImportError} for an archive that is damaged, or too large when unpacked */
  async #unpacked(path: string): Promise<FoundFile> {
    if (!(await isGzip(path))) return { path, shown: path };
    const shown = path.replace(/\.gz$/i, "");
    const file = await gunzip(path, basename(shown));
    this.#spooled.push(file);
    return { path: file.path, shown };
  }

  async #file({ path, shown }: FoundFile): Promise<SubmissionFile> {
    const handle = await open(path);
    this.#handles.push(handle);
    return {
      // Absolute, so that the parent folders of `results.json` are known even when it is named from its own folder.
      name: resolve(shown).split(sep).join("/"),
      size: (await handle.stat()).size,
      read: (position, length, into) => this.#read(handle, position, into ?? new Uint8Array(length)),
      sibling: (name) => this.#sibling(join(dirname(shown), name)),
    };
  }

  async #read(handle: FileHandle, position: number, into: Uint8Array): Promise<Uint8Array> {
    const { buffer, bytesRead } = await handle.read(into, 0, into.length, position);
    this.onRead(bytesRead);
    return buffer.subarray(0, bytesRead);
  }

  async #sibling(path: string): Promise<SubmissionFile | null> {
    for (const name of [path, `${path}.gz`]) {
      const found = await stat(name).catch(() => null);
      if (found?.isFile() === true) return this.#file(await this.#unpacked(name));
    }
    return null;
  }
}

/**
 * All files in a folder and below; and those that the folder does not stand for. AVI-Bench's own folder stands for its
 * `tasks`. For one run, a folder also stands for the task files that lie in it, or for its one file of rows: lmms-eval's
 * `*_samples_<task>.jsonl`, or `<uuid>_samples.jsonl` of "every eval ever", with what describes their run.
 */
async function filesIn(
  folder: string,
  isOneRun: boolean,
): Promise<{ readonly files: readonly string[]; readonly others: readonly string[] }> {
  const all = await filesBelow(folder);
  const only = (isChosen: (path: string) => boolean) => ({
    files: all.filter(isChosen),
    others: all.filter((path) => !isChosen(path)),
  });
  const isTask = (within: string) => (path: string) => dirname(path) === within && isTaskFile(basename(path));
  const tasks = join(folder, "tasks");
  if (all.some(isTask(tasks))) return only(isTask(tasks));
  const flat = dirname(tasks);
  if (isOneRun && all.some(isTask(flat))) return only(isTask(flat));
  const [rows, ...moreRows] = all.filter((path) => ROWS.test(path)).map(unpackedName);
  if (isOneRun && rows !== undefined && moreRows.length === 0)
    return only((path) => isReadWith(unpackedName(path), rows));
  if (all.some(mayHoldResults)) return { files: all, others: [] };
  const names = (await readdir(folder)).toSorted();
  const found = `a folder of ${names.slice(0, 5).join(", ") || "nothing"}`;
  throw new ImportError(folder, "result files, or the folder of AVI-Bench's tasks/*.json", found);
}

const unpackedName = (path: string): string => path.replace(/\.gz$/i, "").split(sep).join("/");

const ROWS = /(?:_samples|samples_[^/\\]+)\.jsonl(?:\.gz)?$/;
/** The depth of the files of "every eval ever": data/<collection>/<developer>/<model>. */
const DEEPEST = 4;
const SKIPPED = /^\.|^node_modules$/;

async function filesBelow(folder: string, depth = 0): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const folders = depth === DEEPEST ? [] : entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name));
  const below = await Promise.all(folders.map(({ name }) => filesBelow(join(folder, name), depth + 1)));
  return [...files.map(({ name }) => join(folder, name)), ...below.flat()].toSorted();
}
