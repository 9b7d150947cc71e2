import type {
  AnswerKey,
  ImportHead,
  ImportQuestion,
  ImportReasoningStep,
  ImportVideo,
} from "../../domain/import-batch.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import { taxonomyOf } from "../../domain/taxonomy.ts";
import { editDistance, mediaName, readAnswerPosition } from "../batch/answer-shapes.ts";
import { BatchBuilder } from "../batch/batch-builder.ts";
import { readAudioLabels } from "../batch/category-tree.ts";
import { readSeconds } from "../batch/duration.ts";
import { readFields } from "../batch/import-problems.ts";
import { type LabelledOptions, readLabelledOptions } from "../batch/imported-options.ts";
import { nativeFields, RecordForm } from "../batch/kept-fields.ts";
import { QuestionNumbers } from "../batch/numbered-questions.ts";
import type { OddityLog } from "../batch/oddities.ts";
import { encodingOf, onlyFile, openDocument, recordsOf } from "../files/document.ts";
import { gathering, type ImportFile, type ImportRecords } from "../files/importer.ts";
import { readLiteralColumn } from "../files/literal-column.ts";
import type { RecordReader } from "../files/record-reader.ts";

const STEP_FIELDS = ["modality", "evidence", "inference"] as const;
type StepField = (typeof STEP_FIELDS)[number];
const MODALITIES: ReadonlySet<string> = new Set(["vision", "audio"]);

/** "evodence" differs from "evidence" in one letter. The three field names differ from each other in at least five. */
const MAX_TYPOS = 2;

/** Reads the steps of a question. Misspelt field names are corrected and reported. */
function readReasoningSteps(steps: RecordReader, key: string, oddities: OddityLog): readonly ImportReasoningStep[] {
  // video_582 has an empty string where an array should be.
  const records = steps.value === "" ? [] : steps.array("an array of reasoning steps");
  if (records.length === 0) oddities.add("NO_REASONING_STEPS", key, "The question has no reasoning steps.");
  return records.map((record, index) => readStep(record, index, key, oddities));
}

function readStep(record: RecordReader, index: number, key: string, oddities: OddityLog): ImportReasoningStep {
  const texts = new Map<StepField, string>();
  for (const [name, member] of record.members()) {
    const field = fieldMeant(name) ?? member.fail("a field called modality, evidence or inference", `'${name}'`);
    if (texts.has(field)) member.fail(`one field that means ${field}`, "a second one");
    if (field !== name) {
      oddities.add("MISSPELT_STEP_KEY", key, `Step ${index + 1} has "${name}", which was read as "${field}".`);
    }
    if (member.value !== null) texts.set(field, member.string());
  }
  const [modality = null, evidence = null, inference = null] = STEP_FIELDS.map((field) => texts.get(field) ?? null);
  reportGaps(texts, index, key, oddities);
  return { modality, evidence, inference };
}

function reportGaps(texts: ReadonlyMap<StepField, string>, index: number, key: string, oddities: OddityLog): void {
  const modality = texts.get("modality");
  if (modality !== undefined && !MODALITIES.has(modality)) {
    const message = `Step ${index + 1} has the modality "${modality}", which was kept as written.`;
    oddities.add("MISSPELT_STEP_MODALITY", key, message);
  }
  const missing = STEP_FIELDS.filter((field) => !texts.has(field));
  if (missing.length > 0) oddities.add("INCOMPLETE_STEP", key, `Step ${index + 1} has no ${missing.join(", no ")}.`);
}

function fieldMeant(name: string): StepField | null {
  const lower = name.toLowerCase();
  return STEP_FIELDS.find((field) => editDistance(lower, field) <= MAX_TYPOS) ?? null;
}

const TAXONOMY = taxonomyOf("omnivideobench");
const VIDEO_FIELDS = ["video", "video_type", "duration"];
const QUESTION_FIELDS = [
  "question",
  "question_type",
  "audio_type",
  "reasoning_steps",
  "answer",
  "options",
  "correct_option",
];

/**
 * Reads OmniVideoBench: the nested `data.json` (an array of videos with their questions), or the flat form that its Hub
 * repository serves as `data.parquet` (a row for each question; Parquet, JSON array, JSONL or TSV). Neither form has
 * ids for questions. A question's key is its position within its video, from 0, which is the same in both forms.
 * @throws {ImportError}
 */
export async function readOmniVideoBench(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const document = await openDocument(onlyFile(files, "data.json, or its flat form as Parquet, JSON, JSONL or TSV"));
  const reader = new OmniVideoBenchReader(records);
  reader.builder.problems.attemptEach(recordsOf(document, "an array of videos or questions"), (record) =>
    reader.add(record),
  );
  const { isNested } = reader.form;
  return reader.builder.build(isNested ? "omnivideobench-json" : `omnivideobench-flat-${encodingOf(document)}`, files);
}

export const importOmniVideoBench = gathering(readOmniVideoBench);

class OmniVideoBenchReader {
  readonly builder: BatchBuilder;
  readonly form = new RecordForm();
  readonly #numbers = new QuestionNumbers();
  /** The description of each video in its first row; undefined if that row is broken. */
  readonly #described = new Map<string, string | undefined>();

