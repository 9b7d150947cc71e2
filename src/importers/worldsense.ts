import type { ImportBatch } from "../domain/import-batch.ts";
import { BatchBuilder } from "./batch/batch-builder.ts";
import type { ImportFile } from "./importer.ts";
import { onlyFile, readDocument } from "./reading/document.ts";
import type { RecordReader } from "./reading/record-reader.ts";
import { readWorldSenseQuestion, readWorldSenseVideo } from "./worldsense-records.ts";

const TASK_FIELD = /^task\d+$/;

/**
 * Reads WorldSense: `worldsense_qa.json`, VLMEvalKit's TSV of it, or the Parquet form of lmms-lab/worldsense. The last
 * two leave `video_duration` out, so their videos have only the bucket word; all else is equal.
 * @throws {ImportError}
 */
export async function importWorldSense(files: readonly ImportFile[]): Promise<ImportBatch> {
  const file = onlyFile(files, "worldsense_qa.json, or its TSV or Parquet form");
  const document = await readDocument(file);
  const builder = BatchBuilder.of("worldsense");
  if (document.kind === "rows") {
    addRows(builder, document.rows);
    return builder.build(`worldsense-${document.encoding}`, files);
  }
  addDocument(builder, document.root);
  return builder.build("worldsense-json", files);
}

function addDocument(builder: BatchBuilder, root: RecordReader): void {
  if (Array.isArray(root.value)) {
    addRows(builder, root.array());
    return;
  }
  for (const [key, video] of root.members()) addNestedVideo(builder, key, video);
}

/** The shape of the original file: an object of videos, with questions in the fields `task0`, `task1`, … */
function addNestedVideo(builder: BatchBuilder, key: string, video: RecordReader): void {
  const id = video.field("video_id");
  if (id.string() !== key) id.fail(`the video's own key ${JSON.stringify(key)}`);
  const imported = readWorldSenseVideo(builder, key, video);
  builder.addVideo(imported, video);
  for (const [name, task] of video.members()) {
    if (TASK_FIELD.test(name))
      builder.addQuestion(readWorldSenseQuestion(builder, `${key}/${name}`, imported, task), task);
  }
}

/**
 * The shape of the re-encodings: a row for each question, which repeats its video. A question's key is not in them; it
 * is rebuilt from its place among the rows of its video, which are in the order of the original file.
 */
function addRows(builder: BatchBuilder, rows: readonly RecordReader[]): void {
  const taken = new Map<string, number>();
  for (const row of rows) {
    const id = row.firstOf(["video", "video_id"]) ?? row.field("video");
    const key = videoKey(id.text());
    const video = builder.video(key) ?? readWorldSenseVideo(builder, key, row);
    const number = taken.get(key) ?? 0;
    if (number === 0) builder.addVideo(video, row);
    taken.set(key, number + 1);
    builder.addQuestion(readWorldSenseQuestion(builder, `${key}/task${number}`, video, row), row);
  }
}

/** `"./videos/UYkFSXsh.mp4"` and `"UYkFSXsh"` are the same video. */
const videoKey = (id: string): string => id.slice(id.lastIndexOf("/") + 1).replace(/\.(mp4|mkv|webm)$/i, "");
