import type { ImportHead, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import { taxonomyOf } from "../../domain/taxonomy.ts";
import type { Level } from "../../domain/vocabulary.ts";
import { mediaName, readAnswerPosition } from "../batch/answer-shapes.ts";
import { BatchBuilder, type KnownVideo } from "../batch/batch-builder.ts";
import { readAudioLabels } from "../batch/category-tree.ts";
import { checkBucket, readSeconds } from "../batch/duration.ts";
import { readFields } from "../batch/import-problems.ts";
import { readLabelledOptions } from "../batch/imported-options.ts";
import { nativeFields } from "../batch/kept-fields.ts";
import { QuestionNumbers } from "../batch/numbered-questions.ts";
import { type JsonDocument, onlyFile, openDocument } from "../files/document.ts";
import { gathering, type ImportFile, type ImportRecords } from "../files/importer.ts";
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
const TASK_FIELD = /^task\d+$/;
/** The fields of the records in the original file, and of the rows in the others. */
const WORLDSENSE_FIELDS = {
  video: [...VIDEO_FIELDS, TASK_FIELD],
  question: QUESTION_FIELDS,
  row: [...VIDEO_FIELDS, ...QUESTION_FIELDS, ...ROW_FIELDS],
};

/** The fields of a record that the reader does not know, which are kept in `native`. */
type Unknown = Readonly<Record<string, unknown>>;

/** Reads the fields of a video, which are in its own record or in every row of its questions. */
function readWorldSenseVideo(
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
function readWorldSenseQuestion(
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

/**
 * Reads WorldSense: `worldsense_qa.json`, VLMEvalKit's TSV of it, or the Parquet form of lmms-lab/worldsense. The last
 * two omit `video_duration`, so their videos have only the bucket label; everything else is the same.
 * @throws {ImportError}
 */
export async function readWorldSense(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const file = onlyFile(files, "worldsense_qa.json, or its TSV, JSONL or Parquet form");
  const document = await openDocument(file);
  const builder = BatchBuilder.of("worldsense", records);
  if (document.kind === "rows") {
    addRows(builder, document.rows);
    return builder.build(`worldsense-${document.encoding}`, files);
  }
  addDocument(builder, document.document);
  return builder.build("worldsense-json", files);
}

export const importWorldSense = gathering(readWorldSense);

function addDocument(builder: BatchBuilder, root: JsonDocument): void {
  if (root.isArray) {
    addRows(builder, root.elements());
    return;
  }
  for (const [key, video] of root.members())
    builder.problems.attempt(() => addNestedVideo(builder, key, video), { record: video, key });
}

/** Reads the shape of the original file: an object of videos, with questions in the fields `task0`, `task1`, … */
function addNestedVideo(builder: BatchBuilder, key: string, video: RecordReader): void {
  const id = video.field("video_id");
  if (id.string() !== key) id.fail(`the video's own key ${JSON.stringify(key)}`);
  const imported = builder.readVideo(key, video, () =>
    readWorldSenseVideo(builder, key, video, builder.unknownFields.read(video, WORLDSENSE_FIELDS.video, key)),
  );
  for (const [name, task] of video.members()) {
    if (TASK_FIELD.test(name)) addQuestion(builder, `${key}/${name}`, imported, task, WORLDSENSE_FIELDS.question);
  }
}

/**
 * Reads the shape of the re-encodings: a row per question, which repeats its video. Rows lack the question's key. The
 * key is rebuilt from the row's index among the rows of its video, which have the order of the original file.
 */
function addRows(builder: BatchBuilder, rows: Iterable<RecordReader>): void {
  const numbers = new QuestionNumbers();
  builder.problems.attemptEach(rows, (row) => {
    const key = numbers.ofRow(() => mediaName((row.firstOf(["video", "video_id"]) ?? row.field("video")).text()));
    const video = builder.video(key) ?? builder.readVideo(key, row, () => readWorldSenseVideo(builder, key, row));
    const question = `${key}/task${numbers.take(key)}`;
    addQuestion(builder, question, video, row, WORLDSENSE_FIELDS.row, numbers.reported(question));
  });
}

function addQuestion(
  builder: BatchBuilder,
  key: string,
  video: KnownVideo,
  record: RecordReader,
  known: readonly string[],
  reported: string | null = key,
): void {
  builder.readQuestion(reported, record, () =>
    readWorldSenseQuestion(builder, key, video, record, builder.unknownFields.read(record, known, key)),
  );
}
