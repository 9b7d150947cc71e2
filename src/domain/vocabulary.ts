/** The closed vocabularies of the public surface. Each list is in its canonical order. */

export const AUDIO_TYPES = ["SPEECH", "SOUND", "MUSIC"] as const;
export type AudioType = (typeof AUDIO_TYPES)[number];

/** The cognitive levels. WorldSense's "Recognition" is PERCEPTION; AVI-Bench's "Primitive Sensation" is SENSATION. */
export const LEVELS = ["PERCEPTION", "UNDERSTANDING", "REASONING", "SENSATION"] as const;
export type Level = (typeof LEVELS)[number];

export const MODALITIES = ["VIDEO", "IMAGE", "AUDIO", "SUBTITLES", "CAPTION", "TEXT"] as const;
export type Modality = (typeof MODALITIES)[number];

/** The modalities in the order of `MODALITIES`, without repeats. */
export const distinctInputs = (inputs: readonly Modality[]): readonly Modality[] =>
  MODALITIES.filter((modality) => inputs.includes(modality));

/** How a run answers questions that have a confirmation question: without it (SINGLE), or with it (DOUBLE). */
export const CONFIRMATIONS = ["SINGLE", "DOUBLE"] as const;
export type Confirmations = (typeof CONFIRMATIONS)[number];

/** Who can see a run once it is scored: its owner only, or everybody. */
export const VISIBILITIES = ["PRIVATE", "PUBLIC"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The states of a run. Only its owner and administrators see one that is not SCORED. A JUDGING run awaits a judge. */
export const RUN_STATUSES = ["OPEN", "JUDGING", "SCORED", "WITHDRAWN"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const DIMENSIONS = [
  "BENCHMARK",
  "CATEGORY",
  "SUBCATEGORY",
  "TASK",
  "LEVEL",
  "AUDIO_TYPE",
  "DURATION",
  "ANSWER_FORMAT",
  "SUBSET",
  "DURATION_LABEL",
  "DOMINANCE",
  "STEP_COUNT",
  "STEP_MODALITIES",
  "AUDIO_STEP_COUNT",
  "VISION_STEP_COUNT",
  "REQUIRES_AUDIO",
  "REQUIRES_VISUAL",
  "QUESTION_ONLY",
  "REQUIRES_DOMAIN_KNOWLEDGE",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const ANSWER_FORMATS = [
  "MULTIPLE_CHOICE",
  "MULTIPLE_SELECT",
  "YES_NO",
  "NUMBER",
  "OPEN_TEXT",
  "INSTANCE_COUNTS",
  "RETRIEVAL",
  "CAPTION",
  "BOXES",
  "FRAME_BOXES",
] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** The source of a task's level: the paper itself, or Omnidex's interpretation of it. */
export const LEVEL_SOURCES = ["PAPER", "CURATED"] as const;
export type LevelSource = (typeof LEVEL_SOURCES)[number];

/** AVI-Bench: the modality that a task mainly depends on. */
export const DOMINANCES = ["AUDIO", "VISUAL", "JOINT"] as const;
export type Dominance = (typeof DOMINANCES)[number];

/** OmniVideoBench: the modalities that the reasoning steps of a question use. */
export const STEP_MODALITIES = ["AUDIO", "VISION", "BOTH"] as const;
export type StepModalities = (typeof STEP_MODALITIES)[number];

/** The outcome of one question in a run. Every outcome except UNSCORED counts in the denominator. */
export const OUTCOMES = ["MISSING", "WRONG", "CORRECT", "UNPARSED", "ERRORED", "UNSCORED", "PARTIAL"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The scopes of API keys, from the fewest rights to the most. */
export const KEY_SCOPES = ["READ", "SUBMIT", "MAINTAIN", "ADMIN"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scopes of an unrestricted API key: everything that its owner may do. */
export const OWNER_SCOPES: readonly KeyScope[] = ["READ", "SUBMIT", "MAINTAIN"];

/** The given scopes and the scopes that they include, in order. Every key has READ, and ADMIN includes all others. */
export const completeScopes = (scopes: readonly KeyScope[]): readonly KeyScope[] =>
  scopes.includes("ADMIN") ? KEY_SCOPES : KEY_SCOPES.filter((scope) => scope === "READ" || scopes.includes(scope));

/**
 * A maintainer's decision about a suspected answer key. CONFIRMED: the key was wrong and is corrected. AMBIGUOUS:
 * several options can be defended. RIGHT: the key is right.
 */
export const KEY_VERDICTS = ["CONFIRMED", "AMBIGUOUS", "RIGHT"] as const;
export type KeyVerdict = (typeof KEY_VERDICTS)[number];

/** A judge's verdict on a response. */
export type JudgeVerdict =
  /** The response means the option with this label. */
  | { readonly kind: "option"; readonly label: string }
  /** The response means none of the options. */
  | { readonly kind: "none" }
  /** Whether the response has the same meaning as the answer key. */
  | { readonly kind: "meaning"; readonly same: boolean }
  /** The judge's reply does not have the requested form. */
  | { readonly kind: "unreadable" };

/** Why a printed figure is shown beside a leaderboard without a rank. */
const REFERENCE_KINDS = ["HUMAN", "JUDGE", "UNIMODAL", "PROMPT"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** The conditions of each kind, as `data/published-results.csv` names them. */
const CONDITIONS: readonly (readonly [kind: ReferenceKind, condition: RegExp])[] = [
  // The second one is that of models that were asked the same questions as people. AVI-Bench's "pilot study comparison" repeats
  // the figures of Table 3, which are ranked.
  ["HUMAN", /^(human|subset of 75 videos|pilot study \(.*\))$/],
  ["JUDGE", /^judge$/],
  ["UNIMODAL", /^unimodal( .*)?$/],
  ["PROMPT", /^Prompt .+$/],
];

/** The kind of a figure that was measured under a condition; null if such figures are not references. */
export const referenceKind = (condition: string | null): ReferenceKind | null =>
  condition === null ? null : (CONDITIONS.find(([, pattern]) => pattern.test(condition))?.[0] ?? null);

/** The metrics of scores that may be reported because a server cannot compute them. `ExternalMetric` of the schema. */
export const EXTERNAL_METRICS = ["FENSE"] as const;
export type ExternalMetric = (typeof EXTERNAL_METRICS)[number];

/** What is said of a score that was computed elsewhere. */
interface Reported {
  readonly metric: ExternalMetric;
  readonly sources: readonly string[];
  readonly reporters: readonly ("OWNER" | "MAINTAINER")[];
}

const REPORTERS = { OWNER: "the run's owner", MAINTAINER: "a maintainer of the benchmark" } as const;

/** `"FENSE, computed elsewhere and reported by the run's owner (fense 0.2). This server did not check it."` */
export const reportedText = ({ metric, sources, reporters }: Reported): string =>
  `${metric}, computed elsewhere and reported by ${reporters.map((reporter) => REPORTERS[reporter]).join(" and ")} (${sources.join("; ")}). This server did not check it.`;
