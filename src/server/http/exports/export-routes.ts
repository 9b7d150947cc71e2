import { type Context, Hono } from "hono";
import { badInput, notFound } from "../../../domain/errors.ts";
import { requireNodeKey, requireStoredKey } from "../../../domain/node-id.ts";
import { QUESTION_FORMATS, type QuestionExtension } from "../../../formats/questions/question-formats.ts";
import {
  lossesOf,
  RUN_FORMATS,
  type RunFormat,
  type RunFormatName,
  type RunLoss,
} from "../../../formats/run-formats.ts";
import { openQuestionExport, writeQuestionExport } from "../../benchmarks/question-export.ts";
import { openRunExport, requireExportable, writeRunExport } from "../../runs/run-export.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { RequestServices } from "../request-services.ts";
import { auditLogResponse, benchmarkResponse } from "./benchmark-routes.ts";
import { cacheHeaders, notModified } from "./export-caching.ts";
import { exportReader, exportSlice, onlyParameters } from "./export-filter.ts";
import { fileResponse, licenseHeader } from "./file-response.ts";

/** `GET /export/runs/<id>.{ndjson,csv,parquet,yaml,md}` or `GET /export/runs/<id>?format=<name in RUN_FORMATS>` */
async function runResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
  onlyParameters(c, ["format"]);
  const { reference, name } = requireFormat(c.req.param("id") ?? "", c.req.query("format"));
  const id = requireNodeKey("Run", reference, "run");
  const viewer = c.get("viewer");
  const { database, runAggregates } = new RequestServices(services, viewer, c.get("record"));
  const reader = {
    database,
    aggregates: runAggregates,
    viewer,
    room: services.exportRoom,
    version: services.version,
    origin: new URL(c.req.url).origin,
  };
  const opened = await openRunExport(reader, id);
  requireExportable(opened, name);
  const { document } = opened;
  const format: RunFormat = RUN_FORMATS[name];
  const headers = {
    ...folderHeader(format.folder?.(document)),
    ...warningsHeader(lossesOf(document, name)),
    ...licenseHeader(`${document.release.benchmark}: ${document.release.license ?? "not stated"}`),
    ...cacheHeaders(c, `${name} ${JSON.stringify(document)}`),
  };
  const known = notModified(c, format.mediaType, headers);
  if (known !== null) return known;
  const file = {
    name: format.fileName(document),
    mediaType: format.mediaType,
    headers,
    // The document says what the viewer sees, so a file that is kept for one viewer is never sent to another who sees less.
    content: `run ${name} ${viewer.admin} ${JSON.stringify(document)}`,
    pieces: () => writeRunExport(reader, opened, name),
  };
  return fileResponse(c, file, services);
}

/**
 * The folder in which tools for the format expect the file, relative to their root: percent-encoded names, separated by
 * slashes.
 */
const folderHeader = (folder: string | undefined): Readonly<Record<string, string>> =>
  folder === undefined ? {} : { "x-export-folder": folder.split("/").map(encodeURIComponent).join("/") };

/** The data of the run that the format cannot store, as percent-encoded JSON. */
const warningsHeader = (losses: readonly RunLoss[]): Readonly<Record<string, string>> =>
  losses.length === 0 ? {} : { "x-export-warnings": encodeURI(JSON.stringify(losses)) };

/** The formats by file extension, as in `run_3.parquet`. */
const EXTENSIONS: Readonly<Record<string, RunFormatName>> = {
  ndjson: "omnidex",
  csv: "csv",
  parquet: "parquet",
  yaml: "hf-eval-results",
  md: "model-card",
};

/** The run that a path names, and the format that the extension or the parameter names. */
function requireFormat(path: string, format: string | undefined) {
  const [, reference = path, extension] = /^([^.]*)\.(.*)$/.exec(path) ?? [];
  if (extension === undefined) return { reference, name: requireName(format ?? "omnidex") };
  if (format !== undefined)
    throw badInput(
      "The format is given twice: leave out either the extension in the address or the parameter 'format'.",
    );
  const name = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  if (name !== undefined) return { reference, name };
  throw badInput(
    `The extension of a run's file must be one of ${Object.keys(EXTENSIONS).join(", ")}; got '${extension.slice(0, 80)}'. For other formats, use the parameter 'format'.`,
  );
}

function requireName(name: string): RunFormatName {
  if (Object.hasOwn(RUN_FORMATS, name)) return name as RunFormatName;
  throw badInput(`A run is exported as ${Object.keys(RUN_FORMATS).join(", ")}; got '${name.slice(0, 80)}'.`);
}

/** The routes under `/export`. */
export const exportRoutes = (services: AppServices): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>()
    .get("/benchmarks/:file", (c) => benchmarkResponse(c, services))
    .get("/runs/:id", (c) => runResponse(c, services))
    .get("/audit.ndjson", (c) => auditLogResponse(c, services))
    .get("/:file", (c) => questionsResponse(c, services));

/** `GET /export/questions.{ndjson,csv,parquet}?filter=<JSON>&snapshot=<id>` */
async function questionsResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
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
