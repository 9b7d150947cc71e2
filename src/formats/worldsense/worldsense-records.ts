import type { ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import { taxonomyOf } from "../../domain/taxonomy.ts";
import type { Level } from "../../domain/vocabulary.ts";
import { readAnswerPosition } from "../batch/answer-position.ts";
import { readAudioLabels } from "../batch/audio-labels.ts";
import type { BatchBuilder, KnownVideo } from "../batch/batch-builder.ts";
import { checkBucket, readSeconds } from "../batch/duration.ts";
import { readFields } from "../batch/import-problems.ts";
import { readLabelledOptions } from "../batch/imported-options.ts";
import { nativeFields } from "../batch/kept-fields.ts";
import { readLiteralColumn } from "../files/literal-column.ts";
import type { RecordReader } from "../files/record-reader.ts";

const TAXONOMY = taxonomyOf("worldsense");
const LEVEL_BY_WORD: Readonly<Record<"Recognition" | "Understanding" | "Reasoning", Level>> = {
  Recognition: "PERCEPTION",
  Understanding: "UNDERSTANDING",
  Reasoning: "REASONING",
};

const VIDEO_FIELDS = [
  "video_id",
  "video_duration",
  "duration",
  "domain",
  "sub_category",
  "audio_class",
  "video_caption",
];
const QUESTION_FIELDS = ["task_domain", "task_type", "question", "answer", "candidates"];
/** Fields that only VLMEvalKit's rows have: the paths of a question's files, and its number. */
const ROW_FIELDS = ["index", "video", "video_path", "subtitle_path", "audio_path"];

/** The names of the fields with the questions, in the record of a video. */
export const TASK_FIELD = /^task\d+$/;
/** The fields of the records in the original file, and of the rows in the others. */
export const WORLDSENSE_FIELDS = {
  video: [...VIDEO_FIELDS, TASK_FIELD],
  question: QUESTION_FIELDS,
  row: [...VIDEO_FIELDS, ...QUESTION_FIELDS, ...ROW_FIELDS],
};

/** The fields of a record that the reader does not know, which are kept in `native`. */
type Unknown = Readonly<Record<string, unknown>>;

/** Reads the fields of a video, which are in its own record or in every row of its questions. */
export function readWorldSenseVideo(
  builder: BatchBuilder,
  key: string,
  record: RecordReader,
  unknown: Unknown = {},
): ImportVideo {
  const duration = record.optional("video_duration");
  const { label, ...fields } = readFields({
    category: () => builder.categories.add(record.field("domain"), record.optional("sub_category"), key),
    durationSeconds: () => (duration === null ? null : readSeconds(duration)),
    label: () => record.field("duration").string(),
    audioTypes: () => readAudioLabels(readLiteralColumn(record.field("audio_class")).array(), TAXONOMY.audioTypes),
    caption: () => record.optional("video_caption")?.string() ?? null,
  });
  checkBucket(TAXONOMY.durationBuckets, label, fields.durationSeconds, key, builder.oddities);
  return {
    key,
    ...fields,
    url: null,
    subset: null,
    native: { ...nativeFields(record, NATIVE_FIELDS.worldsense.video), ...unknown },
  };
}

/**
 * Reads a question. It has the audio types of its video, because WorldSense labels videos. The paper counts questions
 * by these types.
 */
export function readWorldSenseQuestion(
  builder: BatchBuilder,
  key: string,
  video: KnownVideo,
  record: RecordReader,
  unknown: Unknown,
): ImportQuestion {
  const { task, choice, text } = readFields({
    task: () => readTask(builder, key, record),
    choice: () => readChoice(builder, key, record),
    text: () => record.field("question").text(),
  });
  return {
    key,
    video: video.key,
    ...task,
    text,
    ...choice,
    answerFormat: "MULTIPLE_CHOICE",
    audioTypes: video.audioTypes,
    requiresAudio: null,
    requiresVisual: null,
    subset: null,
    reasoningSteps: [],
    media: [],
    native: { ...nativeFields(record, NATIVE_FIELDS.worldsense.question), ...unknown },
  };
}

function readTask(builder: BatchBuilder, key: string, record: RecordReader): Pick<ImportQuestion, "task" | "level"> {
  const { level, word } = readFields({
    level: () => LEVEL_BY_WORD[record.field("task_domain").oneOf(["Recognition", "Understanding", "Reasoning"])],
    word: () => record.field("task_type"),
  });
  const task = builder.tasks.add(word, level, key);
  if (task.level !== level) {
    const message = `The record says ${level}, the paper's task "${task.name}" is ${task.level}; the record's was kept.`;
    builder.oddities.add("LEVEL_DISAGREES", key, message);
  }
  return { task: task.slug, level };
}

function readChoice(
  builder: BatchBuilder,
  key: string,
  record: RecordReader,
): Pick<ImportQuestion, "options" | "answer"> {
  const candidates = readLiteralColumn(record.field("candidates"));
  const { texts: options, labels } = readLabelledOptions(candidates, key, builder.oddities);
  const position = readAnswerPosition(record.field("answer"), labels);
  return { options, answer: { kind: "option", position, text: options[position] ?? "" } };
}
