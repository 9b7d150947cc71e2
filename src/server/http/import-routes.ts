import { type Context, Hono } from "hono";
import { badInput } from "../../domain/errors.ts";
import { importFiles } from "../services/import-files.ts";
import type { ReplaceOptions } from "../services/imports/replace-release.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";
import { BodyTooLargeError, limitedBody } from "./limited-body.ts";
import { type FormBody, withUploadedFiles } from "./uploaded-files.ts";

/** How large the files of one import may be together, in bytes. */
const MAX_UPLOAD = 1024 ** 3;

/**
 * `POST /import/<benchmark>`: a form with a `file` for each file of the benchmark, and `?replace=true` or `?dryRun=true` if
 * it is to be one. For administrators.
 */
export const importRoutes = ({ database }: Pick<AppServices, "database">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().post(
    "/:benchmark",
    async (c, next) => {
      if (c.get("viewer").admin) return next();
      return errorResponse(c, 403, "FORBIDDEN", "Importing needs an administrator's key.");
    },
    async (c, next) => (Number(c.req.header("content-length") ?? 0) > MAX_UPLOAD ? tooLarge(c) : next()),
    async (c) => {
      const options = replaceOptions(new URL(c.req.url).searchParams);
      try {
        return await withUploadedFiles(formOf(c.req.raw), "file", async (files) => {
          if (files.length === 0) throw badInput("The form must hold at least one 'file'.");
          return c.json(await importFiles(database, c.req.param("benchmark"), files, options));
        });
      } catch (error) {
        if (error instanceof BodyTooLargeError) return tooLarge(c);
        throw error;
      }
    },
  );

/** @throws `BAD_USER_INPUT` for any other parameter or value: a misspelt dry run must not become an import */
function replaceOptions(parameters: URLSearchParams): ReplaceOptions {
  const options = { replace: false, dryRun: false };
  for (const [name, value] of parameters) {
    if (name !== "replace" && name !== "dryRun")
      throw badInput(`An import has the parameters 'replace' and 'dryRun', and no '${name.slice(0, 80)}'.`);
    if (value !== "true" && value !== "false")
      throw badInput(`'${name}' must be true or false; got '${value.slice(0, 80)}'.`);
    options[name] = value === "true";
  }
  return options;
}

const tooLarge = (c: Context<AppEnvironment>): Response =>
  errorResponse(c, 413, "BAD_USER_INPUT", `The files have more than ${MAX_UPLOAD} bytes together.`);

const formOf = (request: Request): FormBody => ({
  contentType: request.headers.get("content-type") ?? "",
  pieces: limitedBody((request.body ?? []) as unknown as AsyncIterable<Uint8Array>, MAX_UPLOAD),
});
