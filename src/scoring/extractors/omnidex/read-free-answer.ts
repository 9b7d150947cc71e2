import { type Extraction, type UnparsedRule, unparsed } from "../../extraction.ts";
import { OptionTexts } from "./option-texts.ts";
import { readNumber } from "./read-number-answer.ts";
import { type Reading, Work } from "./reading.ts";
import { readApiError } from "./rules/api-error.ts";
import { findBoxed, findBoxToken, findTagged } from "./rules/container.ts";
import { readRefusal } from "./rules/refusal.ts";

/** NUMBER: the number that the text gives as its answer. */
export function readNumberAnswer(reading: Reading): Extraction {
  const part = answerPlace(reading);
  const failure = failureOf(part);
  return failure === null ? readNumber(part) : unparsed(failure);
}

/** RETRIEVAL: the list of indices. A refusal that mentions images is not such a list. */
export function readIndicesAnswer(reading: Reading, response: string): Extraction {
  const part = answerPlace(reading);
  const refused = failureOf(part) === null && !/\[[^\]]{0,200}\d/.test(part.text) && readRefusal(part) !== null;
  return refused ? unparsed("refusal") : readWholeAnswer(reading, response);
}

/**
 * For a format whose scorer parses the answer: the text in the container meant for the answer, otherwise the whole
 * response.
 */
export function readWholeAnswer(reading: Reading, response: string): Extraction {
  const part = answerPlace(reading);
  const failure = failureOf(part);
  if (failure !== null) return unparsed(failure);
  const start = part.offset + part.text.search(/\S/);
  const end = part.offset + part.text.trimEnd().length;
  return {
    kind: "answer",
    answer: response.slice(start, end),
    rule: "whole-text",
    span: { start, end },
    ambiguous: false,
  };
}

/** The content of the last tag or box; the whole reading if there is neither. */
function answerPlace(reading: Reading): Reading {
  const part = findTagged(reading) ?? findBoxToken(reading) ?? findBoxed(reading);
  return part === null || part.text.trim() === "" ? reading : part;
}

function failureOf(part: Reading): UnparsedRule | null {
  if (part.text.trim() === "") return "empty";
  return readApiError(part) === null ? null : "api-error";
}

/** A reading of a question without options. */
export const plainReading = (text: string): Reading => ({
  text,
  offset: 0,
  options: new OptionTexts([]),
  labels: false,
  work: new Work(text.length),
});
