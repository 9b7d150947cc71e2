import { durationBucketOf } from "../../domain/duration-buckets.ts";
import type { ExportedQuestion, ExportedStatistics, ExportedVideo } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { AnswerKey } from "../../domain/import-batch.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import { optionLabel } from "../../domain/option-label.ts";
import { byFlag } from "../../domain/question-flags.ts";
import { byNumber } from "../../domain/question-numbers.ts";

/** An exported question: a line of NDJSON. Names and shapes are those of `Question` in the GraphQL schema. */
export type QuestionRecord = ReturnType<typeof questionRecord>;

/**
 * @param statistics the question's statistics in the exported item snapshot; null if no snapshot is exported, or if it
 * does not have the question
 */
export function questionRecord(
  row: ExportedQuestion,
  release: ExportedRelease,
  statistics: ExportedStatistics | null = null,
) {
  return {
    benchmark: release.benchmark,
    release: { version: release.version, contentHash: release.contentHash },
    license: release.license,
    id: encodeNodeId("Question", row.id),
    key: row.key,
    ordinal: row.ordinal,
    text: row.text,
    options: row.options.map((text, position) => ({ label: optionLabel(position), text })),
    answerFormat: row.answerFormat,
    answer: row.answer && exportedAnswer(row.answer),
    answerAccess: row.answerAccess,
    task: row.task,
    level: row.level,
    audioTypes: row.audioTypes,
    category: row.category,
    video: row.video && exportedVideo(row.video),
    media: row.media,
    ...byFlag((flag) => row[flag]),
    group: row.group,
    subset: row.subset,
    reasoningSteps: row.reasoningSteps,
    ...byNumber((field) => row[field]),
    stepModalities: row.stepModalities,
    native: row.native,
    statistics,
  };
}

export const exportedAnswer = (key: AnswerKey) => ({
  label: key.kind === "option" ? optionLabel(key.position) : null,
  text: "text" in key ? key.text : null,
  value: key,
});

export const exportedVideo = ({ key, durationSeconds, ...rest }: ExportedVideo) => ({
  key,
  durationSeconds,
  durationBucket: durationBucketOf(durationSeconds)?.key ?? null,
  ...rest,
});
