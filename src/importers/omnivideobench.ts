import type { AnswerKey, ImportHead, ImportQuestion, ImportVideo } from "../domain/import-batch.ts";
import { taxonomyOf } from "../domain/taxonomy.ts";
import { readAnswerPosition } from "./batch/answer-position.ts";
import { readAudioLabels } from "./batch/audio-labels.ts";
import { BatchBuilder } from "./batch/batch-builder.ts";
import { readSeconds } from "./batch/duration.ts";
import { mediaName } from "./batch/media-name.ts";
import { nativeFields } from "./batch/native-fields.ts";
import { readOptionTexts } from "./batch/option-texts.ts";
import { gathering, type ImportFile, type ImportRecords } from "./importer.ts";
import { readReasoningSteps } from "./omnivideobench-steps.ts";
import { encodingOf, onlyFile, openDocument, recordsOf } from "./reading/document.ts";
import { readLiteralColumn } from "./reading/literal-column.ts";
import type { RecordReader } from "./reading/record-reader.ts";

const TAXONOMY = taxonomyOf("omnivideobench");

/**
 * Reads OmniVideoBench: the nested `data.json` (an array of videos with their questions), or the flat form that its Hub
 * repository serves as `data.parquet` (a row for each question; Parquet, JSON array, JSONL or TSV). Neither has ids of
 * questions: a question's key is its place within its video, from 0, which is the same in both.
 * @throws {ImportError}
 */
export async function readOmniVideoBench(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const document = await openDocument(onlyFile(files, "data.json, or its flat form as Parquet, JSON, JSONL or TSV"));
  const reader = new OmniVideoBenchReader(records);
  // The first record says which form it is.
  let nested: boolean | null = null;
  for (const record of recordsOf(document, "an array of videos or questions")) {
    nested ??= record.has("questions");
    nested ? reader.addNested(record) : reader.addFlat(record);
  }
  return reader.builder.build(nested ? "omnivideobench-json" : `omnivideobench-flat-${encodingOf(document)}`, files);
}

export const importOmniVideoBench = gathering(readOmniVideoBench);

class OmniVideoBenchReader {
  readonly builder: BatchBuilder;
  /** How many questions of each video were read, with what its first row says of it. */
  readonly #flat = new Map<string, { questions: number; readonly described: string }>();

  constructor(records: ImportRecords) {
    this.builder = BatchBuilder.of("omnivideobench", records);
  }

  addNested(record: RecordReader): void {
    const key = record.field("video").text();
    this.builder.addVideo(readVideo(this.builder, key, record), record);
    for (const [position, question] of record.field("questions").array("an array of questions").entries())
      this.builder.addQuestion(readQuestion(this.builder, key, `${key}/${position}`, question), question);
  }

  addFlat(record: RecordReader): void {
    const key = mediaName(record.field("video").text());
    const described = JSON.stringify([record.field("video_type").value, record.field("duration").value]);
    const known = this.#flat.get(key) ?? { questions: 0, described };
    if (known.questions === 0) this.builder.addVideo(readVideo(this.builder, key, record), record);
    else if (known.described !== described) {
      const message = `Its rows say ${known.described} and ${described}; the first was kept.`;
      this.builder.oddities.add("VIDEO_DISAGREES", key, message);
    }
    this.#flat.set(key, { ...known, questions: known.questions + 1 });
    this.builder.addQuestion(readQuestion(this.builder, key, `${key}/${known.questions}`, record), record);
  }
}

function readVideo(builder: BatchBuilder, key: string, record: RecordReader): ImportVideo {
  return {
    key,
    category: builder.categories.add(record.field("video_type"), null, key),
    durationSeconds: readSeconds(record.field("duration")),
    url: null,
    subset: null,
    // Each question says which sound it turns on; the file says nothing of the video as a whole.
    audioTypes: [],
    caption: null,
    native: nativeFields(record, ["video_type", "duration"]),
  };
}

function readQuestion(builder: BatchBuilder, video: string, key: string, record: RecordReader): ImportQuestion {
  const task = builder.tasks.add(record.field("question_type"), "UNDERSTANDING", key);
  const options = readOptionTexts(readLiteralColumn(record.field("options")).strings(), key, builder.oddities);
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
    reasoningSteps: readSteps(builder, key, record),
    media: [],
    native: nativeFields(record, ["question_type", "audio_type"]),
  };
}

/** The flat form leaves the steps out. */
function readSteps(builder: BatchBuilder, key: string, record: RecordReader): ImportQuestion["reasoningSteps"] {
  if (!record.has("reasoning_steps")) return [];
  const steps = record.field("reasoning_steps");
  return readReasoningSteps(steps.value === "" ? steps : readLiteralColumn(steps), key, builder.oddities);
}

/**
 * `correct_option` decides, as in the official scripts; 28 of the 1,000 answer texts of `data.json` are not the keyed
 * option's. The flat form has no answer text, and gets the option's.
 */
function readAnswer(record: RecordReader, options: readonly string[]): AnswerKey {
  const position = readAnswerPosition(record.field("correct_option"), options.length);
  const text = record.has("answer") ? record.field("answer").string() : (options[position] ?? "");
  return { kind: "option", position, text };
}
