import type { ImportConfirmation, ImportHead, ImportMedia, ImportQuestion } from "../../domain/import-batch.ts";
import { findTask, type TaxonomyTask, taxonomyOf } from "../../domain/taxonomy.ts";
import { valueText } from "../../domain/texts.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import { BatchBuilder } from "../batch/batch-builder.ts";
import { type ImportProblems, readFields } from "../batch/import-problems.ts";
import { nativeFields, type UnknownFields } from "../batch/kept-fields.ts";
import { JsonDocument } from "../files/document.ts";
import { gathering, type ImportFile, type ImportRecords } from "../files/importer.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { matchesNoOption, readAviAnswer, readWordAnswer } from "./avi-bench-answers.ts";
import { type AviFile, checkAviFiles, expectedTasks, listAviFiles } from "./avi-bench-files.ts";
import { readOptions, readPrompt, unknownList } from "./avi-bench-prompt.ts";

const CHECK = "pre_";

/** Whether a record is the check of another record. The id of a check is "pre_", then the checked record's id. */
const isCheck = (record: RecordReader): boolean => idOf(record).startsWith(CHECK);

/** Whether a record is readable and a check. A broken record is reported when it is read as a question. */
const isReadableCheck = (record: RecordReader): boolean => record.isReadable && record.isObject && isCheck(record);

const idOf = (record: RecordReader): string => valueText(record.optional("id")?.value ?? "");

interface TakenCheck {
  readonly confirmation: ImportConfirmation | null;
  /** The separate record of the check; null if the question's own record contains the check. */
  readonly separate: RecordReader | null;
}

/**
 * The checks of one file, such as "Can you hear any sound?". A question's record contains its check as `pre_question`
 * and `pre_answer`, or a separate record with the id "pre_<id>" follows after all questions. Ids repeat: the first
 * separate check of an id belongs to the first question that has this id and contains no check, the second check to the
 * second such question. A check that lacks its text or its answer is an empty slot and is ignored.
 * @see AVI-Bench, eval/level_metrics/level_score.py, `eval_full_match_acc`, whose `invalid_pre_ids` are the empty slots
 */
class AviConfirmations {
  readonly #waiting = new Map<string, TakenCheck[]>();

  /** @param problems receives the problems of the separate checks */
  constructor(records: Iterable<RecordReader>, problems: ImportProblems) {
    for (const record of records)
      if (isReadableCheck(record)) problems.attempt(() => this.#add(record), { record, key: null });
  }

  #add(record: RecordReader): void {
    const check = readCheck(record.field("input").optional("question"), answerOf(record, "question_answer"));
    const id = idOf(record).slice(CHECK.length);
    if (check === null) return;
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), { confirmation: check, separate: record }]);
  }

  /** The check of a question, if it has one. */
  take(record: RecordReader): TakenCheck {
    const own = readCheck(record.field("input").optional("pre_question"), answerOf(record, "pre_answer"));
    if (own !== null) return { confirmation: own, separate: null };
    return this.#waiting.get(idOf(record))?.shift() ?? { confirmation: null, separate: null };
  }
}

const answerOf = (record: RecordReader, name: string): RecordReader | null =>
  record.optional("output")?.optional(name) ?? null;

function readCheck(question: RecordReader | null, answer: RecordReader | null): ImportConfirmation | null {
  const text = question === null ? null : readPrompt(question);
  if (question === null || answer === null || text === null) return null;
  const options = readOptions(question);
  const { answerFormat, answer: key } = readWordAnswer(answer, options);
  return { text, options, answerFormat, key };
}

const MEDIA_FIELDS: readonly (readonly [field: string, kind: Modality])[] = [
  ["video", "VIDEO"],
  ["audio_list", "AUDIO"],
  ["image_list", "IMAGE"],
];

/** The media of a question, in the order video, sounds, images. Each field is a path or a list of paths. */
const readMedia = (input: RecordReader): readonly ImportMedia[] =>
  MEDIA_FIELDS.flatMap(([field, kind]) => readPaths(input.optional(field)).map((path) => ({ kind, path })));

function readPaths(media: RecordReader | null): readonly string[] {
  if (media === null) return [];
  return Array.isArray(media.value) ? media.strings() : [media.text("a path or a list of paths")];
}

/**
 * The videos of the benchmark. A record names its video by a path within its task's folder, and file names repeat from
 * folder to folder, so a video's key is its task and its file name without the extension: `"AVQA/00000"`. Files of the
 * same name in one task have their whole paths as keys, so that they remain distinct videos.
 */
class AviVideos {
  readonly #keyByPath = new Map<string, string>();

  constructor(readonly builder: BatchBuilder) {}

  /** Returns the key of a question's video and adds the video on first use; `null` if the question has no video. */
  add(video: RecordReader | null, taskId: string): string | null {
    const [path] = readPaths(video);
    if (video === null || path === undefined) return null;
    const known = this.#keyByPath.get(`${taskId} ${path}`);
    if (known !== undefined) return known;
    const short = `${taskId}/${withoutExtension(path.slice(path.lastIndexOf("/") + 1))}`;
    const key = this.builder.video(short) === undefined ? short : `${taskId}/${path}`;
    this.#keyByPath.set(`${taskId} ${path}`, key);
    this.builder.readVideo(key, video, () => toVideo(key, path));
    return key;
  }
}

