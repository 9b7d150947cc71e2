import { openAsBlob } from "node:fs";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import type { ImportFile } from "../../formats/files/import-file.ts";
import { OmnidexProtocolError } from "../../sdk/index.ts";
import { DiskFile } from "../../server/workers/imported-disk-file.ts";
import { fetchFrom } from "../connection/fetch-from.ts";

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
