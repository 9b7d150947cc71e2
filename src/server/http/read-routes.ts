import { type Context, Hono } from "hono";
import { badInput } from "../../domain/errors.ts";
import { jsonLine } from "../../formats/encoding/pieces.ts";
import { SUBMISSION_FORMATS } from "../../formats/rows/submission-format.ts";
import { requireOwner } from "../access/require-admin.ts";
import { ROUTE_SCOPES, requireScope } from "../access/required-callers.ts";
import { requireSlug } from "../benchmarks/import-files.ts";
import { readResults } from "../runs/submission/read-results.ts";
import type { ReadResults } from "../workers/read-apart.ts";
import type { ResultOptions } from "../workers/result-reading.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { BodyTooLargeError } from "./body-limits.ts";
import { exportReader, onlyParameters } from "./exports/export-filter.ts";
import { fileResponse } from "./exports/file-response.ts";
import { formOf, formTooLarge, readInLine, withUploadedFiles } from "./uploaded-files.ts";

/** The largest total size of the files of one run, in bytes. Files packed with gzip may unpack to more. */
const MAX_RESULTS = 256 * 1024 ** 2;

/**
 * `POST /read/<benchmark>`, for callers who may submit. The body is a form with a `file` for each result file of one run, in any
 * format that `omnidex submit` reads. The response is NDJSON: for each run in the files, a line with what the files state
 * and what was read, then a line for each prediction, as `submitRun` takes them. Nothing is stored. Optional parameters are
 * `format`, `epoch` and `allowPartial=true`.
 */
export const readRoutes = (services: AppServices): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().post("/:benchmark", async (c) => {
    const viewer = c.get("viewer");
    requireScope(viewer, ROUTE_SCOPES["/read"], "/read");
    requireOwner(viewer);
    const benchmark = requireSlug(c.req.param("benchmark"));
    const options = resultOptions(c);
    if (Number(c.req.header("content-length") ?? 0) > MAX_RESULTS) return formTooLarge(c, MAX_RESULTS);
    const reader = exportReader(c, services);
    try {
      return await withUploadedFiles(formOf(c.req.raw, MAX_RESULTS), "file", async (files) => {
        const read = await readInLine(() => readResults(reader, benchmark, files, options));
        return fileResponse(c, { ...NDJSON, name: `${benchmark}.ndjson`, pieces: () => linesOf(read) }, services);
      });
    } catch (error) {
      if (error instanceof BodyTooLargeError) return formTooLarge(c, MAX_RESULTS);
      throw error;
    }
  });

const NDJSON = { mediaType: "application/x-ndjson", headers: {}, content: null } as const;

async function* linesOf(read: ReadResults): AsyncGenerator<string | Uint8Array, void, undefined> {
  try {
    for (const [index, run] of read.runs.entries()) {
      yield jsonLine({ run });
      // Copied, because the file reuses its memory.
      for (const piece of read.rows(index)) yield Uint8Array.from(piece);
    }
  } finally {
    await read.close();
  }
}

/** @throws `BAD_USER_INPUT` for any other parameter or value */
function resultOptions(c: Context<AppEnvironment>): ResultOptions {
  onlyParameters(c, ["format", "epoch", "allowPartial"]);
  const { format, epoch, allowPartial = "false" } = c.req.query();
  const known = SUBMISSION_FORMATS.find((name) => name === format);
  if (format !== undefined && known === undefined)
    throw badInput(`'format' must be one of ${SUBMISSION_FORMATS.join(", ")}; got '${format.slice(0, 80)}'.`);
  if (epoch !== undefined && !/^[1-9]\d{0,5}$/.test(epoch))
    throw badInput(`'epoch' must be a whole number from 1; got '${epoch.slice(0, 80)}'.`);
  if (allowPartial !== "true" && allowPartial !== "false")
    throw badInput(`'allowPartial' must be true or false; got '${allowPartial.slice(0, 80)}'.`);
  return {
    ...(known !== undefined && { format: known }),
    ...(epoch !== undefined && { epoch: Number(epoch) }),
    allowPartial: allowPartial === "true",
  };
}
