import { intervalText, scoreText } from "../../domain/figures-text.ts";
import { counted } from "../../domain/texts.ts";
import type { ReaderReport } from "../../formats/join/reader-report.ts";
import type { BreakdownCell, Omnidex, ScoreEstimate, SubmittedRun, Viewer } from "../../sdk/index.ts";
import type { DryRun, RunFields } from "../../submitting/dry-run.ts";
import { fetchRank, MOST_ENTRIES, type RunRank } from "../../submitting/run-standing.ts";
import { barWidth, intervalBar } from "../output/figures.ts";
import { optionSpelling } from "../output/option-values.ts";
import { quotaText, sizeText } from "../output/printed-texts.ts";
import { colors } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";
import { runDescription } from "../runs/run.ts";
import { reportWarnings } from "../runs/run-warnings.ts";
import { LEAST_QUESTIONS, type NotableSlices, notableSlices } from "./notable-slices.ts";
import { describeReport } from "./printed-report.ts";

/** A submitted run with its rank and notable slices. */
export interface SubmissionOutcome extends NotableSlices {
  readonly run: SubmittedRun;
  /** The estimate of the score over all questions, for a run over a stored subset; null for any other run. */
  readonly estimate: ScoreEstimate | null;
  /** What is left of the owner's quota; null if the owner has no quota. */
  readonly quota: Quota | null;
  /** How many responses without a readable answer a judge would read; null until the run is scored. */
  readonly judgeable: number | null;
  readonly rank: RunRank | null;
}

/**
 * The outcome of a submission. A run that waits for the judge has no score, and therefore no slices and no rank. A
 * partial run has no notable slices, because it may lack predictions for most questions of a slice.
 */
export async function fetchOutcome(
  omnidex: Omnidex,
  run: SubmittedRun,
  openEnded: boolean,
): Promise<SubmissionOutcome> {
  const [quota, judgeable] = await Promise.all([fetchQuota(omnidex, run.benchmark.slug), omnidex.judgeable(run.id)]);
  if (run.score === null) return { run, ...NO_SLICES, estimate: null, rank: null, quota, judgeable };
  const [slices, estimate, rank] = await Promise.all([
    run.partial ? NO_SLICES : notableSlices(omnidex, run),
    omnidex.estimate(run.id),
    fetchRank(omnidex, run, openEnded),
  ]);
  return { run, ...slices, estimate, rank, quota, judgeable };
}

const NO_SLICES: NotableSlices = { strongest: [], weakest: [] };

type Quota = Viewer["submissionQuotas"][number];

/** What is left of the owner's quota for a benchmark; null if the owner has no quota. */
export async function fetchQuota(omnidex: Omnidex, benchmark: string): Promise<Quota | null> {
  const quotas = (await omnidex.viewer())?.submissionQuotas ?? [];
  return quotas.find((quota) => quota.benchmark === benchmark) ?? null;
}

