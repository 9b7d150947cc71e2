import { readLiteralColumn } from "./reading/literal-column.ts";
import type { RecordReader } from "./reading/record-reader.ts";

/** The question's text: a string, or an object with `text`. Null if the text is missing, as in an empty check. */
export function readPrompt(question: RecordReader): string | null {
  const text = typeof question.value === "string" ? question : question.optional("text");
  return text === null || text.string().trim() === "" ? null : text.string();
}

/**
 * The options in a record. Empty if the record has none, or only the name of a list that is in the benchmark's code and
 * not in its data.
 */
export function readOptions(question: RecordReader): readonly string[] {
  if (typeof question.value === "string") return [];
  const options = question.optional("options");
  if (options === null) return [];
  const isText = typeof options.value === "string";
  if (isText && !options.string().trimStart().startsWith("[")) return [];
  return readLiteralColumn(options).strings();
}
