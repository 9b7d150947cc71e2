import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { badInput } from "../../domain/errors.ts";
import { ImportError } from "../../domain/import-error.ts";
import { findTask, taxonomyOf } from "../../domain/taxonomy.ts";
import { baseNameOf, type SubmissionFile } from "../../importers/submissions/submission-file.ts";
import { gunzip, isGzip } from "./gzip.ts";
import { type SpooledFile, spool } from "./spooled-file.ts";

/** Where a file's bytes are, and the path that it is known by: what is unpacked lies elsewhere. */
interface FoundFile {
  readonly path: string;
  readonly shown: string;
}

/** Files on disk that stay open until they are closed. */
export class DiskFiles {
  readonly #handles: FileHandle[] = [];
  readonly #spooled: SpooledFile[] = [];

  /** @param onRead called with how many bytes were read */
  constructor(readonly onRead: (bytes: number) => void = () => {}) {}

  /**
   * Opens the files of a submission; a folder is one of AVI-Bench's tasks. Standard input (`-`) and pipes are written to the disk
   * first, and what is packed with gzip is unpacked there, for files are read twice.
   * @throws `BAD_USER_INPUT` where there is none, or a folder holds no tasks
   */
  async open(paths: readonly string[]): Promise<readonly SubmissionFile[]> {
    const listed = await Promise.all(paths.map((path) => this.#filesOf(path)));
    const found = await Promise.all(listed.flat().map((path) => this.#unpacked(path)));
    const files = await Promise.all(found.map((file) => this.#file(file)));
    // An open file can be read without its name, so that nothing is left of it however this process ends; but not on Windows.
    await Promise.all(this.#spooled.map((file) => file.remove().catch(() => {})));
    return files;
  }

  async close(): Promise<void> {
    await Promise.all(this.#handles.map((handle) => handle.close()));
    await Promise.all(this.#spooled.map((file) => file.remove()));
  }

  async #filesOf(path: string): Promise<readonly string[]> {
    if (path === "-") return this.#spool(process.stdin, "standard input");
    const found = await stat(path).catch(() => null);
    if (found === null) throw badInput(`There is no file or folder '${path}'.`);
    if (found.isDirectory()) return tasksIn(path);
    if (found.isFIFO()) return this.#spool(createReadStream(path), basename(path));
    if (!found.isFile()) throw badInput(`'${path}' is no file that can be read twice.`);
    return [path];
  }

  async #spool(source: Readable, name: string): Promise<readonly string[]> {
    const file = await spool(source, name);
    this.#spooled.push(file);
    return [file.path];
  }

  /** @throws {ImportError} for an archive that is damaged, or unpacks to too much */
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
      // Absolute: the folders of `results.json` are known in its folder, too.
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
    const found = await stat(path).catch(() => null);
    return found?.isFile() === true ? this.#file({ path, shown: path }) : null;
  }
}

/** A folder's AVI-Bench tasks, which are called so. A folder of anything else has several runs in it, or none. */
async function tasksIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).toSorted();
  const inside = names.includes("tasks")
    ? (await readdir(join(folder, "tasks"))).toSorted().map((name) => join("tasks", name))
    : names;
  const tasks = inside.filter(isTask);
  if (tasks.length > 0) return tasks.map((name) => join(folder, name));
  const files = names.slice(0, 5).join(", ");
  throw new ImportError(
    folder,
    "a result file, or the folder of AVI-Bench's tasks/*.json",
    `a folder of ${files || "nothing"}`,
  );
}

function isTask(name: string): boolean {
  const word = /^(.+)\.json$/i.exec(basename(name))?.[1]?.replace(/_[IV]$/, "");
  return word !== undefined && findTask(taxonomyOf("avi-bench"), word) !== null;
}

/** The names of files as a message lists them. */
export const listNames = (files: readonly SubmissionFile[]): string =>
  files.length > 3 ? `${files.length} files` : files.map(baseNameOf).join(", ");
