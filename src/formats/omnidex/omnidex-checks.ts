import { YES_NO_WORDS } from "../../domain/avi-bench-lists.ts";
import type { ImportQuestion } from "../../domain/import-batch.ts";
import { optionPosition } from "../../domain/option-label.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import { normaliseText } from "../batch/compare-text.ts";
import type { RecordReader } from "../files/record-reader.ts";

type Choice = Pick<ImportQuestion, "options" | "answer" | "answerFormat">;

/**
 * Reports options and answers of a question that are probably mistakes.
 * @throws {ImportError} for a YES_NO answer that no response can match
 */
export function checkOmnidexChoice(builder: BatchBuilder, record: RecordReader, key: string, choice: Choice): void {
  const { options, answerFormat } = choice;
  const list = record.optional("options");
  if (list !== null && options.length === 0 && record.optional("answerFormat") === null) {
    const message = `The list of options is empty, so the question was read as ${answerFormat}.`;
    builder.oddities.add("NO_OPTIONS", key, message);
  }
  if (answerFormat === "YES_NO") checkYesNo(builder, record.field("answer"), choice);
  if (answerFormat === "MULTIPLE_CHOICE") checkReadings(builder, record.field("answer"), key, options);
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
  answer: RecordReader,
  key: string,
  options: readonly string[],
): void {
  const isOther = (place: number, own: number): boolean => place >= 0 && place < options.length && place !== own;
  const texts = options.map((option) => option.trim());
  if (
    typeof answer.value === "number" &&
    texts.some((text, at) => /^\d{1,3}$/.test(text) && isOther(Number(text), at))
  ) {
    const message =
      "Some options are numbers that are the positions of other options. The answer was read as a position, from 0; an option's text would be in quotes.";
    oddities.add("AMBIGUOUS_ANSWER", key, message);
  }
  if (typeof answer.value === "string" && texts.some((text, at) => isOther(optionPosition(text), at))) {
    const message =
      "Some options are letters that are the labels of other options. The answer was read as an option's text, but a response that is only a letter is read as a label.";
    oddities.add("AMBIGUOUS_ANSWER", key, message);
  }
}
