import type { JudgeVerdict } from "../../domain/judge-verdict.ts";
import { optionLabel, optionPosition } from "../../domain/option-label.ts";
import type { JudgeQuestion } from "./judge-question.ts";

const UNREADABLE: JudgeVerdict = { kind: "unreadable" };

/**
 * Reads a judge's reply. The reply must consist of the answer only: a reply with other text, whether the judge was
 * manipulated or thinks aloud, is not searched for an answer.
 * @param options the number of options of the question
 */
export const readReply = (question: JudgeQuestion, reply: string, options: number): JudgeVerdict =>
  question === "option" ? readOption(reply.trim(), options) : readMeaning(reply.trim());

/** `{"answer": "C"}`, `{"answer": null}`, or a single letter. An object with a second `answer` is unreadable. */
function readOption(reply: string, options: number): JudgeVerdict {
  const found = /^(?:\{\s*"answer"\s*:\s*(?:"(?<quoted>[a-z]{1,2})"|null)\s*\}|(?<letter>[a-z]))$/i.exec(reply);
  if (found === null) return UNREADABLE;
  const label = found.groups?.quoted ?? found.groups?.letter;
  if (label === undefined) return { kind: "none" };
  const position = optionPosition(label);
  return position < options ? { kind: "option", label: optionLabel(position) } : UNREADABLE;
}

/** `{"answer": "yes"}`, or just the word. */
function readMeaning(reply: string): JudgeVerdict {
  const found = /^(?:\{\s*"answer"\s*:\s*"(?<quoted>yes|no)"\s*\}|(?<word>yes|no)\.?)$/i.exec(reply);
  const word = found?.groups?.quoted ?? found?.groups?.word;
  return word === undefined ? UNREADABLE : { kind: "meaning", same: word.toLowerCase() === "yes" };
}
