import { openAsBlob } from "node:fs";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import { ADMIN } from "../../domain/viewer.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { OmnidexProtocolError } from "../../sdk/index.ts";
import { readConfig } from "../../server/config/config.ts";
import { DiskFile } from "../../server/workers/line-spool.ts";
import { fetchFrom, findServer } from "../connection/fetch-from.ts";
import { announceDatabase, announceReadDatabase } from "../maintenance/written-database.ts";
import { withProblems } from "../output/printed-problems.ts";
import { remark } from "../output/printing.ts";
import { withConsent } from "./print-release-changes.ts";

interface ErrorBody {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: ErrorCode; readonly details?: Readonly<Record<string, unknown>> };
  }[];
}

interface UploadOptions {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly answers?: AnswerAccess | undefined;
  readonly open?: number | undefined;
  readonly public?: number | undefined;
}

/** Imports through a running server. */
export async function uploadImport(
  server: { readonly url: string; readonly apiKey: string | undefined },
  benchmark: string,
  files: readonly ImportFile[],
  { replace = false, dryRun = false, answers, open, public: publicShare }: UploadOptions = {},
): Promise<ImportReport> {
  const form = new FormData();
  for (const file of files) form.append("file", await contentOf(file), file.name);
  const optional = { answers: answers?.toLowerCase(), open, public: publicShare };
  const query = new URLSearchParams({ replace: String(replace), dryRun: String(dryRun) });
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) query.set(name, String(value));
  const path = `/import/${encodeURIComponent(benchmark)}?${query}`;
  const response = await post({ ...server, url: server.url.replace(/\/+$/, "") }, path, form);
  if (response.ok) return (await response.json()) as ImportReport;
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const [error] = body.errors ?? [];
  throw new OmnidexError(
    error?.extensions?.code ?? "UNAVAILABLE",
    error?.message ?? `The server answered ${response.status}.`,
    error?.extensions?.details,
  );
}

/** Files on disk are streamed as they are sent. */
const contentOf = async (file: ImportFile): Promise<Blob> =>
  file instanceof DiskFile ? openAsBlob(file.path) : new Blob([file.bytes as BlobPart]);

async function post(
  server: { readonly url: string; readonly apiKey: string | undefined },
  path: string,
  body: FormData,
): Promise<Response> {
  try {
    return await fetchFrom(server, path, { method: "POST", body });
  } catch (error) {
    if (error instanceof OmnidexProtocolError) throw error;
    const message = `No server answers at ${new URL(server.url).origin}.`;
    throw new OmnidexError("UNAVAILABLE", message, undefined, { cause: error });
  }
}

export interface ImportOptions {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly answers?: AnswerAccess;
  /** The share of the questions in the open part. */
  readonly open?: number;
  /** The share of the questions on the public board; 1 for one board. */
  readonly public?: number;
  readonly json?: boolean;
}

/** Imports as `importInto` does, and lists the problems of files that cannot be imported. */
export const importAnywhere = (
  benchmark: string,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<ImportReport> => withProblems(options.json ?? false, () => importInto(benchmark, files, options));

/**
 * Imports through the server in `OMNIDEX_URL`, else through the server that holds the data folder, else directly into
 * the database. First names the target on stderr. On a terminal, asks before a release with runs is replaced.
 */
async function importInto(
  benchmark: string,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun = false, answers, open, public: publicShare } = options;
  const parts = { answers, open, public: publicShare };
  const server = await findServer(process.env);
  if (server !== null) {
    remark(`Server: ${server.url} (from ${server.urlSource})`);
    return withConsent(options, (replace) => uploadImport(server, benchmark, files, { replace, dryRun, ...parts }));
  }
  const { database } = readConfig(process.env);
  const location = dryRun ? await announceReadDatabase(database) : database;
  if (!dryRun) await announceDatabase(database);
  const { importFiles, previewFiles } = await import("../../server/benchmarks/import-files.ts");
  if (dryRun && location.engine === "pglite" && location.folder === null) return previewFiles(benchmark, files, parts);
  const { openDatabase } = await import("../../server/main.ts");
  const opened = await openDatabase(location);
  try {
    return await withConsent(options, (replace) =>
      importFiles(opened.database, benchmark, files, { replace, dryRun, ...parts, viewer: ADMIN }),
    );
  } finally {
    await opened.close();
  }
}
