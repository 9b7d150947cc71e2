/** The fields of an official score of a task that decide how it is shown. */
interface TaskValue {
  readonly metric: string;
  readonly value: number | null;
  readonly n: number;
  readonly valueStrict: number | null;
  readonly nStrict: number;
}

/** The fields of a mean of tasks that decide how it is shown. */
interface MeanValue {
  readonly value: number | null;
  readonly valueStrict: number | null;
  readonly partial: boolean;
  readonly missing: readonly string[];
}

/** A run's value in a leaderboard or table. Both fields are null for a mean over questions. */
export interface OfficialValue {
  readonly taskScore: TaskValue | null;
  readonly taskMean: MeanValue | null;
}

/** AVI-Bench's metrics whose score of a task is the mean of its questions' scores. */
const MEANS: ReadonlySet<string> = new Set(["ACCURACY", "GROUNDING", "FENSE"]);

/** Whether the score of a task is the mean of its questions' scores. */
export const isMeanMetric = (metric: string): boolean => MEANS.has(metric);

/**
 * Whether a value is the mean over all questions, so that the score's interval belongs to it. A score of a task is such a mean
 * if its metric is one.
 */
export const isMeanOfQuestions = ({ taskScore, taskMean }: OfficialValue): boolean =>
  taskMean == null && (taskScore == null || isMeanMetric(taskScore.metric));

/** The score whose uncertainty is that of a value; null for another official score and for a paper's figure, which has none. */
export const scoreBehind = <S>({ score, ...value }: OfficialValue & { readonly score: S | null }): S | null =>
  isMeanOfQuestions(value) ? score : null;

/**
 * The score over the questions with a response, which the official script counts. Null for a mean over questions, and for a run
 * without any response.
 */
export const officialValue = ({ taskScore, taskMean }: OfficialValue): number | null =>
  (taskScore ?? taskMean)?.value ?? null;

/** "partial: without AVC"; null for a value that leaves out no task. */
export const partialText = ({ taskMean }: Pick<OfficialValue, "taskMean">): string | null =>
  taskMean?.partial === true ? `partial: without ${namesOfTasks(taskMean.missing)}` : null;

/** "AVC, AVL" */
export const namesOfTasks = (slugs: readonly string[]): string => slugs.map((slug) => slug.toUpperCase()).join(", ");

/** `Measure` of the schema: the mean over the questions, the metric of the questions' task, or the mean of tasks. */
export type Measure = "QUESTIONS" | "TASK" | "TASKS";

/** The label of a column, which says so if its values are means over questions and not AVI-Bench's own scores. */
export const measuredLabel = (label: string, measure: Measure | null): string =>
  measure === "QUESTIONS" ? `${label} (mean over questions)` : label;

/** A sentence about what a leaderboard's values are; null for a benchmark whose values are always means over questions. */
export function measureText(measure: Measure | null): string | null {
  switch (measure) {
    case "TASK":
      return "Scores are the task's own, over all questions. Official ones leave out questions without a response, as AVI-Bench's script does.";
    case "TASKS":
      return "Scores are means of tasks, over all questions. Official ones leave out questions without a response, as AVI-Bench's script does.";
    case "QUESTIONS":
      return "Scores are means over the questions, which are not AVI-Bench's own scores.";
    default:
      return null;
  }
}

/** A sentence about the ranks of partial values. */
export const PARTIAL_RANKS =
  "Partial scores leave out tasks without a score. They are ranked only among scores that leave out the same tasks.";

/** The fields of a run's scores over groups that are shown. */
interface GroupValues {
  readonly groups: number;
  readonly right: number;
  readonly value: number;
  readonly interval: { readonly lower: number; readonly upper: number };
  readonly graded: number | null;
}

/** "12 of 80 groups with every question right: 15.0 % (95 %: 8.8 to 24.4); by the benchmark's own rule 31.2 %" */
export function groupScoresText({ groups, right, value, interval, graded }: GroupValues): string {
  const percent = (share: number): string => (share * 100).toFixed(1);
  const range = `${percent(interval.lower)} to ${percent(interval.upper)}`;
  const rule = graded === null ? "" : `; by the benchmark's own rule ${percent(graded)} %`;
  return `${right} of ${groups} groups with every question right: ${percent(value)} % (95 %: ${range})${rule}`;
}
