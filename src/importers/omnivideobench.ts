import type { AnswerKey, ImportHead, ImportQuestion, ImportVideo } from "../domain/import-batch.ts";
import { taxonomyOf } from "../domain/taxonomy.ts";
import { readAnswerPosition } from "./batch/answer-position.ts";
import { readAudioLabels } from "./batch/audio-labels.ts";
import { BatchBuilder } from "./batch/batch-builder.ts";
import { readSeconds } from "./batch/duration.ts";
import { nativeFields } from "./batch/native-fields.ts";
import { readOptionTexts } from "./batch/option-texts.ts";
import { gathering, type ImportFile, type ImportRecords } from "./importer.ts";
import { readReasoningSteps } from "./omnivideobench-steps.ts";
import { onlyFile } from "./reading/document.ts";
import { JsonDocument } from "./reading/json-document.ts";
import type { RecordReader } from "./reading/record-reader.ts";

const TAXONOMY = taxonomyOf("omnivideobench");

/**
 * Reads OmniVideoBench's `data.json`: an array of videos with their questions. A question has no id there; its key is
 * its place within its video, from 0.
 * @throws {ImportError}
 */
export async function readOmniVideoBench(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const root = new JsonDocument(onlyFile(files, "data.json"));
  const builder = BatchBuilder.of("omnivideobench", records);
  for (const record of root.elements("an array of videos")) addVideo(builder, record);
  return builder.build("omnivideobench-json", files);
}

export const importOmniVideoBench = gathering(readOmniVideoBench);

function addVideo(builder: BatchBuilder, record: RecordReader): void {
  const key = record.field("video").text();
  const video: ImportVideo = {
    key,
    category: builder.categories.add(record.field("video_type"), null, key),
    durationSeconds: readSeconds(record.field("duration")),
    url: null,
    subset: null,
    // Audio types are stated per question; the file has none for the video as a whole.
    audioTypes: [],
    caption: null,
    native: nativeFields(record, ["video_type", "duration"]),
  };
  builder.addVideo(video, record);
  for (const [position, question] of record.field("questions").array("an array of questions").entries()) {
    builder.addQuestion(readQuestion(builder, key, `${key}/${position}`, question), question);
  }
}

function readQuestion(builder: BatchBuilder, video: string, key: string, record: RecordReader): ImportQuestion {
  const task = builder.tasks.add(record.field("question_type"), "UNDERSTANDING", key);
  const options = readOptionTexts(record.field("options").strings(), key, builder.oddities);
  return {
    key,
    video,
    task: task.slug,
    level: task.level,
    text: record.field("question").text(),
    options,
    answerFormat: "MULTIPLE_CHOICE",
    answer: readAnswer(record, options),
    audioTypes: readAudioLabels([record.field("audio_type")], TAXONOMY.audioTypes),
    requiresAudio: null,
    requiresVisual: null,
    subset: null,
    reasoningSteps: readReasoningSteps(record.field("reasoning_steps"), key, builder.oddities),
    media: [],
    native: nativeFields(record, ["question_type", "audio_type"]),
  };
}

/**
 * `correct_option` is authoritative, as in the official scripts; 28 of the 1,000 answer texts differ from that
 * option's.
 */
const readAnswer = (record: RecordReader, options: readonly string[]): AnswerKey => ({
  kind: "option",
  position: readAnswerPosition(record.field("correct_option"), options.length),
  text: record.field("answer").string(),
});
