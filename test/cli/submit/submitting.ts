import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { uploadImport } from "../../../src/cli/benchmarks/import-anywhere.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import type { BreakdownCell, SubmittedRun } from "../../../src/sdk/index.ts";
import { inFolder } from "../cli-process.ts";
import { ADMIN_KEY, type ServedCli } from "../served-cli.ts";

/** The output of `omnidex submit --json`. */
export interface PrintedSubmission {
  readonly run: SubmittedRun;
  readonly rank: { readonly rank: number; readonly entries: number } | null;
  readonly strongest: readonly BreakdownCell[];
  readonly weakest: readonly BreakdownCell[];
  readonly read: {
    readonly format: string;
    readonly rows: number;
    readonly predictions: number;
    readonly problems: readonly unknown[];
  };
}

/** Writes a file below a folder. */
export async function write(folder: string, { name, bytes }: ImportFile): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

/** Imports a benchmark's files into the server that `cli` talks to. */
export const importInto = async (cli: ServedCli, slug: string, files: readonly ImportFile[]): Promise<void> => {
  await uploadImport({ url: cli.url(), apiKey: ADMIN_KEY }, slug, files);
};

/** Submits files with the real program, and expects that it succeeds. */
export const submitFiles = (
  cli: ServedCli,
  files: readonly ImportFile[],
  options: readonly string[] = [],
  beside: readonly ImportFile[] = [],
): Promise<PrintedSubmission> =>
  inFolder(async (folder) => {
    const paths = await Promise.all(files.map((file) => write(folder, file)));
    await Promise.all(beside.map((file) => write(folder, file)));
    return cli.json<PrintedSubmission>(["submit", ...paths, ...options]);
  });
