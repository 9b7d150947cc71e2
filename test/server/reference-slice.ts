import { durationBucketOf } from "../../src/domain/duration-buckets.ts";
import type { ImportBatch, ImportQuestion } from "../../src/domain/import-batch.ts";
import type { AudioTypeFilter, NumberRange, QuestionFilter } from "../../src/domain/slice/question-filter.ts";
import type { AnswerFormat, AudioType, Dominance, Level, StepModalities } from "../../src/domain/vocabulary.ts";

/** All properties of a question that filters use. */
export interface FlatQuestion {
  readonly name: string;
  readonly benchmark: string;
  readonly key: string;
  readonly task: string;
  readonly level: Level;
  readonly answerFormat: AnswerFormat;
  readonly audio: readonly AudioType[];
  readonly video: string | null;
  readonly category: string | null;
  readonly duration: number | null;
  readonly requiresAudio: boolean | null;
  readonly requiresVisual: boolean | null;
  readonly questionOnly: boolean | null;
  readonly requiresDomainKnowledge: boolean | null;
  /** Whether the latest review calls the answer key ambiguous. */
  readonly keyAmbiguous: boolean;
  readonly subset: string | null;
  readonly durationLabel: string | null;
  readonly dominance: Dominance | null;
  readonly stepCount: number | null;
  readonly audioStepCount: number | null;
  readonly visionStepCount: number | null;
  readonly audioStepShare: number | null;
  readonly stepModalities: StepModalities | null;
}

/**
 * The questions of a batch.
 * @param videoId returns the id of a video, by which filters name it
 * @param ambiguous the ordinals of the questions whose keys the latest reviews call ambiguous
 */
export function flatQuestions(
  batch: ImportBatch,
  videoId: (key: string) => string,
  ambiguous: readonly number[] = [],
): readonly FlatQuestion[] {
  const videos = new Map(batch.videos.map((video) => [video.key, video]));
  return batch.questions.map((question, ordinal) => {
    const video = videos.get(question.video ?? "");
    return {
      ...question,
      name: `${batch.benchmark}:${question.key}`,
      benchmark: batch.benchmark,
      audio: question.audioTypes.map(({ type }) => type),
      video: video === undefined ? null : videoId(video.key),
      category: video?.category ?? null,
      duration: video?.durationSeconds ?? null,
      questionOnly: question.questionOnly ?? null,
      requiresDomainKnowledge: question.requiresDomainKnowledge ?? null,
      keyAmbiguous: ambiguous.includes(ordinal),
      subset: question.subset ?? video?.subset ?? null,
      durationLabel: video?.durationLabel ?? (video?.native.duration as string | undefined) ?? null,
      dominance: batch.tasks.find(({ slug }) => slug === question.task)?.dominance ?? null,
      ...traceOf(question.reasoningSteps),
    };
  });
}

/** The words for modalities in the data of these tests, including misspelt ones. */
const HEARD: ReadonlySet<string | null> = new Set(["audio", "Audio", "aduio", "audio,"]);
const SEEN: ReadonlySet<string | null> = new Set(["vision", "vison", "viison."]);

function traceOf(steps: ImportQuestion["reasoningSteps"]) {
  const [audio, vision] = [HEARD, SEEN].map((words) => steps.filter(({ modality }) => words.has(modality)).length);
  const known = <T>(value: T): T | null => (steps.length === 0 ? null : value);
  return {
    stepCount: known(steps.length),
    audioStepCount: known(audio ?? 0),
    visionStepCount: known(vision ?? 0),
    audioStepShare: known((audio ?? 0) / steps.length),
    stepModalities: audio ? (vision ? "BOTH" : "AUDIO") : vision ? "VISION" : null,
  } as const;
}

/** Whether a filter matches a question, evaluated literally by the schema's descriptions. */
export function matches(filter: QuestionFilter, q: FlatQuestion): boolean {
  return [
    isIn(filter.benchmarks, q.benchmark),
    isIn(filter.levels, q.level),
    isIn(filter.tasks, q.task),
    isIn(filter.answerFormats, q.answerFormat),
    isIn(filter.subsets, q.subset),
    isIn(filter.keys, q.key),
    isIn(filter.videos, q.video),
    isIn(filter.durationBuckets, durationBucketOf(q.duration)?.key ?? null),
    filter.categories?.some((slug) => q.category === slug || q.category?.startsWith(`${slug}/`)) ?? true,
    filter.requiresAudio == null || q.requiresAudio === filter.requiresAudio,
    filter.requiresVisual == null || q.requiresVisual === filter.requiresVisual,
    filter.questionOnly == null || q.questionOnly === filter.questionOnly,
    filter.requiresDomainKnowledge == null || q.requiresDomainKnowledge === filter.requiresDomainKnowledge,
    filter.keyAmbiguous == null || q.keyAmbiguous === filter.keyAmbiguous,
    hasAudio(filter.audioTypes ?? {}, q.audio),
    inRange(filter.durationSeconds ?? {}, q.duration),
    isIn(filter.durationLabels, q.durationLabel),
    isIn(filter.dominances, q.dominance),
    isIn(filter.stepModalities, q.stepModalities),
    inRange(filter.stepCount ?? {}, q.stepCount),
    inRange(filter.audioStepCount ?? {}, q.audioStepCount),
    inRange(filter.visionStepCount ?? {}, q.visionStepCount),
    inRange(filter.audioStepShare ?? {}, q.audioStepShare),
    filter.and?.every((part) => matches(part, q)) ?? true,
    filter.or?.some((part) => matches(part, q)) ?? true,
    filter.not == null || !matches(filter.not, q),
  ].every(Boolean);
}

const isIn = (values: readonly string[] | null | undefined, value: string | null): boolean =>
  values == null || (value !== null && values.includes(value));

const hasAudio = ({ any, all, none }: AudioTypeFilter, audio: readonly AudioType[]): boolean =>
  (any?.some((type) => audio.includes(type)) ?? true) &&
  (all?.every((type) => audio.includes(type)) ?? true) &&
  !(none?.some((type) => audio.includes(type)) ?? false);

function inRange({ gt, gte, lt, lte }: NumberRange, seconds: number | null): boolean {
  const bounds = [gt, gte, lt, lte].filter((bound) => bound != null);
  if (bounds.length === 0) return true;
  if (seconds === null) return false;
  return (
    (gt == null || seconds > gt) &&
    (gte == null || seconds >= gte) &&
    (lt == null || seconds < lt) &&
    (lte == null || seconds <= lte)
  );
}
