import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { type Context, Hono } from "hono";
import pLimit from "p-limit";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import { ANSWER_ACCESS, type AnswerAccess } from "../../domain/exported-release.ts";
import { ROUTE_SCOPES, requireScope } from "../access/required-callers.ts";
import { importFiles } from "../benchmarks/import-files.ts";
import type { ImportOptions } from "../benchmarks/replace-release.ts";
import { temporaryPrefix } from "../db/process-identity.ts";
import { DiskFile } from "../workers/line-spool.ts";
import { readApart } from "../workers/read-apart.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { BodyTooLargeError, limitedBody } from "./body-limits.ts";
import { errorResponse } from "./error-response.ts";
import { type AuditedServices, auditFailures, auditTrailOf } from "./maintenance-routes.ts";

/** A multipart form: its body in pieces, and the `Content-Type` that names the boundary. */
interface FormBody {
  readonly contentType: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

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

/** The name of an import in the audit log. */
const IMPORT = "POST /import";
/** The imports that are read and stored at a time. The others wait. Their files are on the disk meanwhile. */
const inLine = pLimit(2);
/** The largest total size of the files of one import, in bytes. */
const MAX_UPLOAD = 1024 ** 3;

/**
 * `POST /import/<benchmark>`, for administrators and the benchmark's maintainers. The body is a form with a `file` for
 * each file of the benchmark. Optional parameters are `replace=true`, `dryRun=true`, `answers=hidden`,
 * `public=0.5` and `open=0.2`.
 */
export const importRoutes = (services: AuditedServices): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().post(
    "/:benchmark",
    auditFailures(services, IMPORT),
    async (c, next) => {
      const viewer = c.get("viewer");
      requireScope(viewer, ROUTE_SCOPES["/import"], "/import");
      const { admin, maintains } = viewer;
      if (admin || maintains?.includes(c.req.param("benchmark"))) return next();
      throw new OmnidexError(
        "FORBIDDEN",
        "Importing needs the key of an administrator, or of a maintainer of the benchmark.",
      );
    },
    async (c, next) => (Number(c.req.header("content-length") ?? 0) > MAX_UPLOAD ? tooLarge(c) : next()),
    async (c) => {
      const options = importOptions(new URL(c.req.url).searchParams);
      try {
        return await withUploadedFiles(formOf(c.req.raw), "file", async (files) => {
          if (files.length === 0) throw badInput("The form must hold at least one 'file'.");
          const benchmark = c.req.param("benchmark");
          const database = auditTrailOf(c, services).changes(IMPORT, { benchmark });
          const own = { ...options, viewer: c.get("viewer") };
          return c.json(await inLine(() => importFiles(database, benchmark, files, own, readApart)));
        });
      } catch (error) {
        if (error instanceof BodyTooLargeError) return tooLarge(c);
        throw error;
      }
    },
  );

/** @throws `BAD_USER_INPUT` for any other parameter or value, because a misspelt `dryRun` must not start an import */
function importOptions(parameters: URLSearchParams): Omit<ImportOptions, "viewer"> {
  const options: { replace: boolean; dryRun: boolean; answers?: AnswerAccess; open?: number; public?: number } = {
    replace: false,
    dryRun: false,
  };
  for (const [name, value] of parameters) {
    if (name === "answers") {
      options.answers = answerAccess(value);
      continue;
    }
    if (name === "open" || name === "public") {
      options[name] = shareOf(name, value);
      continue;
    }
    if (name !== "replace" && name !== "dryRun")
      throw badInput(
        `There is no parameter '${name.slice(0, 80)}' here; allowed are replace, dryRun, answers, public, open.`,
      );
    if (value !== "true" && value !== "false")
      throw badInput(`'${name}' must be true or false; got '${value.slice(0, 80)}'.`);
    options[name] = value === "true";
  }
  return options;
}

function shareOf(name: string, value: string): number {
  if (!/^(0?\.\d+|1(\.0+)?)$/.test(value))
    throw badInput(`'${name}' must be a share of the questions, such as 0.2; got '${value.slice(0, 80)}'.`);
  return Number(value);
}

function answerAccess(value: string): AnswerAccess {
  const access = ANSWER_ACCESS.find((one) => one.toLowerCase() === value);
  if (access === undefined) throw badInput(`'answers' must be visible or hidden; got '${value.slice(0, 80)}'.`);
  return access;
}

const tooLarge = (c: Context<AppEnvironment>): Response =>
  errorResponse(c, 413, "BAD_USER_INPUT", `The files have more than ${MAX_UPLOAD} bytes together.`);

const formOf = (request: Request): FormBody => ({
  contentType: request.headers.get("content-type") ?? "",
  pieces: limitedBody((request.body ?? []) as unknown as AsyncIterable<Uint8Array>, MAX_UPLOAD),
});
