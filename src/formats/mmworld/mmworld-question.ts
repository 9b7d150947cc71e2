import type { ImportQuestion } from "../../domain/import-batch.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import { optionPosition } from "../../domain/option-label.ts";
import type { BatchBuilder, KnownVideo } from "../batch/batch-builder.ts";
import { readFields } from "../batch/import-problems.ts";
import { reportLabelGap } from "../batch/imported-options.ts";
import { nativeFields } from "../batch/kept-fields.ts";
import { readLiteralColumn } from "../files/literal-column.ts";
import type { RecordReader } from "../files/record-reader.ts";

interface KeyedOptions {
  /** `a`, `b`, `c`, … in the order of the options. */
  readonly labels: readonly string[];
  readonly texts: readonly string[];
}

/** Reads a question, which has the same fields in the nested and in the flat form. */
export function readMmworldQuestion(
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
