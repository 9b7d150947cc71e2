import { readLiteralColumn } from "./reading/literal-column.ts";
import type { RecordReader } from "./reading/record-reader.ts";

/**
 * The question's text: a string, or an object with `text`. Null if it is missing, as in checks that are empty slots.
 */
export function readPrompt(question: RecordReader): string | null {
  const text = typeof question.value === "string" ? question : question.optional("text");
  return text === null || text.string().trim() === "" ? null : text.string();
}

/** Options may be a list, absent, or the name of a list in the benchmark's code, which its data does not include. */
export function readOptions(question: RecordReader): readonly string[] {
  if (typeof question.value === "string") return [];
  const options = question.optional("options");
  if (options === null) return [];
  const isText = typeof options.value === "string";
  if (isText && !options.string().trimStart().startsWith("[")) return [];
  return readLiteralColumn(options).strings();
}
