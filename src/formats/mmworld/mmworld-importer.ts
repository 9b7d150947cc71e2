import type { ImportHead, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import { optionPosition } from "../../domain/option-label.ts";
import { BatchBuilder, type KnownVideo } from "../batch/batch-builder.ts";
import { parseSeconds } from "../batch/duration.ts";
import { readFields } from "../batch/import-problems.ts";
import { reportLabelGap } from "../batch/imported-options.ts";
import { nativeFields, RecordForm } from "../batch/kept-fields.ts";
import { QuestionNumbers } from "../batch/numbered-questions.ts";
import { encodingOf, onlyFile, openDocument, recordsOf } from "../files/document.ts";
import { gathering, type ImportFile, type ImportRecords } from "../files/importer.ts";
import { readLiteralColumn } from "../files/literal-column.ts";
import type { RecordReader } from "../files/record-reader.ts";

const VIDEO_FIELDS = [
  "video_id",
  "video_url",
  "clip_video_url",
  "discipline",
  "subdiscipline",
  "captions",
  "duration",
  "subset",
];
const QUESTION_FIELDS = [
  "type",
  "question",
  "options",
  "answer",
  "correct_answer_label",
  "requires_audio",
  "requires_visual",
  "requires_video",
  "requires_domain_knowledge",
  "question_only",
];

/**
 * Reads MMWorld: the nested `mmworld.json`, or the flat form of MMWorld/MMWorld (a row per question, as a JSON array,
 * JSONL, TSV or Parquet). A question's key is its index within its video, from 0, across all records of the video.
 * @throws {ImportError}
 */
export async function readMmworld(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const document = await openDocument(onlyFile(files, "mmworld.json, or its flat form as JSON, JSONL, TSV or Parquet"));
  const reader = new MmworldReader(records);
  reader.builder.problems.attemptEach(recordsOf(document, "an array of videos or questions"), (record) =>
    reader.add(record),
  );
  const { isNested } = reader.form;
  return reader.builder.build(isNested ? "mmworld-json" : `mmworld-flat-${encodingOf(document)}`, files);
}

export const importMmworld = gathering(readMmworld);

class MmworldReader {
  readonly builder: BatchBuilder;
  readonly form = new RecordForm();
  readonly #numbers = new QuestionNumbers();

  constructor(records: ImportRecords) {
    this.builder = BatchBuilder.of("mmworld", records);
  }

  add(record: RecordReader): void {
    if (this.#numbers.ofRow(() => this.form.isNestedAt(record))) this.#addNested(record);
    else this.#addFlat(record);
  }

  #addNested(record: RecordReader): void {
    const key = record.field("video_id").text();
    if (this.builder.video(key) !== undefined) {
      const message = "The video has several records; the first one describes it, and all their questions were kept.";
      this.builder.oddities.add("REPEATED_ID", key, message);
    }
    const video = this.#video(key, record, [...VIDEO_FIELDS, "questions"]);
    for (const question of record.field("questions").array("an array of questions"))
      this.#add(question, video, QUESTION_FIELDS);
  }

  #addFlat(record: RecordReader): void {
    const key = this.#numbers.ofRow(() => record.field("video_id").text());
    const video = this.#video(key, record, null);
    this.#add(record, video, [...VIDEO_FIELDS, ...QUESTION_FIELDS]);
  }

  #add(record: RecordReader, video: KnownVideo, known: readonly string[]): void {
    const key = `${video.key}/${this.#numbers.take(video.key)}`;
    this.builder.readQuestion(this.#numbers.reported(key), record, () => {
      const unknown = this.builder.unknownFields.read(record, known, key);
      return readMmworldQuestion(this.builder, key, video, record, unknown);
    });
  }

  /** @param known the fields of the video's own record; null if a question's row describes the video */
  #video(key: string, record: RecordReader, known: readonly string[] | null): KnownVideo {
    const unknown = known === null ? {} : this.builder.unknownFields.read(record, known, key);
    const read = this.builder.video(key);
    if (read !== undefined) return read;
    return this.builder.readVideo(key, record, () => {
      const video = readVideo(this.builder, key, record);
      return { ...video, native: { ...video.native, ...unknown } };
    });
  }
}

function readVideo(builder: BatchBuilder, key: string, record: RecordReader): ImportVideo {
  return {
    key,
    ...readFields({
      category: () => builder.categories.add(record.field("discipline"), record.optional("subdiscipline"), key),
      durationSeconds: () => readDuration(builder, key, record),
      url: () => record.optional("video_url")?.address() ?? null,
      subset: () => record.optional("subset")?.text() ?? null,
      caption: () => readCaptions(record),
    }),
    // MMWorld does not label audio types; a question only states whether it needs the audio.
    audioTypes: [],
    native: nativeFields(record, NATIVE_FIELDS.mmworld.video),
  };
}

