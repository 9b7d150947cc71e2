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
