import { once } from "node:events";
import { constants, open as openDescriptor } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { badInput } from "../../domain/errors.ts";
import { draftOf } from "./file-draft.ts";
import { type OutputPlace, outputPlace } from "./output-place.ts";
import { writeOutput } from "./standard-output.ts";

/**
 * A destination for bytes. A plain file gets its final name when the sink is closed; a discarded file never does. FIFOs
 * and devices are written directly.
 */
export interface ByteSink {
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
