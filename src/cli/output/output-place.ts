import { readlink, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { badInput } from "../../domain/errors.ts";

/** What a path that is written to names, with links resolved. */
export interface OutputPlace {
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
export async function plainPlace(path: string): Promise<OutputPlace> {
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
