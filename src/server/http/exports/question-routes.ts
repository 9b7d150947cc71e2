import type { Context } from "hono";
import { badInput, notFound } from "../../../domain/errors.ts";
import { requireStoredKey } from "../../../domain/stored-id.ts";
import { QUESTION_FORMATS, type QuestionExtension } from "../../../formats/questions/question-formats.ts";
import { openQuestionExport, writeQuestionExport } from "../../benchmarks/question-export.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { cacheHeaders, licenseHeader, notModified } from "./export-caching.ts";
import { exportSlice, onlyParameters } from "./export-filter.ts";
import { exportReader } from "./export-reader.ts";
import { fileResponse } from "./file-response.ts";

/** `GET /export/questions.{ndjson,csv,parquet}?filter=<JSON>&snapshot=<id>` */
export async function questionsResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
  const extension = requireExtension(c.req.param("file") ?? "");
  onlyParameters(c, ["filter", "snapshot"]);
  const reader = exportReader(c, services);
  const snapshot = c.req.query("snapshot");
  const found = await openQuestionExport(
    reader,
    await exportSlice(services, reader.viewer, c.req.query("filter")),
    snapshot === undefined ? null : requireStoredKey("snapshot", snapshot, "snapshot"),
  );
  const headers = {
    ...licenseHeader(found.license),
    ...cacheHeaders(c, `${services.version} ${extension} ${found.tag}`, extension !== "parquet"),
  };
  const { mediaType } = QUESTION_FORMATS[extension];
  const known = notModified(c, mediaType, headers);
  if (known !== null) return known;
  const file = {
    name: `questions.${extension}`,
    mediaType,
    headers,
    content: `questions ${extension} ${found.tag}`,
    pieces: () => writeQuestionExport(reader, found, extension),
  };
  return fileResponse(c, file, services);
}

function requireExtension(file: string): QuestionExtension {
  const extension = /^questions\.(.+)$/.exec(file)?.[1];
  if (extension !== undefined && Object.hasOwn(QUESTION_FORMATS, extension)) return extension as QuestionExtension;
  if (extension === undefined) throw notFound("export", file);
  throw badInput(
    `Questions are exported as ${Object.keys(QUESTION_FORMATS).join(", ")}; got '${extension.slice(0, 80)}'.`,
  );
}
