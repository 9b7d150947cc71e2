import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { badInput } from "../../domain/errors.ts";
import { type ImportFile, importFiles } from "../services/import-files.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** How large the files of one import may be together, in bytes. */
const MAX_UPLOAD = 1024 ** 3;

/** `POST /import/<benchmark>`: a form with a `file` for each file of the benchmark. For administrators. */
export const importRoutes = ({ database }: Pick<AppServices, "database">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().post(
    "/:benchmark",
    async (c, next) => {
      if (c.get("viewer").admin) return next();
      return errorResponse(c, 403, "FORBIDDEN", "Importing needs the administrator's key (OMNIDEX_ADMIN_KEY).");
    },
    bodyLimit({
      maxSize: MAX_UPLOAD,
      onError: (c) => errorResponse(c, 413, "BAD_USER_INPUT", `The files have more than ${MAX_UPLOAD} bytes together.`),
    }),
    async (c) => {
      const files = await uploadedFiles((await readForm(c)).file);
      if (files.length === 0) throw badInput("The form must hold at least one 'file'.");
      return c.json(await importFiles(database, c.req.param("benchmark"), files));
    },
  );

/** @throws `BAD_USER_INPUT` where the body is not what its content type says */
async function readForm(c: Context<AppEnvironment>): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await c.req.parseBody({ all: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badInput("The body is not a form: send the files as 'multipart/form-data', each as a 'file'.");
  }
}

async function uploadedFiles(field: unknown): Promise<ImportFile[]> {
  const parts = (Array.isArray(field) ? field : [field]).filter((part) => part instanceof File);
  return Promise.all(parts.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}