/** The data card declares `duration` as text without an example, so an unknown notation must not fail the import. */
function readDuration(builder: BatchBuilder, key: string, record: RecordReader): number | null {
  const duration = record.optional("duration");
  if (duration === null || duration.value === "") return null;
  const seconds = parseSeconds(duration.value);
  if (seconds === null) builder.oddities.add("UNREADABLE_DURATION", key, "The duration is not a number of seconds.");
  return seconds;
}

function readCaptions(record: RecordReader): string | null {
  const captions = record.optional("captions");
  if (captions === null) return null;
  const isList = typeof captions.value !== "string" || captions.value.trimStart().startsWith("[");
  return isList ? readLiteralColumn(captions).strings().join("\n") : captions.string();
}

interface KeyedOptions {
  /** `a`, `b`, `c`, … in the order of the options. */
  readonly labels: readonly string[];
  readonly texts: readonly string[];
}

/** Reads a question, which has the same fields in the nested and in the flat form. */
function readMmworldQuestion(
  builder: BatchBuilder,
  key: string,
  video: KnownVideo,
  record: RecordReader,
  unknown: Readonly<Record<string, unknown>>,
): ImportQuestion {
  const { task, choice, flags, ...fields } = readFields({
    task: () => builder.tasks.add(record.field("type"), "UNDERSTANDING", key),
    text: () => record.field("question").text(),
    choice: () => readChoice(builder, key, record),
    requiresAudio: () => record.optional("requires_audio")?.flag() ?? null,
    requiresVisual: () => record.firstOf(["requires_visual", "requires_video"])?.flag() ?? null,
    flags: () => readFlags(record),
  });
  return {
    key,
    video: video.key,
    task: task.slug,
    level: task.level,
    ...fields,
    ...choice,
    answerFormat: "MULTIPLE_CHOICE",
    audioTypes: [],
    ...flags,
    subset: video.subset,
    reasoningSteps: [],
    media: [],
    native: { ...nativeFields(record, NATIVE_FIELDS.mmworld.question), ...unknown },
  };
}

function readChoice(
  builder: BatchBuilder,
  key: string,
  record: RecordReader,
): Pick<ImportQuestion, "options" | "answer"> {
  const { labels, texts } = readOptions(record.field("options"));
  reportGap(labels, key, builder, record);
  const position = readPosition(record.field("correct_answer_label"), labels);
  const text = record.optional("answer")?.string() ?? texts[position] ?? "";
  return { options: texts, answer: { kind: "option", position, text } };
}

/**
 * Reads the options: a list, whose labels become a, b, c and so on, or an object of options by lower-case label. In
 * Parquet, the object has null for absent options.
 */
function readOptions(column: RecordReader): KeyedOptions {
  const options = readLiteralColumn(column);
  if (Array.isArray(options.value)) {
    const texts = options.strings();
    return { labels: texts.map((_, index) => String.fromCharCode(97 + index)), texts };
  }
  const present = options.members().filter(([, text]) => text.value !== null);
  const sorted = present.toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  if (sorted.length === 0) options.fail("at least one option");
  return { labels: sorted.map(([label]) => label.toLowerCase()), texts: sorted.map(([, text]) => text.string()) };
}

/** Reports labels with a gap, such as a, b, d. Labels that are not letters are treated as names. */
function reportGap(labels: readonly string[], key: string, builder: BatchBuilder, record: RecordReader): void {
  const places = labels.map(optionPosition);
  if (places.includes(-1) || places.every((place, index) => place === index)) return;
  reportLabelGap(labels, key, builder.oddities, record.field("options").path);
}

function readPosition(label: RecordReader, labels: readonly string[]): number {
  const position = labels.indexOf(label.string().trim().toLowerCase());
  return position === -1 ? label.fail(`one of the labels ${labels.join(", ")}`) : position;
}

/** The flags that the record states. */
function readFlags(record: RecordReader): Pick<ImportQuestion, "questionOnly" | "requiresDomainKnowledge"> {
  const questionOnly = record.optional("question_only")?.flag();
  const requiresDomainKnowledge = record.optional("requires_domain_knowledge")?.flag();
  return {
    ...(questionOnly !== undefined && { questionOnly }),
    ...(requiresDomainKnowledge !== undefined && { requiresDomainKnowledge }),
  };
}
