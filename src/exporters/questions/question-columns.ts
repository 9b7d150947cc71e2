import type { QuestionRecord } from "./question-record.ts";

/** What a column holds: a plain value; JSON as text; or a list of texts. */
export type ColumnType = "text" | "integer" | "number" | "boolean" | "json" | "texts";

/** A column of the flat forms of an export: CSV, Parquet, and what Croissant says of them. */
export interface QuestionColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly description: string;
  /** Its values tell the answers. */
  readonly tellsAnswer?: true;
  readonly value: (record: QuestionRecord) => unknown;
}

const column = (
  name: string,
  type: ColumnType,
  description: string,
  value: QuestionColumn["value"],
): QuestionColumn => ({ name, type, description, value });

/** The columns in their order. New ones come at the end. */
export const QUESTION_COLUMNS: readonly QuestionColumn[] = [
  column("benchmark", "text", "The benchmark's slug.", (q) => q.benchmark),
  column("key", "text", "The question's natural key inside its benchmark.", (q) => q.key),
  column("text", "text", "The question.", (q) => q.text),
  column("options", "texts", "The texts of the options by position: A, B, C and so on.", (q) =>
    q.options.map(({ text }) => text),
  ),
  column("answerFormat", "text", "How the question wants to be answered.", (q) => q.answerFormat),
  column("answerAccess", "text", "VISIBLE or HIDDEN.", (q) => q.answerAccess),
  {
    ...column("answerLabel", "text", "Multiple choice: the label of the right option.", (q) => q.answer?.label ?? null),
    tellsAnswer: true,
  },
  {
    ...column("answerText", "text", "The answer in words, where it has any.", (q) => q.answer?.text ?? null),
    tellsAnswer: true,
  },
  {
    ...column("answer", "json", "The whole key, in the shape of its answer format.", (q) => q.answer?.value ?? null),
    tellsAnswer: true,
  },
  column("task", "text", "The task's slug.", (q) => q.task.slug),
  column("taskName", "text", "The benchmark's own word for the task.", (q) => q.task.name),
  column("level", "text", "PERCEPTION, UNDERSTANDING, REASONING or SENSATION.", (q) => q.level),
  column("audioTypes", "texts", "SPEECH, SOUND, MUSIC.", (q) => q.audioTypes.map(({ type }) => type)),
  column("audioLabels", "texts", "The benchmark's own words for the audio types, in their order.", (q) =>
    q.audioTypes.map(({ nativeLabel }) => nativeLabel),
  ),
  column("category", "text", "The slug of the category, with its parent's before it.", (q) => q.category?.slug ?? null),
  column("categoryName", "text", "The benchmark's own word for the category.", (q) => q.category?.name ?? null),
  column("video", "text", "The video's natural key inside its benchmark.", (q) => q.video?.key ?? null),
  column("durationSeconds", "number", "The video's duration.", (q) => q.video?.durationSeconds ?? null),
  column("durationBucket", "text", "The duration's bucket.", (q) => q.video?.durationBucket ?? null),
  column("videoUrl", "text", "Where the video is found.", (q) => q.video?.url ?? null),
  column("videoCaption", "text", "The benchmark's description of the video.", (q) => q.video?.caption ?? null),
  column("media", "json", "The files to give to a model: kind and path.", (q) => q.media),
  column("requiresAudio", "boolean", "It needs the sound, where the benchmark says.", (q) => q.requiresAudio),
  column("requiresVisual", "boolean", "It needs the pictures, where the benchmark says.", (q) => q.requiresVisual),
  column("questionOnly", "boolean", "It can be answered without the video.", (q) => q.questionOnly),
  column("requiresDomainKnowledge", "boolean", "It needs expert knowledge.", (q) => q.requiresDomainKnowledge),
  column("subset", "text", "The benchmark's own part that the question is in.", (q) => q.subset),
  {
    ...column("reasoningSteps", "json", "How people came to the answer.", (q) => q.reasoningSteps),
    tellsAnswer: true,
  },
  column("native", "json", "The record's other fields, in the benchmark's own words.", (q) => q.native),
  column("ordinal", "integer", "The place in the release, from 0 on.", (q) => q.ordinal),
  column("release", "integer", "The version of the release on this server.", (q) => q.release.version),
  column("releaseHash", "text", "SHA-256 over everything in the release.", (q) => q.release.contentHash),
  column("license", "text", "The licence of the data, as its authors state it.", (q) => q.license),
  column("id", "text", "The question's id on this server.", (q) => q.id),
];
