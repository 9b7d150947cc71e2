import type { ReaderReport } from "../../../submitting/reader-report.ts";

interface Prepared {
  readonly files: readonly unknown[];
  /** The slug; empty if no benchmark is chosen. */
  readonly benchmark: string;
  readonly report: ReaderReport | null;
  readonly hasKey: boolean;
  readonly isBusy: boolean;
}

/** What the reader still has to do before the server can validate the run; null if nothing. */
export function missingText({ files, benchmark, report, hasKey, isBusy }: Prepared): string | null {
  if (isBusy) return null;
  const steps = [
    files.length === 0 && "choose the result files",
    benchmark === "" && "choose the benchmark",
    !hasKey && "enter an API key",
  ].filter((step) => step !== false);
  if (steps.length > 0) return `Before the server can validate the run: ${steps.join(", ")}.`;
  if (report === null) return "The files could not be read. The reason is shown below their names.";
  return report.predictions === 0 ? "No row of the files can be used, so there is nothing to validate." : null;
}
