import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Context } from "hono";
import pLimit from "p-limit";
import { badInput } from "../../domain/errors.ts";
import { temporaryPrefix } from "../db/process-identity.ts";
import { DiskFile } from "../workers/line-spool.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { limitedBody } from "./body-limits.ts";
import { errorResponse } from "./error-response.ts";

/** A multipart form: its body in pieces, and the `Content-Type` that names the boundary. */
export interface FormBody {
  readonly contentType: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The forms whose files are read at a time. The others wait. Their files are on the disk meanwhile. */
export const readInLine = pLimit(2);

/** The form in a request, of at most `mostBytes`. */
export const formOf = (request: Request, mostBytes: number): FormBody => ({
  contentType: request.headers.get("content-type") ?? "",
  pieces: limitedBody((request.body ?? []) as unknown as AsyncIterable<Uint8Array>, mostBytes),
});

/** The response to a form with too many bytes. */
export const formTooLarge = (c: Context<AppEnvironment>, mostBytes: number): Response =>
  errorResponse(c, 413, "BAD_USER_INPUT", `The files have more than ${mostBytes} bytes together.`);

const LONGEST_HEADERS = 16_384;

/** A benchmark has at most 15 files. Each part of a form takes memory, even if it is empty. */
const MOST_PARTS = 100;

/**
 * Stores the files of one form field in a temporary folder, lets `use` read the files, and removes the folder. A form
 * part without a file name is ignored.
 * @throws `BAD_USER_INPUT` if the body is not a form, is incomplete, or has too many parts. Errors of `form.pieces` are passed on.
 * @see RFC 7578
 */
export async function withUploadedFiles<T>(
  form: FormBody,
  field: string,
  use: (files: readonly DiskFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(temporaryPrefix("upload"));
  let files: readonly DiskFile[] = [];
  try {
    files = (await storeFiles(form, field, folder)).map(({ name, path }) => new DiskFile(name, path));
    return await use(files);
  } finally {
    for (const file of files) file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface StoredFile {
  readonly name: string;
  readonly path: string;
}

async function storeFiles(form: FormBody, field: string, folder: string): Promise<readonly StoredFile[]> {
  const parser = formParser(form.contentType);
  const stored: StoredFile[] = [];
  const contents: Readable[] = [];
  const written: Promise<void>[] = [];
  parser.on("file", (name, content, fileName) => {
    contents.push(content);
    if (name !== field || fileName === undefined) {
      content.on("error", () => {}).resume();
      return;
    }
    const path = join(folder, String(stored.length));
    stored.push({ name: unescaped(fileName), path });
    const writing = pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    written.push(writing);
    writing.catch((error: Error) => parser.destroy(error));
  });
  parser.once("partsLimit", () => parser.destroy(badInput(`The form must have at most ${MOST_PARTS} parts.`)));
  try {
    await parsed(form.pieces, parser);
    await Promise.all(written);
    return stored;
  } finally {
    for (const content of contents) content.destroy();
    await Promise.allSettled(written);
  }
}

/**
 * Resolves at the end of the form. Errors of the parser are the client's fault. Errors of the body or the disk arrive
 * through `destroy` and are passed on unchanged.
 */
async function parsed(pieces: AsyncIterable<Uint8Array>, parser: BusboyInstance): Promise<void> {
  let refused = false;
  parser.once("error", () => {
    refused = !parser.destroyed;
  });
  try {
    await pipeline(Readable.from(pieces), parser);
  } catch (error) {
    throw refused ? notForm() : error;
  }
}

function formParser(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw notForm();
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      limits: { headerSize: LONGEST_HEADERS, parts: MOST_PARTS },
    });
  } catch {
    throw notForm();
  }
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const unescaped = (name: string): string => name.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code));

const notForm = (): Error =>
  badInput("The body is not a form: send the files as 'multipart/form-data', each as a 'file'.");
