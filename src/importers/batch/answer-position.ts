import { optionLabel, optionPosition } from "../../domain/option-label.ts";
import type { RecordReader } from "../reading/record-reader.ts";

/**
 * The position that an answer's label names: "B", "b", "B." and "(B)" are 1.
 * @throws {ImportError} if the options have no such label.
 */
export function readAnswerPosition(label: RecordReader, optionCount: number): number {
  const expected = optionCount === 0 ? "options to answer with" : `a label from A to ${optionLabel(optionCount - 1)}`;
  const letter = label
    .string(expected)
    .trim()
    .replace(/^\(?([A-Za-z]{1,2})[.):]?$/, "$1");
  const position = optionPosition(letter);
  return position >= 0 && position < optionCount ? position : label.fail(expected);
}
