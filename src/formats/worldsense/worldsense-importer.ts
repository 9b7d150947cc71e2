import type { ImportHead } from "../../domain/import-batch.ts";
import { BatchBuilder, type KnownVideo } from "../batch/batch-builder.ts";
import { mediaName } from "../batch/media-name.ts";
import { QuestionNumbers } from "../batch/numbered-questions.ts";
import { onlyFile, openDocument } from "../files/document.ts";
import { gathering, type ImportFile, type ImportRecords } from "../files/import-file.ts";
import type { JsonDocument } from "../files/json-document.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { readWorldSenseQuestion, readWorldSenseVideo, TASK_FIELD, WORLDSENSE_FIELDS } from "./worldsense-records.ts";

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
