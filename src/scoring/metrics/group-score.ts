import { type Interval, wilsonInterval } from "./score-interval.ts";

/** A group of questions that are scored together. */
export interface QuestionGroup {
  /** The ordinals of its questions, in order. */
  readonly ordinals: readonly number[];
  /** The metric of the questions' task. */
  readonly metric: string;
  /** Which questions of a chain are one step: `"[1, [2, 3], 4]"`; null if each question is a step. */
  readonly structure: string | null;
}

/** `GroupScores` of the schema. */
export interface GroupScores {
  readonly groups: number;
  readonly right: number;
  readonly value: number;
  readonly interval: Interval;
  readonly graded: number | null;
}

/** The questions of a run by what they are: right, or without a score. */
interface Answered {
  readonly correct: { has(ordinal: number): boolean };
  readonly unscored: { has(ordinal: number): boolean };
}

/**
 * The scores of a run over groups. A group with a question that cannot be scored is left out: nobody knows whether it is right.
 * Null if no group is left.
 */
export function groupScores(groups: readonly QuestionGroup[], { correct, unscored }: Answered): GroupScores | null {
  const scored = groups
    .filter(({ ordinals }) => ordinals.length > 0 && !ordinals.some((ordinal) => unscored.has(ordinal)))
    .map(({ ordinals, ...group }) => ({ ...group, answers: ordinals.map((ordinal) => correct.has(ordinal)) }));
  if (scored.length === 0) return null;
  const n = scored.length;
  const right = scored.filter(({ answers }) => answers.every(Boolean)).length;
  const grades = scored.map(({ answers, metric, structure }) => gradeOf(answers, metric, structure));
  return {
    groups: n,
    right,
    value: right / n,
    interval: wilsonInterval(right, n),
    graded: grades.every((grade) => grade !== null) ? grades.reduce((sum, grade) => sum + grade, 0) / n : null,
  };
}

/** The score of one group by the metric of its task; null for a metric that is not one of groups. */
function gradeOf(answers: readonly boolean[], metric: string, structure: string | null): number | null {
  switch (metric.trim().toLowerCase()) {
    case "quadratic":
      return quadraticScore(answers);
    case "chain":
      return chainScore(answers, structure);
    default:
      return null;
  }
}

/** The square of the share of right questions. @see Video-MME-v2, evaluation/test_video_mme_v2.py, `cal_relevance` */
export const quadraticScore = (answers: readonly boolean[]): number =>
  (answers.filter(Boolean).length / answers.length) ** 2;

/** Chains of four questions of which two are one step: the position of the second of the two, and the scores. */
const STEPS_OF_TWO: ReadonlyMap<string, { readonly second: number; readonly scores: readonly number[] }> = new Map([
  ["[1,[2,3],4]", { second: 2, scores: [0, 1 / 12, 4 / 12, 7 / 12, 1] }],
  ["[[1,2],3,4]", { second: 1, scores: [0, 1 / 10, 2 / 10, 5 / 10, 1] }],
]);

/**
 * The score of a chain: it counts the questions that are right from the first on, without a gap. Of two questions that are
 * one step, the second alone counts as the first would.
 * @returns null for a structure that Video-MME-v2 does not have
 * @see Video-MME-v2, evaluation/test_video_mme_v2.py, `cal_logic`; the same in lmms-eval, tasks/videomme_v2/utils.py
 */
export function chainScore(answers: readonly boolean[], structure: string | null): number | null {
  const n = answers.length;
  const gap = answers.indexOf(false);
  const reached = gap === -1 ? n : gap;
  const steps = structure?.replace(/\s/g, "") ?? "";
  if (steps === "" || steps === `[${answers.map((_, place) => place + 1).join()}]`) return (reached / n) ** 2;
  const chain = STEPS_OF_TWO.get(steps);
  if (chain === undefined || n !== chain.scores.length - 1) return null;
  const isSecond = reached === chain.second - 1 && answers[chain.second] === true;
  return chain.scores[reached + (isSecond ? 1 : 0)] ?? null;
}
