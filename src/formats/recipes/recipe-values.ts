import { optionLabel, optionPosition } from "../../domain/option-label.ts";
import { valueText } from "../../domain/texts.ts";
import { readAnswerPosition } from "../batch/answer-shapes.ts";
import { type LabelledOptions, readLabelledOptions, reportLabelGap } from "../batch/imported-options.ts";
import type { OddityLog } from "../batch/oddities.ts";
import { readLiteralColumn } from "../files/literal-column.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { AnswerNaming } from "./recipe.ts";

/** What the expressions of a recipe give for the options and the answer of a question. */
interface RecipeChoice {
  readonly options: RecordReader;
  readonly answer: RecordReader;
  readonly answerText: RecordReader;
  readonly answers: unknown;
  readonly answerFormat: unknown;
  readonly answerIs: AnswerNaming | undefined;
}

/** A number or truth value as a text, where Omnidex's own format has texts. */
export const ownText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;

/** A duration as Omnidex's own format has it: a numeral of a table is a number, and milliseconds are seconds. */
export function ownDuration(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  const milliseconds = /^(\d+(?:\.\d+)?)\s*ms$/i.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds) / 1_000;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/**
 * The options and the answer of a question as Omnidex's own format has them.
 * @throws {ImportError} for an answer that names no option, or may name several
 */
export function ownChoice(key: string, oddities: OddityLog, choice: RecipeChoice): object {
  const { answer, answers, answerText } = choice;
  if (choice.options.value === null)
    return {
      answer: answer.value,
      ...(answers !== null ? { answers } : isYesOrNo(choice) && { answerFormat: "YES_NO" }),
    };
  if (answer.value === null && answers === null) return answer.fail("a value");
  const written = writtenOptions(choice.options);
  const { texts, labels } = readOptions(written, key, oddities, choice.answerIs);
  if (answers !== null) return { options: texts, answers, ...(answer.value !== null && { answer: answer.value }) };
  const inFile = written.list.isObject ? texts : written.list.strings();
  const position = (value: RecordReader): number =>
    readPosition(value, { labels, texts, inFile, places: written.places }, choice.answerIs);
  const text = answerText.value === null ? {} : { text: answerText.string() };
  if (!answer.isList)
    return { options: texts, answer: namesOptions(choice) ? { position: position(answer), ...text } : answer.value };
  const positions = answer.array().map(position);
  const [only, ...others] = positions;
  if (only === undefined) return answer.fail("at least one right option", "none");
  if (others.length === 0 && isChoice(choice)) return { options: texts, answer: { position: only, ...text } };
  return { options: texts, answer: positions.map((position) => ({ position })), answerFormat: severalFormat(choice) };
}

/** Several right options are MULTIPLE_SELECT, unless the recipe says otherwise. */
const severalFormat = ({ answerFormat }: RecipeChoice): unknown => answerFormat ?? "MULTIPLE_SELECT";

const namesOptions = (choice: RecipeChoice): boolean => isChoice(choice) || choice.answerFormat === "MULTIPLE_SELECT";

const isYesOrNo = ({ answer, answerFormat }: RecipeChoice): boolean =>
  answerFormat === null && typeof answer.value === "string" && /^\s*(yes|no)\s*$/i.test(answer.value);

const isChoice = ({ answerFormat }: RecipeChoice): boolean =>
  answerFormat === null || answerFormat === "MULTIPLE_CHOICE";

/** Options with a text, and the place of each among all that the file has. */
interface WrittenOptions {
  /** A list of texts, or an object of labels and texts. */
  readonly list: RecordReader;
  readonly places: readonly number[];
}

/** The order of labels: "b" before "C", "option2" before "option10". */
const BY_LABEL = new Intl.Collator("en", { numeric: true });

/** The options as a list, or as an object of labels and texts, which may be in a text. Empty ones are left out. */
function writtenOptions(options: RecordReader): WrittenOptions {
  const list = typeof options.value === "string" ? readLiteralColumn(options) : options;
  const present = <T>(all: readonly T[], contentOf: (each: T) => unknown): readonly (readonly [T, number])[] =>
    all.flatMap((each, place) => (contentOf(each) === null || contentOf(each) === "" ? [] : [[each, place] as const]));
  if (list.isObject) {
    const sorted = list.members().toSorted(([a], [b]) => BY_LABEL.compare(a, b));
    const kept = present(sorted, ([, { value }]) => value);
    const texts = kept.map(([[label, option]]) => [label, optionText(option)] as const);
    return { list: list.part(Object.fromEntries(texts)), places: kept.map(([, place]) => place) };
  }
  const all = list.array("a list of options, or an object of labels and options");
  const kept = present(all, ({ value }) => value);
  return { list: list.part(kept.map(([option]) => optionText(option))), places: kept.map(([, place]) => place) };
}

