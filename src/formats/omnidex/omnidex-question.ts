import { YES_NO_WORDS } from "../../domain/avi-bench-lists.ts";
import type {
  ImportConfirmation,
  ImportMedia,
  ImportQuestion,
  ImportReasoningStep,
} from "../../domain/import-batch.ts";
import { optionPosition } from "../../domain/option-label.ts";
import { importedFlags, QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import { valueText } from "../../domain/texts.ts";
import { LEVELS, MODALITIES } from "../../domain/vocabulary.ts";
import { normaliseText } from "../batch/answer-shapes.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import { slugOf } from "../batch/category-tree.ts";
import { readFields } from "../batch/import-problems.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { readOmnidexAnswer } from "./omnidex-answer.ts";
import { readOmnidexAudio, readOmnidexNative } from "./omnidex-video.ts";

type Choice = Pick<ImportQuestion, "options" | "answer" | "answerFormat">;

/**
 * Reports options and answers of a question that are probably mistakes.
 * @throws {ImportError} for a YES_NO answer that no response can match
 */
function checkOmnidexChoice(builder: BatchBuilder, record: RecordReader, key: string, choice: Choice): void {
  const { options, answerFormat } = choice;
  const list = record.optional("options");
  if (list !== null && options.length === 0 && record.optional("answerFormat") === null) {
    const message = `The list of options is empty, so the question was read as ${answerFormat}.`;
    builder.oddities.add("NO_OPTIONS", key, message);
  }
  if (answerFormat === "YES_NO") checkYesNo(builder, record.field("answer"), choice);
  if (answerFormat !== "MULTIPLE_CHOICE" && answerFormat !== "MULTIPLE_SELECT") return;
  const answer = record.field("answer");
  checkReadings(builder, answer.isList ? answer.array() : [answer], key, options);
}

/** Accepts any answer of a built-in benchmark, because an export of the benchmark repeats its original answers. */
function checkYesNo({ benchmark }: BatchBuilder, field: RecordReader, { options, answer }: Choice): void {
  if (answer.kind !== "text" || findTaxonomy(benchmark) !== null) return;
  const words = options.length === 0 ? YES_NO_WORDS : options;
  if (words.map(normaliseText).includes(normaliseText(answer.text))) return;
  field.fail(options.length === 0 ? '"yes", "no" or "not sure"' : "the text of one of the options");
}

/**
 * Reports options whose texts are the positions or labels of other options. The message depends only on the options and
 * on whether the answer is a number, because it must not reveal the answer.
 */
function checkReadings(
  { oddities }: BatchBuilder,
  answers: readonly RecordReader[],
  key: string,
  options: readonly string[],
): void {
  const isOther = (place: number, own: number): boolean => place >= 0 && place < options.length && place !== own;
  const texts = options.map((option) => option.trim());
  if (
    answers.some(({ value }) => typeof value === "number") &&
    texts.some((text, at) => /^\d{1,3}$/.test(text) && isOther(Number(text), at))
  ) {
    const message =
      "Some options are numbers that are the positions of other options. The answer was read as a position, from 0; an option's text would be in quotes.";
    oddities.add("AMBIGUOUS_ANSWER", key, message);
  }
  if (
    answers.some(({ value }) => typeof value === "string") &&
    texts.some((text, at) => isOther(optionPosition(text), at))
  ) {
    const message =
      "Some options are letters that are the labels of other options. The answer was read as an option's text, but a response that is only a letter is read as a label.";
    oddities.add("AMBIGUOUS_ANSWER", key, message);
  }
}

const FIELDS = [
  "key",
  "video",
  "text",
  "options",
  "answerFormat",
  "answer",
  "answers",
  "confirmation",
  "task",
  "level",
  "audioTypes",
  ...QUESTION_FLAG_NAMES,
  "group",
  "subset",
  "reasoningSteps",
  "media",
  "native",
];

/** Reads an entry of `questions`. Audio types and subset default to those of its video. */
export function readOmnidexQuestion(builder: BatchBuilder, record: RecordReader): ImportQuestion {
  const key = valueText(record.optional("key")?.value);
  const video = record.optional("video")?.value;
  const described = typeof video === "string" ? builder.video(video) : undefined;
  const confirmation = record.optional("confirmation");
  const read = readFields({
    key: () => readKey(record.field("key")),
    video: () => readVideoKey(builder, record.optional("video")),
    task: () => readTask(builder, record),
    text: () => record.field("text").text(),
    choice: () => readChoice(builder, record, key),
    confirmation: () => (confirmation === null ? undefined : readConfirmation(confirmation)),
    audioTypes: () => readOmnidexAudio(record.optional("audioTypes")) ?? described?.audioTypes ?? [],
    flags: () => importedFlags((flag) => record.optional(flag)?.flag() ?? null),
    group: () => record.optional("group")?.text(),
    subset: () => record.optional("subset")?.text() ?? described?.subset ?? null,
    reasoningSteps: () => (record.optional("reasoningSteps")?.array() ?? []).map(readStep),
    media: () => (record.optional("media")?.array() ?? []).map(readMediaEntry),
    native: () => readOmnidexNative(builder, record, key, FIELDS),
  });
  // Written out, because spreading each part takes twice as long.
  return {
    key: read.key,
    video: read.video,
    task: read.task.task,
    level: read.task.level,
    text: read.text,
    options: read.choice.options,
    answerFormat: read.choice.answerFormat,
    answer: read.choice.answer,
    ...(read.confirmation === undefined ? {} : { confirmation: read.confirmation }),
    audioTypes: read.audioTypes,
    ...read.flags,
    ...(read.group === undefined ? {} : { group: read.group }),
    subset: read.subset,
    reasoningSteps: read.reasoningSteps,
    media: read.media,
    native: read.native,
  };
}

function readChoice(
  builder: BatchBuilder,
  record: RecordReader,
  key: string,
): Pick<ImportQuestion, "options" | "answer" | "answerFormat"> {
  const options = record.optional("options")?.strings() ?? [];
  const choice = { options, ...readOmnidexAnswer(record, options) };
  checkOmnidexChoice(builder, record, key, choice);
  return choice;
}

/** Result files cannot name a key with a space at its edge, because spaces around a key are ignored there. */
function readKey(field: RecordReader): string {
  const key = field.text();
  return key === key.trim() ? key : field.fail("a key without spaces at its beginning and end");
}

function readVideoKey(builder: BatchBuilder, video: RecordReader | null): string | null {
  if (video === null) return null;
  const key = video.text();
  return builder.video(key) === undefined ? video.fail("the key of a video in 'videos'") : key;
}

/**
 * Reads a task by its slug or its name. A task that `tasks` does not list takes the level of the first question that names
 * it.
 */
function readTask(builder: BatchBuilder, record: RecordReader): Pick<ImportQuestion, "task" | "level"> {
  const { name, stated } = readFields({
    name: () => record.field("task"),
    stated: () => record.optional("level")?.oneOf(LEVELS),
  });
  const listed = builder.tasks.find(name.text());
  if (listed !== undefined) return { task: listed.slug, level: stated ?? listed.level };
  const slug = slugOf(name);
  const level = stated ?? name.fail("a task of 'tasks', or a new task with a 'level'");
  const absent = { dominance: null, chance: null, metric: "accuracy" };
  builder.tasks.put({ slug, name: name.text(), level, levelSource: "PAPER", ...absent });
  return { task: slug, level };
}

function readConfirmation(record: RecordReader): ImportConfirmation {
  record.onlyFields(["text", "options", "answerFormat", "answer", "answers"]);
  const options = record.optional("options")?.strings() ?? [];
  const { answerFormat, answer: key } = readOmnidexAnswer(record, options);
  return { text: record.field("text").text(), options, answerFormat, key };
}

function readStep(record: RecordReader): ImportReasoningStep {
  record.onlyFields(["modality", "evidence", "inference"]);
  return {
    modality: record.optional("modality")?.string() ?? null,
    evidence: record.optional("evidence")?.string() ?? null,
    inference: record.optional("inference")?.string() ?? null,
  };
}

function readMediaEntry(record: RecordReader): ImportMedia {
  record.onlyFields(["kind", "path"]);
  return { kind: record.field("kind").oneOf(MODALITIES), path: record.field("path").string() };
}
