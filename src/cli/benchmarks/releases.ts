import { grouped } from "../../domain/texts.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { Release } from "../../sdk/types.ts";
import { connect, requireBenchmark } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { formatReleaseChanges, withConsent } from "./print-release-changes.ts";

const COLUMNS: readonly Column[] = [
  { title: "RELEASE", align: "right" },
  { title: "CURRENT" },
  { title: "QUESTIONS", align: "right" },
  { title: "VIDEOS", align: "right" },
  { title: "RUNS", align: "right" },
  { title: "IMPORTED" },
  { title: "CONTENT" },
];

export interface ReleasesOptions extends FormatOptions {
  readonly json?: boolean;
}

/** Prints the releases of a benchmark, each with the number of its scored runs that the key may see. */
export async function releases(benchmark: string, { json, format }: ReleasesOptions): Promise<void> {
  const { omnidex } = await connect();
  requireBenchmark(await omnidex.benchmarks(), benchmark);
  const found = await omnidex.releases(benchmark);
  const counted = await Promise.all(
    found.map(async (release) => {
      const { totalCount } = await omnidex.runs({ filter: { releases: [release.id] }, pageSize: 1 }).page();
      return { ...release, runs: totalCount };
    }),
  );
  if (json) return printJson(counted);
  if (found.length === 0) return remark(`No release of ${benchmark} has been imported.`);
  await printTable(COLUMNS, counted.map(releaseRow), format);
}

const releaseRow = (release: Release & { readonly runs: number }) => [
  { text: String(release.version), style: colors.bold },
  release.current ? "yes" : "",
  { text: grouped(release.questionCount), values: [release.questionCount] },
  { text: grouped(release.videoCount), values: [release.videoCount] },
  String(release.runs),
  release.importedAt.slice(0, 10),
  release.contentHash.slice(0, 12),
];

async function requireRelease(omnidex: Omnidex, benchmark: string, version: number): Promise<void> {
  const versions = (await omnidex.releases(benchmark)).map((release) => release.version);
  if (versions.includes(version)) return;
  const known = versions.length === 0 ? "No release has been imported." : `The releases: ${versions.join(", ")}.`;
  throw new UsageError(`There is no release ${version} of ${benchmark}.`, known);
}

export interface UseOptions {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Makes a release the current one. On a terminal, asks before a release with runs is replaced. */
export async function useRelease(benchmark: string, version: number, options: UseOptions): Promise<void> {
  const { omnidex, connection } = await connect();
  const { dryRun = false } = options;
  remark(`Server: ${connection.url} (from ${connection.urlSource})`);
  requireBenchmark(await omnidex.benchmarks(), benchmark);
  await requireRelease(omnidex, benchmark, version);
  const done = await withConsent(options, (replace) => omnidex.useRelease({ benchmark, version, replace, dryRun }));
  if (options.json) return printJson(done);
  if (done.changes !== null) await printLine(`${formatReleaseChanges(done.changes)}\n`);
  if (done.changed) return printLine(`${benchmark}: release ${version} is now the current one.`);
  if (done.release.current) return printLine(`${benchmark}: release ${version} is already the current one.`);
  const needs = done.changes?.reasons.length ? " The change needs --replace." : "";
  await printLine(`${benchmark}: nothing was changed.${needs}`);
}