/** The texts of options without their labels, and the labels. */
function readOptions(
  { list, places }: WrittenOptions,
  key: string,
  oddities: OddityLog,
  naming: AnswerNaming | undefined,
): LabelledOptions {
  if (list.isObject) {
    const labelled = list.members().map(([label, text]) => [label.trim().toUpperCase(), text.string()] as const);
    const labels = labelled.map(([label]) => label);
    const own = labels.map(optionPosition);
    const hasGap = !own.includes(-1) && own.some((place, index) => place !== index);
    if (hasGap) reportLabelGap(labels, key, oddities, list.path);
    return { texts: labelled.map(([, text]) => text), labels };
  }
  const texts = list.strings();
  const isLabelled = texts.every((text, position) => text.trim().replace("(", "").startsWith(optionLabel(position)));
  // The answer is one of the texts, so a letter at their beginning is a label only if all have that of their position.
  if (naming === "TEXT" && !isLabelled) return { texts, labels: texts.map((_, position) => optionLabel(position)) };
  const read = readLabelledOptions(list, key, oddities);
  const isPlain = read.texts.every((text, index) => text === texts[index]?.trim() || text === texts[index]);
  // An empty option before another keeps its label, to which the answer refers.
  if (!isPlain || places.every((place, index) => place === index)) return read;
  const labels = places.map(optionLabel);
  reportLabelGap(labels, key, oddities, list.path);
  return { texts: read.texts, labels };
}

const optionText = (option: RecordReader): string => {
  const text = ownText(option.value);
  return typeof text === "string" ? text : option.fail("the text of an option");
};

interface ReadOptions extends LabelledOptions {
  /** The options with the labels that the file may have in their texts. */
  readonly inFile: readonly string[];
  readonly places: readonly number[];
}

function readPosition(answer: RecordReader, options: ReadOptions, naming: AnswerNaming | undefined): number {
  switch (naming) {
    case "LABEL":
      return labelledPosition(answer, options);
    case "TEXT":
      return positionOfText(answer, options) ?? answer.fail("the text of one of the options");
    case "POSITION_FROM_0":
    case "POSITION_FROM_1": {
      const first = naming === "POSITION_FROM_0" ? 0 : 1;
      const expected = `a position from ${first} to ${(options.places.at(-1) ?? -1) + first}`;
      const position = options.places.indexOf(answer.numeral(expected) - first);
      return position === -1 ? answer.fail(expected) : position;
    }
    default:
      return unnamedPosition(answer, options);
  }
}

/** The option of a label. Another option may have this label in its text, if the list has parts of options. */
function labelledPosition(answer: RecordReader, { labels, inFile }: ReadOptions): number {
  const position = readAnswerPosition(answer, labels);
  const label = labels[position] ?? "";
  const isLabelled = (text: string): boolean =>
    text.trimStart().replace("(", "").startsWith(label) && LABELLED.test(text);
  if (isLabelled(inFile[position] ?? "")) return position;
  const written = inFile.findIndex(isLabelled);
  if (written === -1) return position;
  return answer.fail(
    `the option at place ${position + 1} to begin with the label ${label}`,
    `it at place ${written + 1}`,
  );
}

/** A text with a label and a mark after it. */
const LABELLED = /^\s*\(?[A-Z]{1,2}\s?[.):、．：]/;

/** The option of a text or label. A number may be a label, a position or a text, so it is refused. */
function unnamedPosition(answer: RecordReader, options: ReadOptions): number {
  if (/^\s*\d+\s*$/.test(valueText(answer.value)))
    return answer.fail("a label or text of the options; for a number, 'answerIs' in the recipe says what it is");
  const position = positionOfText(answer, options);
  if (position !== null) return position;
  const last = options.labels.at(-1);
  if (last === undefined) return answer.fail("options to answer with");
  const expected = `an option's text, or a label from A to ${last}`;
  const isLabel = /^\(?[A-Za-z]{1,2}[.):]?$/.test(answer.string(expected).trim());
  return isLabel ? readAnswerPosition(answer, options.labels) : answer.fail(expected);
}

/** The option with a text: the same text, else the only one that differs in space or case; null if there is none. */
function positionOfText(answer: RecordReader, { texts, inFile }: ReadOptions): number | null {
  const text = valueText(answer.value);
  const plain = (each: string): string => each.trim().replace(/\s+/g, " ").toLowerCase();
  for (const list of [inFile, texts]) {
    const exact = list.indexOf(text);
    if (exact !== -1) return exact;
    const close = list.flatMap((each, position) => (plain(each) === plain(text) ? [position] : []));
    if (close.length === 1) return close[0] ?? null;
  }
  return null;
}