  constructor(records: ImportRecords) {
    this.builder = BatchBuilder.of("omnivideobench", records);
  }

  add(record: RecordReader): void {
    if (this.#numbers.ofRow(() => this.form.isNestedAt(record))) this.#addNested(record);
    else this.#addFlat(record);
  }

  #addNested(record: RecordReader): void {
    const key = record.field("video").text();
    this.builder.requireNewVideo(key, record);
    this.builder.readVideo(key, record, () => {
      const unknown = this.builder.unknownFields.read(record, [...VIDEO_FIELDS, "questions"], key);
      const video = readVideo(this.builder, key, record);
      return { ...video, native: { ...video.native, ...unknown } };
    });
    for (const [position, question] of record.field("questions").array("an array of questions").entries())
      this.#addQuestion(key, `${key}/${position}`, question, QUESTION_FIELDS);
  }

  #addFlat(record: RecordReader): void {
    const video = this.#numbers.ofRow(() => mediaName(record.field("video").text()));
    if (this.#described.has(video)) this.#compare(video, record, this.#described.get(video));
    else this.#described.set(video, this.#firstRow(video, record));
    const key = `${video}/${this.#numbers.take(video)}`;
    this.#addQuestion(video, key, record, [...VIDEO_FIELDS, ...QUESTION_FIELDS], this.#numbers.reported(key));
  }

  #firstRow(key: string, record: RecordReader): string | undefined {
    this.builder.readVideo(key, record, () => readVideo(this.builder, key, record));
    return this.builder.problems.any ? undefined : describe(record);
  }

  #compare(key: string, record: RecordReader, first: string | undefined): void {
    const described = this.builder.problems.attempt(() => describe(record), { record, key });
    if (first === undefined || described === undefined || described === first) return;
    const message = `Its rows state ${first} and ${described}; the first was kept.`;
    this.builder.oddities.add("VIDEO_DISAGREES", key, message);
  }

  #addQuestion(
    video: string,
    key: string,
    record: RecordReader,
    known: readonly string[],
    reported: string | null = key,
  ): void {
    this.builder.readQuestion(reported, record, () => {
      const unknown = this.builder.unknownFields.read(record, known, key);
      const question = readQuestion(this.builder, video, key, record);
      return { ...question, native: { ...question.native, ...unknown } };
    });
  }
}

const describe = (record: RecordReader): string =>
  JSON.stringify([record.field("video_type").value, record.field("duration").value]);

function readVideo(builder: BatchBuilder, key: string, record: RecordReader): ImportVideo {
  return {
    key,
    ...readFields({
      category: () => builder.categories.add(record.field("video_type"), null, key),
      durationSeconds: () => readSeconds(record.field("duration")),
    }),
    url: null,
    subset: null,
    // Audio types are stated per question; the file has none for the video as a whole.
    audioTypes: [],
    caption: null,
    native: nativeFields(record, NATIVE_FIELDS.omnivideobench.video),
  };
}

function readQuestion(builder: BatchBuilder, video: string, key: string, record: RecordReader): ImportQuestion {
  const { task, choice, ...fields } = readFields({
    task: () => builder.tasks.add(record.field("question_type"), "UNDERSTANDING", key),
    text: () => record.field("question").text(),
    choice: () => readChoice(builder, key, record),
    audioTypes: () => readAudioLabels([record.field("audio_type")], TAXONOMY.audioTypes),
    reasoningSteps: () => readSteps(builder, key, record),
  });
  return {
    key,
    video,
    task: task.slug,
    level: task.level,
    ...fields,
    ...choice,
    answerFormat: "MULTIPLE_CHOICE",
    requiresAudio: null,
    requiresVisual: null,
    subset: null,
    media: [],
    native: nativeFields(record, NATIVE_FIELDS.omnivideobench.question),
  };
}

function readChoice(
  builder: BatchBuilder,
  key: string,
  record: RecordReader,
): Pick<ImportQuestion, "options" | "answer"> {
  const options = readLabelledOptions(readLiteralColumn(record.field("options")), key, builder.oddities);
  return { options: options.texts, answer: readAnswer(record, options) };
}

/** The reasoning steps of a question; empty in the flat form, which does not have them. */
function readSteps(builder: BatchBuilder, key: string, record: RecordReader): ImportQuestion["reasoningSteps"] {
  if (!record.has("reasoning_steps")) return [];
  const steps = record.field("reasoning_steps");
  return readReasoningSteps(steps.value === "" ? steps : readLiteralColumn(steps), key, builder.oddities);
}

/**
 * `correct_option` is authoritative, as in the official scripts. In 28 of the 1,000 questions of `data.json`, the
 * answer's text differs from that option's text. The flat form has no answer text, so the option's text is used.
 */
function readAnswer(record: RecordReader, { texts, labels }: LabelledOptions): AnswerKey {
  const position = readAnswerPosition(record.field("correct_option"), labels);
  const text = record.has("answer") ? record.field("answer").string() : (texts[position] ?? "");
  return { kind: "option", position, text };
}
