import type { Release } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { colors } from "../output/colors.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";
import { checkSlice } from "../slice/slice-check.ts";
import { formatReleaseChanges, withConsent } from "./release-changes.ts";

const COLUMNS: readonly Column[] = [
  { title: "RELEASE", align: "right" },
  { title: "" },
  { title: "QUESTIONS", align: "right" },
  { title: "VIDEOS", align: "right" },
  { title: "RUNS", align: "right" },
  { title: "IMPORTED" },
  { title: "CONTENT" },
];

/** Prints the releases of a benchmark, each with the number of its scored runs that the key may see. */
export async function releases(benchmark: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  await checkSlice(omnidex, { benchmarks: [benchmark] });
  const found = await omnidex.releases(benchmark);
  const counted = await Promise.all(
    found.map(async (release) => {
      const { totalCount } = await omnidex.runs({ filter: { releases: [release.id] }, pageSize: 1 }).page();
      return { ...release, runs: totalCount };
    }),
  );
  if (json) return printJson(counted);
  if (found.length === 0) return remark(`No release of ${benchmark} has been imported.`);
  await printLine(formatTable(COLUMNS, counted.map(releaseRow), { heading: colors.dim }));
}

const releaseRow = (release: Release & { readonly runs: number }) => [
  { text: String(release.version), style: colors.bold },
  release.current ? "current" : "",
  release.questionCount.toLocaleString("en-US"),
  release.videoCount.toLocaleString("en-US"),
  String(release.runs),
  release.importedAt.slice(0, 10),
  release.contentHash.slice(0, 12),
];

export interface UseOptions {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Makes a release the current one. Asks at a terminal before a release with runs is replaced. */
export async function useRelease(benchmark: string, version: number, options: UseOptions): Promise<void> {
  const { omnidex, connection } = await connect();
  const { dryRun = false } = options;
  remark(`Server: ${connection.url} (from ${connection.urlSource})`);
  const done = await withConsent(options, (replace) => omnidex.useRelease({ benchmark, version, replace, dryRun }));
  if (options.json) return printJson(done);
  if (done.changes !== null) await printLine(`${formatReleaseChanges(done.changes)}\n`);
  if (done.changed) return printLine(`${benchmark}: release ${version} is the current one now.`);
  if (done.release.current) return printLine(`${benchmark}: release ${version} is the current one already.`);
  const needs = done.changes?.reasons.length ? " The change needs --replace." : "";
  await printLine(`${benchmark}: nothing was changed.${needs}`);
}
