import { openAsBlob } from "node:fs";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import type { ImportFile } from "../../importers/importer.ts";
import { DiskFile } from "../../server/services/imports/imported-disk-file.ts";

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
  const address = `${server.url.replace(/\/+$/, "")}${path}`;
  const headers: Record<string, string> =
    server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` };
  const response = await post(address, { method: "POST", headers, body: form });
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

async function post(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    throw new OmnidexError("UNAVAILABLE", `No server answers at ${new URL(address).origin}.`, undefined, {
      cause: error,
    });
  }
}
