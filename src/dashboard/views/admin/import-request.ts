import type { ImportError } from "../../../domain/import-error.ts";
import type { ImportReport } from "../../../domain/import-report.ts";
import type { ReleaseChanges } from "../../../domain/release-changes.ts";
import { apiKey, fetchWith } from "../../data/api-key.ts";

/** The response to an import: a report, the changes for which it needs consent, or the problems of the files. */
export type ImportAnswer =
  | { readonly kind: "report"; readonly report: ImportReport }
  | { readonly kind: "refused"; readonly reason: string; readonly changes: ReleaseChanges }
  | ({ readonly kind: "broken" } & ImportProblems);

/** The first problems of the files; `problemCount` is their total number. */
export type ImportProblems = Pick<ImportError, "problems" | "problemCount">;

interface ErrorBody {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly details?: Partial<ImportProblems> & { readonly changes?: ReleaseChanges } };
  }[];
}

/**
 * Sends a benchmark's files to `POST /import/<benchmark>`.
 * @throws Error with the server's reason, unless the import would replace a release or the files have problems
 */
export async function importBenchmark(
  benchmark: string,
  files: readonly File[],
  {
    dryRun,
    replace,
    isHidden,
  }: {
    readonly dryRun: boolean;
    readonly replace: boolean;
    /** Whether to hide the answers. If false, the access of the current release stays; a first release is visible. */
    readonly isHidden: boolean;
  },
): Promise<ImportAnswer> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.webkitRelativePath || file.name);
  const key = apiKey();
  const response = await fetchWith(key)(
    `/import/${encodeURIComponent(benchmark)}?dryRun=${dryRun}&replace=${replace}${isHidden ? "&answers=hidden" : ""}`,
    { method: "POST", body: form, headers: key === null ? {} : { authorization: `Bearer ${key}` } },
  );
  if (response.ok) return { kind: "report", report: await response.json() };
  const body: ErrorBody = await response.json().catch(() => ({}));
  const [error] = body.errors ?? [];
  const { changes, problems, problemCount } = error?.extensions?.details ?? {};
  const reason = error?.message ?? `The server answered ${response.status}.`;
  if (problems !== undefined && problemCount !== undefined) return { kind: "broken", problems, problemCount };
  if (changes === undefined) throw new Error(reason);
  return { kind: "refused", reason, changes };
}
