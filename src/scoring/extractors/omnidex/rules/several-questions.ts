import { allMatches } from "../all-matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";

const LONGEST = 2_000;
/** The answer to a numbered question: "Question 2: B", "Q3 - (C)", "the answer to the second question is B". */
const ANSWERED =
  /(?:\b(?:question|problem|item|q)\s?\.?#?(\d{1,3})|\b(first|second|third|fourth|fifth|last|next) (?:question|one|problem))(?:[\s*_:.)–—=-]|the|correct|answer|is|option|->|→){1,12}[(["'*_]{0,3}([A-Z])(?![\p{L}\p{N}'])/giu;

const OPENING =
  /^\W{0,20}(?:here are|the (?:correct )?answers? (?:to|for)|answers?\W{1,6}(?:question|problem|item|q)|(?:question|problem|item|q)\s?\.?#?\d)/i;

/** Words that may precede the first answer: "The answer to the". */
const HEAD = /^\W*(?:here are (?:the|my) answers|answers?|the (?:correct )?answers? (?:to|for) (?:the )?)?\W*$/i;

/** Answers to several numbered questions: nothing says which of them was asked here. */
export function readSeveralQuestions(reading: Reading): Finding | null {
  const { text, labels } = reading;
  if (!labels || text.length > LONGEST || !OPENING.test(text)) return null;
  const answers = allMatches(text, ANSWERED);
  const [first] = answers;
  if (first === undefined || answers.length < 2 || /\p{L}{3}/u.test(text.slice(0, first.index).replace(HEAD, "")))
    return null;
  const questions = new Set(answers.map((answer) => (answer[1] ?? answer[2] ?? "").toLowerCase()));
  const letters = new Set(answers.map((answer) => answer[3]));
  if (questions.size < 2 || letters.size < 2) return null;
  return found(reading, "declared-answer", first.index, text.trimEnd().length, "several-answers");
}
