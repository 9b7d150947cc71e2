import type { ImportHead, ImportVideo } from "../domain/import-batch.ts";
import { BatchBuilder, type KnownVideo } from "./batch/batch-builder.ts";
import { parseSeconds } from "./batch/duration.ts";
import { nativeFields } from "./batch/native-fields.ts";
import { gathering, type ImportFile, type ImportRecords } from "./importer.ts";
import { readMmworldQuestion } from "./mmworld-question.ts";
import { encodingOf, onlyFile, openDocument, recordsOf } from "./reading/document.ts";
import { readLiteralColumn } from "./reading/literal-column.ts";
import type { RecordReader } from "./reading/record-reader.ts";

/**
 * Reads MMWorld: the nested `mmworld.json`, or the flat form of MMWorld/MMWorld (a row for each question; JSON array,
 * JSONL, TSV or Parquet). A question's key is its place within its video, from 0, through all records of the video.
 * @throws {ImportError}
 */
export async function readMmworld(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const document = await openDocument(onlyFile(files, "mmworld.json, or its flat form as JSON, JSONL, TSV or Parquet"));
  const reader = new MmworldReader(records);
  // The first record says which form it is.
  let nested: boolean | null = null;
  for (const record of recordsOf(document, "an array of videos or questions")) {
    nested ??= record.has("questions");
    nested ? reader.addNested(record) : reader.addFlat(record);
  }
  return reader.builder.build(nested ? "mmworld-json" : `mmworld-flat-${encodingOf(document)}`, files);
}

export const importMmworld = gathering(readMmworld);

class MmworldReader {
  readonly builder: BatchBuilder;
  readonly #numbers = new Map<string, number>();

  constructor(records: ImportRecords) {
    this.builder = BatchBuilder.of("mmworld", records);
  }

  addNested(record: RecordReader): void {
    const key = record.field("video_id").text();
    if (this.builder.video(key) !== undefined) {
      const message = "The video has several records; the first one describes it, and all their questions were kept.";
      this.builder.oddities.add("REPEATED_ID", key, message);
    }
    const video = this.#video(key, record);
    for (const question of record.field("questions").array("an array of questions")) this.#add(question, video);
  }

  addFlat(record: RecordReader): void {
    this.#add(record, this.#video(record.field("video_id").text(), record));
  }

  #add(record: RecordReader, video: KnownVideo): void {
    const number = this.#numbers.get(video.key) ?? 0;
    this.#numbers.set(video.key, number + 1);
    const question = readMmworldQuestion(this.builder, `${video.key}/${number}`, video, record);
    this.builder.addQuestion(question, record);
  }

  #video(key: string, record: RecordReader): KnownVideo {
    const known = this.builder.video(key);
    if (known !== undefined) return known;
    const video = readVideo(this.builder, key, record);
    this.builder.addVideo(video, record);
    return video;
  }
}

function readVideo(builder: BatchBuilder, key: string, record: RecordReader): ImportVideo {
  return {
    key,
    category: builder.categories.add(record.field("discipline"), record.optional("subdiscipline"), key),
    durationSeconds: readDuration(builder, key, record),
    url: record.optional("video_url")?.string() ?? null,
    subset: record.optional("subset")?.text() ?? null,
    // MMWorld labels no sounds; a question only says whether it needs to be heard.
    audioTypes: [],
    caption: readCaptions(record),
    native: nativeFields(record, ["discipline", "subdiscipline", "clip_video_url", "duration"]),
  };
}

/** The data card calls `duration` a text and shows none, so an unknown spelling must not stop an import. */
function readDuration(builder: BatchBuilder, key: string, record: RecordReader): number | null {
  const duration = record.optional("duration");
  if (duration === null || duration.value === "") return null;
  const seconds = parseSeconds(duration.value);
  if (seconds === null) builder.oddities.add("UNREADABLE_DURATION", key, "The duration is no number of seconds.");
  return seconds;
}

function readCaptions(record: RecordReader): string | null {
  const captions = record.optional("captions");
  if (captions === null) return null;
  const isList = typeof captions.value !== "string" || captions.value.trimStart().startsWith("[");
  return isList ? readLiteralColumn(captions).strings().join("\n") : captions.string();
}
