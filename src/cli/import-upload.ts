import { type ErrorCode, OmnidexError } from "../domain/errors.ts";
import type { ImportFile } from "../importers/importer.ts";
import type { ImportReport } from "../server/services/import-benchmark.ts";

interface ErrorBody {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: ErrorCode } }[];
}

/** Imports through a running server. */
export async function uploadImport(
  server: { readonly url: string; readonly key: string | undefined },
  benchmark: string,
  files: readonly ImportFile[],
): Promise<ImportReport> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("file", new Blob([bytes as BlobPart]), name);
  const address = `${server.url.replace(/\/+$/, "")}/import/${encodeURIComponent(benchmark)}`;
  const headers: Record<string, string> = server.key === undefined ? {} : { authorization: `Bearer ${server.key}` };
  const response = await post(address, { method: "POST", headers, body: form });
  if (response.ok) return (await response.json()) as ImportReport;
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const [error] = body.errors ?? [];
  throw new OmnidexError(
    error?.extensions?.code ?? "UNAVAILABLE",
    error?.message ?? `The server answered ${response.status}.`,
  );
}

async function post(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    throw new OmnidexError("UNAVAILABLE", `No server answers at ${address}.`, undefined, { cause: error });
  }
}
