import { AVI_ANSWER_LISTS, AVI_CLASS_LISTS } from "../../domain/avi-bench-lists.ts";
import { readLiteralColumn } from "../files/literal-column.ts";
import type { RecordReader } from "../files/record-reader.ts";

/** The question's text: a string, or an object with `text`. Null if the text is missing, as in an empty check. */
export function readPrompt(question: RecordReader): string | null {
  const text = typeof question.value === "string" ? question : question.optional("text");
  return text === null || text.string().trim() === "" ? null : text.string();
}

/**
 * The options in a record: a list, or the name of a list of the benchmark's code, as the official scorer resolves it. An
 * option that a list repeats is taken once. Empty if the record has no options, or the name of another list.
 * @see AVI-Bench's code, eval/level_metrics/data_utils.py, `get_real_options_or_classes`
 */
export function readOptions(question: RecordReader): readonly string[] {
  if (typeof question.value === "string") return [];
  const options = question.optional("options");
  if (options === null) return [];
  const name = listName(options);
  return name === null ? readLiteralColumn(options).strings() : [...new Set(AVI_ANSWER_LISTS.get(name))];
}

/** The name of a list that the question's options name and that is unknown; null for any other options. */
export function unknownList(question: RecordReader): string | null {
  const options = typeof question.value === "string" ? null : question.optional("options");
  const name = options === null ? null : listName(options);
  return name === null || name === "" || AVI_ANSWER_LISTS.has(name) || AVI_CLASS_LISTS.includes(name) ? null : name;
}

/** The name of a list; null for options that are a list themselves, which may be written as text. */
function listName(options: RecordReader): string | null {
  const name = typeof options.value === "string" ? options.string().trim() : null;
  return name?.startsWith("[") ? null : name;
}
