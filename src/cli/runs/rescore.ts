import { errorBehind, signedPoints } from "../../domain/figures-text.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { type Omnidex, OmnidexForbiddenError, type Run, type RunAudit } from "../../sdk/index.ts";
import { connect } from "../connection/sdk-client.ts";
import { scoreCell } from "../output/figures.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { type RescoreBenchmarkOptions, rescoreBenchmark } from "./rescore-benchmark.ts";
import { runDescription } from "./run.ts";
import { resolveChangedRun, resolveRun } from "./run-reference.ts";

export interface RescoreOptions extends RescoreBenchmarkOptions {
  readonly benchmark?: string;
  readonly judge?: boolean;
}

/** Scores a run, or the viewer's runs of a benchmark, again, or says what that would change. */
export async function rescore(reference: string | undefined, options: RescoreOptions): Promise<void> {
  const { benchmark, reason, dryRun, judge, json } = options;
  if (judge === true && (reference === undefined || dryRun === true))
    throw new UsageError("--judge is for one run. omnidex run says how many of its responses a judge would read.");
  if (benchmark !== undefined && reference !== undefined)
    throw new UsageError("Either one run or --benchmark: --benchmark scores all of your runs of it again.");
  if (benchmark === undefined && options.yes === true)
    throw new UsageError("--yes agrees to what --benchmark would change; without --benchmark, nothing is asked.");
  const { omnidex } = await connect();
  if (benchmark !== undefined) return rescoreBenchmark(omnidex, benchmark, options);
  if (dryRun === true) return preview(omnidex, reference, json);
  if (reference === undefined)
    throw new UsageError("Which run? Without one, only --benchmark and --dry-run are possible.");
  const { id } = await resolveChangedRun(omnidex, reference);
  const done = await omnidex.rescoreRun(id, { reason, judge });
  if (json) return printJson(done);
  if (done.message) remark(plainText(done.message));
  await printLine(runDescription(done.run));
}

const COLUMNS: readonly Column[] = [
  { title: "RUN" },
  { title: "MODEL", flexible: true },
  { title: "BENCHMARK" },
  { title: "SCORED BY" },
  { title: "SCORE", align: "right" },
  { title: "WOULD BE", align: "right" },
  { title: "DIFFERENCE", align: "right" },
  { title: "READ DIFFERENTLY", align: "right" },
];

/** Prints what the current version of the runs' own extractor would change. Nothing is stored. */
async function preview(omnidex: Omnidex, reference: string | undefined, json = false): Promise<void> {
  const [current] = await omnidex.extractors();
  if (current === undefined) throw new Error("the server has no extractor");
  const isEarlier = ({ scoring }: Run): boolean =>
    scoring != null && (scoring.extractor !== current.name || scoring.extractorVersion !== current.version);
  const runs =
    reference === undefined
      ? (await omnidex.runs({ filter: { mine: true } }).toArray()).filter(isEarlier)
      : [await resolveRun(omnidex, reference)];
  const found: { run: Run; audit: RunAudit | null | undefined }[] = [];
  // Sequentially, because each one makes the server read all outputs again.
  for (const run of runs) found.push({ run, audit: await auditOf(omnidex, run, current.name) });
  const hidden = found.filter(({ audit }) => audit === undefined).length;
  if (hidden > 0)
    remark(`${counted(hidden, "run")} on a release that hides its answers: what would change is not shown.`);
  if (json) return printJson(found.map(({ run, audit = null }) => ({ run: run.id, audit })));
  if (found.length === 0) return remark(`All of your runs were scored by ${current.name} ${current.version}.`);
  await printTable(
    COLUMNS,
    found.map(({ run, audit }) => [
      { text: run.id, style: colors.bold },
      run.model.name,
      run.benchmark.slug,
      run.scoring == null ? "" : `${run.scoring.extractor} ${run.scoring.extractorVersion}`,
      scoreCell(audit?.original ?? null),
      scoreCell(audit?.score ?? null),
      audit?.difference == null ? "" : signedPoints(audit.difference, audit.score && errorBehind(audit.score)),
      audit == null ? "" : String(audit.differences),
    ]),
  );
  const judged = runs.filter(({ scoring }) => scoring?.judge != null).length;
  if (judged > 0) remark(`${counted(judged, "run")} with a judge: the preview ignores its readings.`);
  remark(`Read by ${current.name} ${current.version}. Nothing was stored; omnidex rescore <run> stores it.`);
}

/** The run as the current extractor reads it; undefined if answers are hidden from the viewer. */
async function auditOf(omnidex: Omnidex, { id }: Run, extractor: string): Promise<RunAudit | null | undefined> {
  try {
    return await omnidex.audit(id, extractor, { disagreements: 0 });
  } catch (error) {
    if (error instanceof OmnidexForbiddenError) return undefined;
    throw error;
  }
}