/** The outcome as text. */
export function describeOutcome({ run, estimate, strongest, weakest, rank, quota }: SubmissionOutcome): string {
  const parts = [
    reportWarnings(run.report),
    runDescription(run, estimate),
    sliceTable("Strongest slices", strongest),
    sliceTable("Weakest slices", weakest),
    strongest.length === 0
      ? ""
      : colors.dim(`Slices of at least ${LEAST_QUESTIONS} questions; the line is the 95 % interval, | is chance.`),
    rankText(run, rank),
    quota === null ? "" : quotaLeft(quota),
    nextSteps(run),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

const COLUMNS: readonly Column[] = [
  { title: "SLICE", flexible: true },
  { title: "" },
  { title: "N", align: "right" },
  { title: "SCORE", align: "right" },
  { title: "95 %", align: "right" },
  { title: "0 … 100" },
];

function sliceTable(title: string, cells: readonly BreakdownCell[]): string {
  if (cells.length === 0) return "";
  const rows = cells.map(({ keys, score }) => [
    { text: keys.map(({ label }) => label).join(", "), style: colors.bold },
    keys.map(({ dimension }) => optionSpelling(dimension)).join(", "),
    String(score.n),
    scoreText(score),
    intervalText(score),
    { text: intervalBar(score.value, score.interval, barWidth(), score.chance), style: colors.cyan },
  ]);
  return `${colors.bold(title)}\n${formatTable(COLUMNS, rows, { heading: colors.dim })}`;
}

function rankText({ benchmark, score, partial }: SubmittedRun, rank: SubmissionOutcome["rank"]): string {
  if (score === null) return "";
  if (score.repeatsBest)
    return `It has no rank of its own: the leaderboard of ${benchmark.slug} shows its owner's better run instead.`;
  if (partial) return "It is partial: leaderboards leave it out, unless --partial is given.";
  if (rank === null) return `It is below the first ${MOST_ENTRIES} on the leaderboard of ${benchmark.slug}.`;
  if (rank.partial !== null)
    return `It is ranked only among the runs on the leaderboard of ${benchmark.slug} whose score leaves out the same tasks (${rank.partial}).`;
  const range = rank.rankRange === null ? "" : ` (${rank.rankRange.best}–${rank.rankRange.worst} with its error bars)`;
  const place = `Rank ${rank.rank} of ${rank.entries}${range} on the leaderboard of ${benchmark.slug}, among the runs that you may see.`;
  return [place, sizeText(benchmark.slug, rank.questions)].filter((line) => line !== null).join("\n");
}

function nextSteps({ id, benchmark, visibility, score, status, report, partial }: SubmittedRun): string {
  const later = status === "JUDGING" ? "shows when the judge is done" : "says why it has no score";
  const steps = [
    ...(score === null ? [[`omnidex run ${id}`, later]] : []),
    ...(score !== null || status === "JUDGING"
      ? [
          // A coarse score is the only one until a challenge has closed.
          ...(score?.coarse === true ? [] : [[`omnidex breakdown ${id} --by task`, "its score by task"]]),
          [`omnidex leaderboard ${benchmark.slug}${partial ? " --partial" : ""}`, "where it stands"],
        ]
      : []),
    ...(report.warningCount > 0
      ? [["omnidex submit … --dry-run", `lists the ${counted(report.warningCount, "remark")} on its rows`]]
      : []),
  ];
  const visible =
    visibility === "PRIVATE"
      ? `Only you can see it. 'omnidex runs update ${id} --visibility public' publishes it.\n`
      : "";
  return `${visible}${colors.dim("Next:")}\n${formatTable(
    [{ title: "" }, { title: "" }],
    steps.map((step) => ["", ...step].slice(1)),
    { titles: false },
  )}`;
}

/** How many of the server's remarks to print. */
const MOST_REMARKS = 50;

const MIXED_CONFIRMATIONS =
  "The server read the file piece by piece. Some pieces have no confirmation, and their remarks are those of a single-response " +
  "run. But the file as a whole is double-response, so the questions in those pieces that are asked twice count as wrong.";

/** What is left of the quota, and whether it admits one more submission. */
function quotaSentence(quota: Quota): string {
  const refused = quota.remaining > 0 ? "" : " A new submission would be refused with QUOTA_EXCEEDED.";
  return `${quotaLeft(quota)}${refused}`;
}

const quotaLeft = (quota: Quota): string => `Submissions left on ${quota.benchmark}: ${quotaText(quota)}.`;

/** The result of a dry run as text. */
export function describeDryRun(fields: RunFields, read: ReaderReport, server: DryRun, quota: Quota | null): string {
  const { benchmark, model, inputs, frames } = fields;
  const counts = new Map<string, number>();
  for (const { code } of server.issues) counts.set(code, (counts.get(code) ?? 0) + 1);
  const issues = server.issues.slice(0, MOST_REMARKS).map(({ place, question, message }) => [place, question, message]);
  const columns = [{ title: "PLACE" }, { title: "QUESTION" }, { title: "REMARK", flexible: true }];
  const more = server.warningCount + server.errorCount - issues.length;
  const warnings = reportWarnings(server);
  return [
    ...(warnings === "" ? [] : [warnings, ""]),
    `${model.name} on ${benchmark}, given ${inputs.map(optionSpelling).join(", ")}${frames == null ? "" : ` (${frames} frames)`}`,
    describeReport(read),
    `The server: ${counted(server.errorCount + server.inputIssues.length, "error")}, ${counted(server.warningCount, "warning")}. Nothing was stored.`,
    ...(quota === null ? [] : [quotaSentence(quota)]),
    ...(server.mixedConfirmations ? [MIXED_CONFIRMATIONS] : []),
    ...(issues.length === 0 ? [] : ["", formatTable(columns, issues, { heading: colors.dim })]),
    ...(more > 0 ? [`… and ${counted(more, "remark")} more; --json has up to 1,000.`] : []),
  ].join("\n");
}
