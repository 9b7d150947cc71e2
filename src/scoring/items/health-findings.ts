import { isAnsweredWithout, type ModalityTest } from "./answered-without.ts";
import type { ItemFit } from "./item-fit.ts";
import type { KeySuspect } from "./key-suspect.ts";
import type { NearDuplicate } from "./near-duplicates.ts";
import type { QuestionStatistics } from "./question-statistics.ts";

/** The problems that a question can have, from the worst to the mildest. */
export const HEALTH_PROBLEMS = [
  "SUSPECTED_KEY",
  "AMBIGUOUS_KEY",
  "NEGATIVE_DISCRIMINATION",
  "ALL_WRONG",
  "ALL_RIGHT",
  "DUPLICATE",
  "ANSWERED_WITHOUT_VIDEO",
  "ANSWERED_WITHOUT_AUDIO",
  "OFTEN_UNPARSED",
  "REPEATED",
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

export interface HealthFinding {
  readonly problem: HealthProblem;
  /** The question's ordinal. */
  readonly question: number;
  /**
   * How strong the evidence is. For a suspected key, the logarithm of the likelihood ratio of the proposed option to
   * the key. For an ambiguous key, that logarithm at the time of the review, or NaN if none was recorded. For a
   * negative discrimination, the item-rest correlation. For questions that all runs or no runs answer correctly, the
   * number of runs that were asked. For duplicates and repeated questions, the similarity to `other`. For questions
   * answered without a modality: of the models that answer correctly with the modality, the share that also answer
   * correctly without it. For often unparsed responses, the share of unparsed responses.
   */
  readonly figure: number;
  /** The earlier question that a duplicate or repeated question resembles. */
  readonly other: number | null;
}

/** A question whose key a maintainer reviewed as ambiguous: more than one option can be defended. */
export interface AmbiguousKey {
  /** The question's ordinal. */
  readonly question: number;
  /** The evidence against the key at the time of the review; `NaN` if none was recorded. */
  readonly evidence: number;
}

/** The inputs of the findings. An input that is null or empty yields no findings. */
interface HealthInput {
  readonly statistics: QuestionStatistics;
  readonly fit: ItemFit | null;
  readonly suspects: readonly KeySuspect[];
  /** The questions whose keys were reviewed as ambiguous. */
  readonly ambiguous: readonly AmbiguousKey[];
  /** Questions of one video, or of videos that may be the same. */
  readonly duplicates: readonly NearDuplicate[];
  /** Near-duplicates among the questions of different videos. */
  readonly repeated: readonly NearDuplicate[];
  /** The tests of video and audio. */
  readonly modalities: readonly ModalityTest[];
}

/** The minimum number of runs for findings about shares: all runs right, all runs wrong, or often unparsed. */
const LEAST_RUNS = 6;
/** The probability from which a key is suspected. */
const SUSPECTED = 0.5;
/** The share of unparsed responses from which a question counts as often unparsed. */
const OFTEN = 0.5;
/** The one-sided 95 % quantile of the normal distribution. */
const Z_ONE_SIDED = 1.6448536269514722;

/** The findings, ordered by question, and within a question from the worst problem to the mildest. */
export function healthFindings(input: HealthInput): HealthFinding[] {
  return [
    ...suspectedKeys(input),
    ...input.ambiguous.map(({ question, evidence }) => finding("AMBIGUOUS_KEY", question, evidence)),
    ...negativeDiscriminations(input),
    ...extremes(input),
    ...input.duplicates.map(({ question, other, similarity }) => finding("DUPLICATE", question, similarity, other)),
    ...answeredWithout(input),
    ...oftenUnparsed(input),
    ...input.repeated.map(({ question, other, similarity }) => finding("REPEATED", question, similarity, other)),
  ].sort((a, b) => a.question - b.question);
}

const finding = (
  problem: HealthProblem,
  question: number,
  figure: number,
  other: number | null = null,
): HealthFinding => ({ problem, question, figure, other });

const suspectedKeys = ({ suspects }: HealthInput): HealthFinding[] =>
  suspects
    .filter(({ probability }) => probability >= SUSPECTED)
    .map(({ question, evidence }) => finding("SUSPECTED_KEY", question, evidence));

/** Questions whose discrimination is below 0 with a posterior probability of at least 95 %. */
function negativeDiscriminations({ fit, statistics }: HealthInput): HealthFinding[] {
  if (fit === null) return [];
  return ordinals(statistics)
    .filter((at) => (fit.discrimination[at] ?? 0) + Z_ONE_SIDED * (fit.discriminationError[at] ?? 0) < 0)
    .map((at) => finding("NEGATIVE_DISCRIMINATION", at, statistics.itemRest[at] ?? Number.NaN));
}

function extremes({ statistics }: HealthInput): HealthFinding[] {
  const ofShare = (problem: HealthProblem, share: number): HealthFinding[] =>
    ordinals(statistics)
      .filter((at) => statistics.share[at] === share && (statistics.asked[at] ?? 0) >= LEAST_RUNS)
      .map((at) => finding(problem, at, statistics.asked[at] ?? 0));
  return [...ofShare("ALL_WRONG", 0), ...ofShare("ALL_RIGHT", 1)];
}

const answeredWithout = ({ modalities }: HealthInput): HealthFinding[] =>
  modalities.flatMap(({ modality, questions }) =>
    questions
      .filter(isAnsweredWithout)
      .map(({ question, kept, right }) => finding(`ANSWERED_WITHOUT_${modality}`, question, kept / right)),
  );

const oftenUnparsed = ({ statistics }: HealthInput): HealthFinding[] =>
  ordinals(statistics)
    .filter((at) => (statistics.unparsed[at] ?? 0) >= OFTEN && (statistics.asked[at] ?? 0) >= LEAST_RUNS)
    .map((at) => finding("OFTEN_UNPARSED", at, statistics.unparsed[at] ?? 0));

const ordinals = ({ share }: QuestionStatistics): number[] => Array.from(share.keys());
