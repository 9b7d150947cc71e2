import { allMatches } from "../all-matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";

const LONGEST = 2_000;
/** The answer to a numbered question: "Question 2: B", "Q3 - (C)", "the answer to the second question is B". */
const ANSWERED =
  /(?:\b(?:question|problem|item|part|q)\s?\.?#?(\d{1,3})|\b(first|second|third|fourth|fifth|last|next) (?:question|one|problem|part))(?:[\s*_:.)–—=-]|the|correct|answer|is|option|->|→){1,12}[(["'*_]{0,3}([A-Z])(?![\p{L}\p{N}'])/giu;

const OPENING =
  /^\W{0,20}(?:here are|the (?:correct )?answers? (?:to|for)|answers?\W{1,6}(?:question|problem|item|q)|(?:question|problem|item|part|q)\s?\.?#?\d|(?:for the |the )?first (?:question|one|problem|part)|1\s?[:.)])/i;

/** Words that may precede the first answer: "The answer to the". */
const HEAD = /^\W*(?:here are (?:the|my) answers|answers?|the (?:correct )?answers? (?:to|for) (?:the )?)?\W*$/i;

/** "1: A, 2: B, 3: A", and nothing else. */
const SERIES =
  /^[\s*_]{0,6}1\s?[:.)–-]\s{0,3}\(?[A-Z]\)?(?:[\s,;.]{1,6}\d{1,2}\s?[:.)–-]\s{0,3}\(?[A-Z]\)?){1,40}[\s,;.]{0,6}$/;

/** Answers to several numbered questions: nothing says which of them was asked here. */
export function readSeveralQuestions(reading: Reading): Finding | null {
  const { text, labels } = reading;
  if (!labels || text.length > LONGEST || !OPENING.test(text)) return null;
  const series = SERIES.exec(text);
  if (series !== null && new Set(text.match(/[A-Z]/g)).size > 1)
    return found(reading, "declared-answer", 0, text.trimEnd().length, "several-answers");
  const answers = allMatches(text, ANSWERED);
  const [first] = answers;
  if (first === undefined || answers.length < 2 || /\p{L}{3}/u.test(text.slice(0, first.index).replace(HEAD, "")))
    return null;
  const questions = new Set(answers.map((answer) => (answer[1] ?? answer[2] ?? "").toLowerCase()));
  const letters = new Set(answers.map((answer) => answer[3]));
  if (questions.size < 2 || letters.size < 2) return null;
  return found(reading, "declared-answer", first.index, text.trimEnd().length, "several-answers");
}
