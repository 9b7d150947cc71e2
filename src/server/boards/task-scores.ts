import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import { meanFigures, type TaskFigures, type TaskPart } from "../../scoring/metrics/avi-tasks/task-figure.ts";
import { type AviMetric, aviMetricOf, aviTaskFigures } from "../../scoring/metrics/avi-tasks/task-metrics.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Queryable } from "../db/database.ts";
import type { Group } from "../memory/groups.ts";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";
import type { RunAggregates, RunReference } from "./run-aggregates.ts";
import { fetchTaskKeys } from "./task-answer-queries.ts";
import type { RunAnswers } from "./task-answers.ts";

/**
 * Notes on how a run was scored: a sentence for each answer format that is outside the run's denominator, and a
 * sentence if the texts of open answers were compared. Where answers are hidden, formats are not named, and a sentence tells
 * its owner why a run has no score.
 * @param judged whether a judge was asked to read the answers
 */
export async function scoringNotes(
  aggregates: RunAggregates,
  reference: RunReference,
  judged: boolean,
): Promise<string[]> {
  const { release, openEnded } = reference;
  const compared = openEnded && !judged ? [COMPARED] : [];
  if (!reference.answersVisible) {
    const withheld = await aggregates.hidden.withheld(release, reference.run);
    return withheld === "INCOMPLETE" ? [...compared, INCOMPLETE] : compared;
  }
  const vectors = await aggregates.vectors(reference);
  if (vectors === null) return [];
  if (vectors.unscored.count() === 0) return compared;
  const groups = await aggregates.groups(release, EVERYTHING, ["ANSWER_FORMAT"]);
  const found = groups.flatMap(({ keys, questions }) => {
    const [first] = questions.ordinals.filter((ordinal) => vectors.unscored.has(ordinal));
    const count = questions.count - questions.without(vectors.unscored).count;
    return first === undefined ? [] : [{ format: keys[0]?.key ?? "", first, count }];
  });
  return [...compared, ...found.sort((a, b) => a.first - b.first).map(({ format, count }) => note(format, count))];
}

const INCOMPLETE = "There is no score: more than a twentieth of the questions has no readable answer.";

const COMPARED =
  "The questions were asked without their options and no judge read the responses: a response is right only if it is the right option's text, word for word.";

const note = (format: string, count: number): string =>
  `${count} ${count === 1 ? "question" : "questions"} of format ${format} ${count === 1 ? "is" : "are"} outside every denominator: ${unscoredReason(format)}.`;

/** The reason why questions of an answer format are not scored, as a clause. */
function unscoredReason(format: string): string {
  if (format === "CAPTION") return "the run was scored without FENSE (fense-not-configured)";
  if (format === "BOXES" || format === "FRAME_BOXES")
    return "the file does not say how large the picture is (no-picture-size)";
  return "the key is of another kind (unscored-key)";
}

/** `TaskScore` of the schema, without the task itself. */
export interface TaskScore {
  /** The slug of the task. */
  readonly slug: string;
  readonly metric: AviMetric;
  readonly value: number | null;
  readonly n: number;
  readonly valueStrict: number | null;
  readonly nStrict: number;
  readonly mean: number | null;
  readonly parts: readonly TaskPart[];
  readonly partsStrict: readonly TaskPart[];
  readonly reason: string | null;
}

/** A run and its benchmark. */
export interface TaskReference extends RunReference {
  /** The benchmark's slug. */
  readonly benchmark: string;
}

/** The benchmark whose tasks are scored as a whole. */
export const WHOLE_TASK_BENCHMARK = "avi-bench";

/** The answer formats for which `unscoredReason` has a specific reason, by metric. */
const FORMATS: Partial<Record<AviMetric, string>> = {
  FENSE: "CAPTION",
  LOCALIZATION: "BOXES",
  GROUNDING: "FRAME_BOXES",
};
/** The task scores of one request, cached by the run's answers, so aliased fields compute them once. */
const COMPUTED = new WeakMap<RunAnswers, readonly TaskScore[]>();
const NOTHING: TaskFigures = { official: null, strict: null };

/**
 * The scores of AVI-Bench's tasks in the release, in the paper's order; empty for another benchmark. Where answers are
 * hidden, no task has a score: a figure over a single submitted prediction would reveal whether it is correct.
 */
