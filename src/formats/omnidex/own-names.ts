import { type Fields, isFields, nameOf } from "../files/record-fields.ts";
import { optionsOf } from "../rows/option-fields.ts";
import { FormatError } from "../rows/submission-format.ts";
import type { RowNames } from "../rows/submission-row.ts";

/**
 * The fields of a row of Omnidex's own format that identify its question. The row may have the fields of a result file
 * or those of an exported question. Undefined for a row without a question key.
 */
export function ownNames(record: Fields): RowNames | undefined {
  const [key, otherKey] = [nameOf(record.question), nameOf(record.key)].filter((name) => name !== undefined);
  if (key === undefined) return undefined;
  return {
    key,
    otherKey,
    benchmark: stated(isFields(record.benchmark) ? record.benchmark.slug : record.benchmark),
    video: stated(isFields(record.video) ? record.video.key : record.video),
    text: stated(record.text),
    options: shownOptions(record.options),
  };
}

/** A text, unless it is blank or a missing value of Python or pandas. */
function stated(value: unknown): string | undefined {
  const text = nameOf(value);
  return text === undefined || /^(?:nan|none|null|<na>)$/i.test(text) ? undefined : text;
}

/**
 * The options as the model saw them: a list, or lines of text.
 * @throws {FormatError} for a value that is neither, because the order of the options decides what a label means
 */
function shownOptions(value: unknown): readonly string[] | undefined {
  const text = stated(value);
  if (text === undefined || /^(?:\[\s*\]|\{\s*\})$/.test(text)) return undefined;
  const options = optionsOf(value);
  if (options !== undefined) return options;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1) return lines;
  throw new FormatError(`its field 'options' is not a list of texts, such as ["A. a cat", "B. a dog"]`);
}
