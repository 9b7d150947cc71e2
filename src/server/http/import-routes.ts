import { type Context, Hono } from "hono";
import { badInput } from "../../domain/errors.ts";
import { importFiles } from "../services/import-files.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";
import { BodyTooLargeError, limitedBody } from "./limited-body.ts";
import { type FormBody, withUploadedFiles } from "./uploaded-files.ts";

/** How large the files of one import may be together, in bytes. */
const MAX_UPLOAD = 1024 ** 3;

/** `POST /import/<benchmark>`: a form with a `file` for each file of the benchmark. For administrators. */
export const importRoutes = ({ database }: Pick<AppServices, "database">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().post(
    "/:benchmark",
    async (c, next) => {
      if (c.get("viewer").admin) return next();
      return errorResponse(c, 403, "FORBIDDEN", "Importing needs an administrator's key.");
    },
    async (c, next) => (Number(c.req.header("content-length") ?? 0) > MAX_UPLOAD ? tooLarge(c) : next()),
    async (c) => {
      try {
        return await withUploadedFiles(formOf(c.req.raw), "file", async (files) => {
          if (files.length === 0) throw badInput("The form must hold at least one 'file'.");
          return c.json(await importFiles(database, c.req.param("benchmark"), files));
        });
      } catch (error) {
        if (error instanceof BodyTooLargeError) return tooLarge(c);
        throw error;
      }
    },
  );

const tooLarge = (c: Context<AppEnvironment>): Response =>
  errorResponse(c, 413, "BAD_USER_INPUT", `The files have more than ${MAX_UPLOAD} bytes together.`);

const formOf = (request: Request): FormBody => ({
  contentType: request.headers.get("content-type") ?? "",
  pieces: limitedBody((request.body ?? []) as unknown as AsyncIterable<Uint8Array>, MAX_UPLOAD),
});