const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]+$/, "");

const toVideo = (key: string, path: string) => ({
  key,
  category: null,
  durationSeconds: null,
  url: null,
  subset: null,
  audioTypes: [],
  caption: null,
  native: { path },
});

const TAXONOMY = taxonomyOf("avi-bench");
/** VSQA's images and videos are in two folders but form one task (paper, Table 15). They are subsets of it. */
const HALF = /_[IV]$/;
const HALVES = ["VSQA_I", "VSQA_V"];

/**
 * Reads AVI-Bench: `levels/<stage>/<TASK>/data.json` for any of its tasks, or one JSON array whose records name their
 * task. A question's key is its task and its position in the task's array, because ids repeat and the official scorer
 * aligns by position. VSQA_I and VSQA_V form one task, VSQA, whose positions continue from the first file into the
 * second. Records that only check another record take a position but are not questions.
 * @throws {ImportError}
 */
export async function readAviBench(files: readonly ImportFile[], records: ImportRecords): Promise<ImportHead> {
  const reader = new AviReader(records);
  const listed = listAviFiles(files);
  reader.builder.problems.attempt(() => checkAviFiles(files, listed));
  for (const file of listed) reader.builder.problems.attempt(() => reader.addFile(file));
  return reader.builder.build(
    "avi-bench-json",
    listed.map(({ file }) => file),
  );
}

export const importAviBench = gathering(readAviBench);

class AviReader {
  readonly builder: BatchBuilder;
  readonly #videos: AviVideos;
  readonly #positions = new Map<string, number>();
  readonly #ids = new Set<string>();

  constructor(records: ImportRecords) {
    this.builder = BatchBuilder.of("avi-bench", records);
    this.#videos = new AviVideos(this.builder);
  }

  addFile({ file, folder }: AviFile): void {
    const root = new JsonDocument(file);
    const confirmations = new AviConfirmations(root.elements("an array of records"), this.builder.problems);
    this.builder.problems.attemptEach(root.elements(), (record) => {
      const task = this.#readTask(record, folder);
      const key = this.#nextKey(task);
      if (isCheck(record)) return;
      this.builder.readQuestion(key, record, () => this.#readWithCheck(key, task, record, folder, confirmations));
      this.#reportRepeatedId(key, task, record);
    });
  }

  #readWithCheck(
    key: string,
    task: TaxonomyTask,
    record: RecordReader,
    folder: string | null,
    confirmations: AviConfirmations,
  ): ImportQuestion {
    const { question, taken } = readFields({
      question: () => this.#readQuestion(key, task, record, folder),
      taken: () => confirmations.take(record),
    });
    const { confirmation, separate } = taken;
    const unknown = separate === null ? {} : readUnknown(this.builder.unknownFields, separate, key, "check.");
    return withConfirmation(question, confirmation, unknown);
  }

  /** A record that cannot be read takes a position, too. */
  #readTask(record: RecordReader, folder: string | null): TaxonomyTask {
    try {
      return readTask(record, folder);
    } catch (error) {
      const placed = taskOfFolder(folder);
      if (placed !== null) this.#nextKey(placed);
      throw error;
    }
  }

  #nextKey(task: TaxonomyTask): string {
    const id = task.id ?? task.name;
    const position = this.#positions.get(id) ?? 0;
    this.#positions.set(id, position + 1);
    return `${id}/${position}`;
  }

  #readQuestion(key: string, task: TaxonomyTask, record: RecordReader, folder: string | null): ImportQuestion {
    const input = record.field("input");
    const question = input.field("question");
    const { answered, ...fields } = readFields({
      answered: () => {
        const options = readOptions(question);
        return { options, ...readAviAnswer(record.field("output").field("question_answer"), task, options) };
      },
      video: () => this.#videos.add(input.optional("video"), task.id ?? task.name),
      task: () => this.#taskSlug(task, key, record),
      text: () => (typeof question.value === "string" ? question.text() : question.field("text").text()),
      media: () => readMedia(input),
    });
    this.#reportUnknownList(key, question);
    this.#reportImpossibleKey(key, answered);
    return {
      key,
      ...fields,
      ...answered,
      level: task.level,
      audioTypes: [],
      requiresAudio: null,
      requiresVisual: null,
      subset: readHalf(record, folder),
      reasoningSteps: [],
      native: {
        ...readNative(record, input, question, folder),
        ...readUnknown(this.builder.unknownFields, record, key),
      },
    };
  }

  #taskSlug(task: TaxonomyTask, key: string, record: RecordReader): string {
    const word = record.reread(task.id ?? task.name);
    return this.builder.tasks.add(word, task.level, key).slug;
  }

  #reportUnknownList(key: string, question: RecordReader): void {
    const name = unknownList(question);
    if (name === null) return;
    const message = `The options are named '${name.slice(0, 80)}', and no list of this name is known, so the question has no options.`;
    this.builder.oddities.add("NO_OPTIONS", key, message);
  }

  #reportImpossibleKey(key: string, question: Pick<ImportQuestion, "options" | "answerFormat" | "answer">): void {
    if (!matchesNoOption(question)) return;
    const message =
      question.options.length > 0
        ? "The answer's text equals no option; the key counts."
        : "The answer is not yes, no or not sure, so no response is right; the key counts.";
    this.builder.oddities.add("ANSWER_TEXT_MATCHES_NO_OPTION", key, message);
  }

  #reportRepeatedId(key: string, task: TaxonomyTask, record: RecordReader): void {
    const identity = JSON.stringify([task.slug, record.optional("subtask")?.value, record.optional("id")?.value]);
    if (record.optional("id") !== null && this.#ids.has(identity)) {
      this.builder.oddities.add("REPEATED_ID", key, "Another record of the task has the same id; positions count.");
    }
    this.#ids.add(identity);
  }
}

