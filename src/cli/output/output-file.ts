import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { constants, open as openDescriptor, rmSync } from "node:fs";
import { copyFile, type FileHandle, open, readlink, realpath, rename, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { badInput } from "../../domain/errors.ts";
import { writeOutput } from "./printing.ts";

/** A temporary name beside a file. Until `become`, the end of the process removes it, also by an interrupt. */
interface Draft {
  readonly path: string;
  /** Gives the draft the name of the file, or writes its content into a file that cannot be renamed over. */
  become(): Promise<void>;
  remove(): void;
}

/** @param file a plain file or nothing yet, with links resolved */
function draftOf(file: string): Draft {
  const path = `${file}.${randomBytes(4).toString("hex")}.draft`;
  const remove = (): void => {
    process.removeListener("exit", remove);
    rmSync(path, { force: true });
  };
  // An interrupt calls `process.exit`, which runs no `finally`.
  process.once("exit", remove);
  const become = async (): Promise<void> => {
    try {
      await rename(path, file);
      process.removeListener("exit", remove);
    } catch (error) {
      // A file that is mounted by itself, as into a container, can be written, but not replaced.
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
      try {
        await copyFile(path, file);
      } catch (cause) {
        // The file may be written in part. The draft has the whole content, and stays.
        process.removeListener("exit", remove);
        throw new Error(`${(cause as Error).message}; the whole content is in '${path}'`, { cause });
      }
      remove();
    }
  };
  return { path, become, remove };
}

/** What a path that is written to names, with links resolved. */
interface OutputPlace {
  /** The path to open. */
  readonly path: string;
  /** FILE: a plain file or nothing yet. Anything else is written directly, because a rename would replace it. */
  readonly kind: "FILE" | "FIFO" | "DIRECT";
  /** The permissions of an existing plain file. */
  readonly mode: number | undefined;
}

/** Descriptors of this process. The file behind one is shared with the program that opened it. */
const DESCRIPTOR = /^\/(dev\/(fd\/\d+|stdout|stderr)|proc\/(self|\d+)\/fd\/\d+)$/;

/** Finds out what a path names. @throws `BAD_USER_INPUT` for a folder */
export async function outputPlace(path: string): Promise<OutputPlace> {
  const found = await stat(path).catch(unlessMissing(path));
  if (found === null) return { path: await endOfLinks(path), kind: "FILE", mode: undefined };
  if (found.isDirectory()) throw badInput(`'${path}' is a folder. Name a file in it.`);
  if (found.isFIFO()) return { path, kind: "FIFO", mode: undefined };
  if (!found.isFile() || DESCRIPTOR.test(path)) return { path, kind: "DIRECT", mode: undefined };
  return { path: await realpath(path), kind: "FILE", mode: found.mode & 0o777 };
}

/**
 * The plain file that a path names, or will name, with links resolved.
 * @throws `BAD_USER_INPUT` for anything else, such as a folder, a FIFO or a device
 */
async function plainPlace(path: string): Promise<OutputPlace> {
  const place = await outputPlace(path);
  if (place.kind !== "FILE") throw badInput(`'${path}' is not a plain file, so it is not replaced.`);
  return place;
}

const unlessMissing =
  (path: string) =>
  (error: NodeJS.ErrnoException): null => {
    if (error.code === "ENOENT") return null;
    throw badInput(`'${path}' cannot be written: ${error.message}`);
  };

/** The path that a link leads to, although nothing is there. A circle of links never gets here: `stat` fails on it. */
async function endOfLinks(path: string): Promise<string> {
  const next = await readlink(path).catch(() => null);
  if (next === null) return path;
  // A link is relative to the folder that holds it, which may be reached through links itself.
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return endOfLinks(resolve(folder, next));
}

/**
 * Writes a file as a draft first, so that it appears complete or not at all. Links are resolved, so that a link stays
 * one. On failure, an earlier file of that name remains, unless it is mounted by itself: then the error names the file
 * that has the new content.
 * @param write writes the draft, which does not exist before
 * @throws `BAD_USER_INPUT` if the path names something that is not a plain file
 */
export async function replaceFile<T>(path: string, write: (draft: string) => Promise<T>): Promise<T> {
  const draft = draftOf((await plainPlace(path)).path);
  try {
    const written = await write(draft.path);
    await draft.become();
    return written;
  } catch (error) {
    draft.remove();
    throw error;
  }
}

/**
 * A destination for bytes. A plain file gets its final name when the sink is closed; a discarded file never does. FIFOs
 * and devices are written directly.
 */
interface ByteSink {
  write(piece: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}

/** Opens a file for writing, or standard output for `-`. @throws `BAD_USER_INPUT` if the file cannot be opened */
export async function openByteSink(path: string): Promise<ByteSink> {
  if (path === "-") return STANDARD_OUTPUT;
  const place = await outputPlace(path);
  return OPENERS[place.kind](place).catch((error: Error) => {
    throw unwritable(path, error);
  });
}

/** Writes a short text to a file, or to standard output for `-`. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const sink = await openByteSink(path);
  try {
    await sink.write(text);
    await sink.close();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

const nothing = (): Promise<void> => Promise.resolve();
const STANDARD_OUTPUT: ByteSink = { write: writeOutput, close: nothing, discard: nothing };

const unwritable = (path: string, { code, message }: NodeJS.ErrnoException): Error =>
  badInput(code === "EPIPE" ? `The reader of '${path}' has closed it.` : `'${path}' cannot be written: ${message}`);

async function openFile({ path, mode }: OutputPlace): Promise<ByteSink> {
  const draft = draftOf(path);
  const handle = await open(draft.path, "wx", mode).catch((error: Error) => {
    draft.remove();
    throw error;
  });
  // An existing file keeps its permissions, which the process's mask has narrowed.
  if (mode !== undefined) await handle.chmod(mode);
  return {
    write: writerTo(handle, path),
    close: async () => {
      await handle.close();
      await draft.become();
    },
    discard: async () => {
      await handle.close();
      draft.remove();
    },
  };
}

/** Never creates or truncates anything, because the file of a descriptor may hold what another program wrote to it. */
const DIRECTLY = constants.O_WRONLY | constants.O_APPEND;

async function openDirectly({ path }: OutputPlace): Promise<ByteSink> {
  const handle = await open(path, DIRECTLY);
  const close = (): Promise<void> => handle.close();
  return { write: writerTo(handle, path), close, discard: close };
}

const writerTo =
  (handle: FileHandle, path: string): ByteSink["write"] =>
  (piece) =>
    handle.appendFile(piece).catch((error: Error) => {
      throw unwritable(path, error);
    });

/** How often to look for a reader of a FIFO, in milliseconds. */
const LOOK_EVERY = 20;

/**
 * Opens a FIFO once it has a reader. Neither waiting for it nor writing blocks a thread: Node cannot exit on an interrupt
 * while one is blocked.
 */
async function openFifo({ path }: OutputPlace): Promise<ByteSink> {
  const socket = new Socket({ fd: await openedByReader(path), readable: false, writable: true });
  socket.on("error", () => {
    // Reported by the callback of `write`.
  });
  const write: ByteSink["write"] = (piece) =>
    new Promise((resolve, reject) => {
      socket.write(piece, (error) => (error == null ? resolve() : reject(unwritable(path, error))));
    });
  const close = async (): Promise<void> => {
    if (socket.destroyed) return;
    socket.end();
    await once(socket, "close");
  };
  return { write, close, discard: close };
}

/** Waits until a FIFO has a reader, and returns its descriptor. */
async function openedByReader(path: string): Promise<number> {
  for (;;) {
    try {
      return await promisify(openDescriptor)(path, DIRECTLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENXIO") throw error;
    }
    await pause(LOOK_EVERY);
  }
}

const OPENERS = { FILE: openFile, FIFO: openFifo, DIRECT: openDirectly } as const;
