import { optionPosition } from "../../domain/option-label.ts";
import type { RecordReader } from "../files/record-reader.ts";

/**
 * The position of the option whose label an answer names. With the labels A, B and C, "B", "b", "B." and "(B)" give 1.
 * @throws {ImportError} if no option has this label.
 */
export function readAnswerPosition(answer: RecordReader, labels: readonly string[]): number {
  const expected = expectedLabel(labels);
  const letter = answer
    .string(expected)
    .trim()
    .replace(/^\(?([A-Za-z]{1,2})[.):]?$/, "$1")
    .toUpperCase();
  const position = labels.indexOf(letter);
  return position === -1 ? answer.fail(expected) : position;
}

function expectedLabel(labels: readonly string[]): string {
  const last = labels.at(-1);
  if (last === undefined) return "options to answer with";
  return optionPosition(last) === labels.length - 1
    ? `a label from A to ${last}`
    : `one of the labels ${labels.join(", ")}`;
}