/** Adds the confirmation. Its question is public, whichever record contains it; its answer is not. */
const withConfirmation = (
  question: ImportQuestion,
  confirmation: ImportConfirmation | null,
  unknown: ImportQuestion["native"],
): ImportQuestion =>
  confirmation === null
    ? question
    : { ...question, confirmation, native: { pre_question: confirmation.text, ...question.native, ...unknown } };

const taskOfFolder = (folder: string | null): TaxonomyTask | null =>
  folder === null ? null : findTask(TAXONOMY, folder.replace(HALF, ""));

/** The task that a record names or, if it names none, that of its folder. The two must not contradict each other. */
function readTask(record: RecordReader, folder: string | null): TaxonomyTask {
  const word = record.optional("task");
  const named = word === null ? null : findTask(TAXONOMY, word.text().replace(HALF, ""));
  if (word !== null && named === null) return word.fail(expectedTasks(word.text()));
  const placed = taskOfFolder(folder);
  const task = named ?? placed;
  if (task === null) return record.fail(`a record of ${expectedTasks()}`, "no task");
  if (placed !== null && placed !== task) return (word ?? record).fail(`a record of the folder's task ${placed.id}`);
  return task;
}

/** VSQA's half, as its folder or record names it (paper, Table 2: VSQA-img, VSQA-vid); null for other questions. */
function readHalf(record: RecordReader, folder: string | null): string | null {
  const words = [folder, record.optional("task")?.value, record.optional("subtask")?.value];
  return HALVES.find((half) => words.includes(half)) ?? null;
}

function readNative(
  record: RecordReader,
  input: RecordReader,
  question: RecordReader,
  folder: string | null,
): Readonly<Record<string, unknown>> {
  const symbols = typeof question.value === "string" ? {} : nativeFields(question, ["prompt"]);
  const options = typeof question.value === "string" ? null : question.optional("options");
  const check = input.optional("pre_question");
  return {
    ...nativeFields(record, ["id", "subtask"]),
    ...(folder === null ? {} : { folder }),
    ...symbols,
    ...(typeof options?.value === "string" ? { options: options.value } : {}),
    // The confirmation question is public. Its answer, `pre_answer`, is part of the answer key.
    ...(check === null ? {} : { pre_question: check.isObject ? onlyPrompt(check) : check.value }),
  };
}

const RECORD_FIELDS = ["id", "task", "subtask", "input", "output"];
const INPUT_FIELDS = ["pre_question", "question", "video", "audio_list", "image_list"];
const OUTPUT_FIELDS = ["pre_answer", "question_answer"];
const PROMPT_FIELDS = ["prompt", "text", "options"];
/** A prompt without the fields that the reader does not know. */
const onlyPrompt = (prompt: RecordReader): object =>
  Object.fromEntries(Object.entries(prompt.object()).filter(([name]) => PROMPT_FIELDS.includes(name)));

/** The names under which `readNative` stores nested fields and the folder. */
const TAKEN = ["folder", "prompt", "options", "pre_question"];

/** The fields of a record that the reader does not know, named by their path in it. */
function readUnknown(fields: UnknownFields, record: RecordReader, key: string, within = ""): ImportQuestion["native"] {
  const parts: readonly (readonly [part: RecordReader | null, known: readonly (string | RegExp)[], path: string])[] = [
    [record, [...RECORD_FIELDS, ...TAKEN], within],
    [record, [new RegExp(`^(?!(${TAKEN.join("|")})$)`)], `${within}record.`],
    [record.field("input"), INPUT_FIELDS, `${within}input.`],
    [record.field("input").optional("pre_question"), PROMPT_FIELDS, `${within}input.pre_question.`],
    [record.field("input").optional("question"), PROMPT_FIELDS, `${within}input.question.`],
    [record.optional("output"), OUTPUT_FIELDS, `${within}output.`],
  ];
  const found = parts.map(([part, known, path]) => (part?.isObject ? fields.read(part, known, key, path) : {}));
  return Object.fromEntries(found.flatMap((unknown) => Object.entries(unknown)));
}