export async function runTaskScores(
  aggregates: RunAggregates,
  reference: TaskReference,
): Promise<readonly TaskScore[]> {
  const { run, release, benchmark, answersVisible } = reference;
  if (benchmark !== WHOLE_TASK_BENCHMARK) return [];
  if (!answersVisible) {
    const ordinals = ordinalsByTask(await aggregates.groups(release, EVERYTHING, ["TASK"]));
    return ofTasks(benchmark, ordinals, (slug) => withoutScore(slug, "The release hides its answers."));
  }
  const [vectors, groups, answers] = await Promise.all([
    aggregates.vectors(reference),
    aggregates.groups(release, EVERYTHING, ["TASK"]),
    aggregates.taskAnswers.ofRun(run),
  ]);
  const known = COMPUTED.get(answers);
  if (known !== undefined) return known;
  const scores = ofTasks(benchmark, ordinalsByTask(groups), (slug, own) =>
    vectors === null ? withoutScore(slug, "The run is not scored.") : taskScore(slug, own, vectors, answers),
  );
  COMPUTED.set(answers, scores);
  return scores;
}

/**
 * The official score of one of AVI-Bench's tasks over some of its questions, by their ordinals; null if the run is not
 * scored or answers are hidden.
 */
export async function scoreOfTask(
  aggregates: RunAggregates,
  reference: RunReference,
  slug: string,
  ordinals: ArrayLike<number>,
): Promise<TaskScore | null> {
  if (!reference.answersVisible) return null;
  const [vectors, answers] = await Promise.all([
    aggregates.vectors(reference),
    aggregates.taskAnswers.ofRun(reference.run),
  ]);
  return vectors && taskScore(slug, Array.from(ordinals), vectors, answers);
}

/** The official scores of the tasks that have questions in a set; empty if the run is not scored. */
export async function scoresOfTasks(
  aggregates: RunAggregates,
  reference: RunReference,
  { ordinals }: SliceQuestions,
): Promise<readonly TaskScore[]> {
  const [vectors, groups, answers] = await Promise.all([
    aggregates.vectors(reference),
    aggregates.groups(reference.release, EVERYTHING, ["TASK"]),
    aggregates.taskAnswers.ofRun(reference.run),
  ]);
  if (vectors === null) return [];
  const asked = new Set(ordinals);
  return groups.flatMap(({ keys: [key], questions }) => {
    const own = Array.from(questions.ordinals).filter((ordinal) => asked.has(ordinal));
    return key === undefined || own.length === 0 ? [] : [taskScore(key.key, own, vectors, answers)];
  });
}

/** A task score with the primary key of its task. */
export async function withTask<T extends TaskScore>(
  database: Queryable,
  memory: ServerMemory,
  score: T | null,
): Promise<(T & { readonly task: number }) | null> {
  if (score === null) return null;
  const tasks = await rememberedAnswer(memory, ["tasks", WHOLE_TASK_BENCHMARK], () =>
    fetchTaskKeys(database, WHOLE_TASK_BENCHMARK),
  );
  const task = tasks.find(({ slug }) => slug === score.slug)?.task;
  return task === undefined ? null : { ...score, task };
}

const ofTasks = (
  benchmark: string,
  ordinals: ReadonlyMap<string, readonly number[]>,
  score: (slug: string, own: readonly number[]) => TaskScore,
): readonly TaskScore[] =>
  (findTaxonomy(benchmark)?.tasks ?? []).flatMap(({ slug }) => {
    const own = ordinals.get(slug);
    return own === undefined ? [] : [score(slug, own)];
  });

const ordinalsByTask = (groups: readonly Group[]): ReadonlyMap<string, readonly number[]> =>
  new Map(groups.map(({ keys, questions }) => [keys[0]?.key ?? "", Array.from(questions.ordinals)]));

const withoutScore = (slug: string, reason: string): TaskScore => described(slug, NOTHING, null, reason);

function taskScore(
  slug: string,
  ordinals: readonly number[],
  vectors: RunVectors,
  { answers, notSent }: RunAnswers,
): TaskScore {
  const means = meanFigures(vectors, ordinals, notSent);
  const answered = ordinals.flatMap((ordinal) => (vectors.unscored.has(ordinal) ? [] : (answers.get(ordinal) ?? [])));
  const figures = aviTaskFigures(slug, answered) ?? means;
  return described(slug, figures, means.strict?.value ?? null, reasonOf(slug, figures, ordinals.length));
}

function reasonOf(slug: string, { official, strict }: TaskFigures, questions: number): string | null {
  if (official !== null) return null;
  if (strict !== null) return "The run has no prediction that the official denominator counts.";
  const reason = unscoredReason(FORMATS[aviMetricOf(slug)] ?? "");
  return `None of the task's ${questions} questions can be scored: ${reason}.`;
}

const described = (
  slug: string,
  { official, strict }: TaskFigures,
  mean: number | null,
  reason: string | null,
): TaskScore => ({
  slug,
  metric: aviMetricOf(slug),
  value: official?.value ?? null,
  n: official?.n ?? 0,
  valueStrict: strict?.value ?? null,
  nStrict: strict?.n ?? 0,
  mean,
  parts: official?.parts ?? [],
  partsStrict: strict?.parts ?? [],
  reason,
});
