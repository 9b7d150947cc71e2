import { COARSE_SCORES, withoutScoreText } from "../../domain/coarse-scores.ts";
import { percent, scoreAndInterval, valueText } from "../../domain/figures-text.ts";
import { groupScoresText } from "../../domain/official-value.ts";
import { protocolText } from "../../domain/run-protocol.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { unreadText } from "../../domain/unread-text.ts";
import type { Confirmations, GroupScores, Run, Score, ScoreEstimate } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, printLine } from "../output/printing.ts";
import { formatTable } from "../output/table.ts";
import { resolveRun } from "./run-reference.ts";
import { runWarnings } from "./run-warnings.ts";

/** Prints one run. */
export async function run(reference: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const found = await resolveRun(omnidex, reference);
  const judgeable = await omnidex.judgeable(found.id);
  const groups = found.status === "SCORED" ? await omnidex.groupScores(found.id) : null;
  if (json) return printJson({ ...found, judgeable, groupScores: groups });
  const warnings = runWarnings(found, await omnidex.remarks(found.id));
  const estimate = found.score === null ? null : await omnidex.estimate(found.id);
  const description = runDescription(found, estimate, groups);
  const parts = [headline(found, judgeable), warnings, description];
  await printLine(parts.filter((part) => part !== "").join("\n\n"));
}

/**
 * The score of a run, and how many of its responses have no readable answer. Empty if all have one, or without a score.
 * @param judgeable how many of these responses a judge can be asked about
 */
export function headline({ id, score, counts }: Run, judgeable: number | null): string {
  const unread = unreadText(id, counts, judgeable);
  return score === null || unread === ""
    ? ""
    : `${scoreAndInterval(score)} of ${counted(score.n, "question")}. ${unread}`;
}

/** A description of a run as text: its fields, then its results. */
export function runDescription(
  run: Run,
  estimate: ScoreEstimate | null = null,
  groups: GroupScores | null = null,
): string {
  const facts = [
    ["benchmark", `${run.benchmark.slug}, release ${run.release.version}`],
    ["inputs", run.inputs.map(optionSpelling).join(", ") + (run.frames === null ? "" : ` (${run.frames} frames)`)],
    ["prompt", run.prompt],
    ["protocol", protocolText(run.protocol)],
    ["asked twice", run.confirmations && CONFIRMATION_TEXTS[run.confirmations]],
    ["seed", run.seed === null ? null : String(run.seed)],
    ["notes", run.notes],
    ["report", run.reportUrl],
    ["conceals", concealedText(run)],
    ["owner", run.owner],
    ["status", `${run.status.toLowerCase()}, ${run.visibility.toLowerCase()}, ${run.createdAt.slice(0, 10)}`],
    ["scored by", scoredBy(run)],
    ["score", scoreLine(run)],
    ["groups", groups && groupScoresText(groups)],
    ["coarse", run.score?.coarse ? COARSE_SCORES : null],
    ["shown by", run.disclosed.map(optionSpelling).join(", ") || null],
    ["estimate", estimateText(estimate)],
    ["counts", countsText(run)],
    ["ambiguous", run.ambiguousShare ? `${percent(run.ambiguousShare)} % of the predictions` : null],
  ].flatMap(([name, value]) => (value ? [[{ text: name ?? "", style: colors.dim }, value]] : []));
  // No column is flexible: on a narrow terminal, sentences wrap instead of being truncated.
  const title = `${colors.bold(run.id)}  ${plainText(run.model.name)}`;
  return `${title}\n${formatTable([{ title: "" }, { title: "" }], facts, { titles: false })}`;
}

/** The fields of an anonymous run that only its owner and administrators see. */
function concealedText({ anonymous, concealed }: Run): string | null {
  if (concealed === null) return anonymous ? "its model, notes and report, until it is named" : null;
  const { name, notes, reportUrl, namesAt } = concealed;
  const until = namesAt === null ? "'omnidex runs name' names it" : `until ${namesAt}`;
  return [name, notes, reportUrl, until].filter((part) => part !== null).join("; ");
}

const CONFIRMATION_TEXTS: Readonly<Record<Confirmations, string>> = {
  SINGLE: "single-response: it confirms no answer, and is ranked apart from double-response runs",
  DOUBLE: "double-response: a right answer counts only with a right confirmation",
};

const REPEATS = "; this is the score of its owner's best earlier run, because this run did not beat it by enough";

function scoreLine({ score, status, counts }: Run): string | null {
  if (score === null) return status === "SCORED" ? withoutScoreText(counts === null) : null;
  const chance = score.chance === null ? "" : `; chance ${percent(score.chance)}`;
  const answered = score.valueAnswered === null ? "" : `; of the answered ${valueText(score.valueAnswered, score)}`;
  return `${scoreAndInterval(score)} of ${counted(score.n, "question")}${videosText(score)}${answered}${chance}${score.repeatsBest ? REPEATS : ""}`;
}

function estimateText(estimate: ScoreEstimate | null): string | null {
  if (estimate === null) return null;
  const { asked, subset } = estimate;
  return `${scoreAndInterval(estimate)} of all ${subset.of} questions, estimated from ${asked} of ${subset.id}; not ranked`;
}

/** A remark on scores over a single video. One video gives no estimate of the variance, so the interval is 0 to 100. */
const videosText = ({ clusters }: Score): string => (clusters === 1 ? ", all of one video" : "");

const countsText = ({ counts }: Run): string | null =>
  counts &&
  Object.entries(counts)
    .filter(([name, count]) => name !== "total" && Number(count) > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");

const scoredBy = ({ scoring }: Run): string | null =>
  scoring &&
  `${scoring.extractor} ${scoring.extractorVersion}, key revision ${scoring.keyRevision}` +
    (scoring.judge === null ? "" : `, judge ${scoring.judge}`);
