import { type Finding, found, type Reading } from "../reading.ts";

/**
 * Texts that harnesses and services write instead of the model's answer, in forms that no model uses. "Video corrupted:
 * …" comes from OmniVideoBench's scripts.
 */
const CERTAIN =
  /^\W{0,4}(?:failed to (?:obtain|get|generate|call|fetch)|[A-Za-z_.]{0,60}(?:error|exception)\s*(?::|- |\(|code\s*:)|api error\b|error code\s?[45]\d\d\s*(?:$|[-:,;({])|error occurred|(?:video|audio|image) (?:file )?corrupted\s*:|traceback \(most recent|\{\s*["']?error["']?\s*:|<!doctype html|<html|blocked:\s*(?:$|prohibited|safety|recitation|blocklist|spii|other\b|content)|the response was (?:filtered|blocked)|no response from (?:the )?(?:api|server|model|service|endpoint|upstream|backend)\b|[45]\d\d\s+(?:too many requests|bad (?:request|gateway)|service unavailable|internal (?:server )?error|gateway time-?out|unauthorized|forbidden|not found|(?:client |server )?error\b))/i;

/**
 * Phrases that may also appear in a video. They are failures only at the end of a clause or before a status. "Video
 * file not found." from OmniVideoBench's scripts is a failure, but "File not found is what the screen says" is not.
 */
const CLAUSE =
  /^\W{0,4}(?:http\s?(?:error\s?)?[45]\d\d|error processing(?: (?:the |your )?\w{1,20})?|request timed out|(?:request|connection|read) (?:timed? ?out|timeout|aborted|refused|reset)|(?:video|audio|image) (?:file not found|(?:decod(?:e|ing)|load(?:ing)?|processing|reading) (?:error|failed|failure))|file not found|(?:gpu|cuda) memory insufficient|insufficient (?:gpu|cuda) memory|(?:gpu|cuda) out of memory|rate limit|too many requests|quota exceeded|content (?:filtered|blocked))\s{0,4}(?:$|[:;.,!({[/'"\n-]|(?:exceeded|reached|error|at|after|by|while|with|for|please|retry|due|too many|bad|service|internal|gateway|unauthorized|forbidden|not found)\b)/i;

/**
 * Texts that are failures only if the question has options. Without options, they may be the answer: "450", "Out of
 * memory", "error".
 */
const STATUS = /^\W{0,4}[45]\d\d\W*$/;
const WORDS = /^\W{0,4}(?:[A-Za-z_.]{0,60}(?:error|exception)|timeout|(?:out of memory|file not found))\W*$/i;

/** An answer later in the text, so that the text is not a failure: "Blocked: the ball is blocked. Answer: B". */
const ANSWERS =
  /\banswer(?:\s{1,4}is|\s{0,4}[:：=])[\s:*_("'[]{0,8}(?!(?:not|missing|unavailable|empty|null|none|too|required|invalid)\b)[\p{L}\p{N}]/iu;

/** An error message of the API or of the harness, at the beginning of the response. */
export function readApiError(reading: Reading): Finding | null {
  const start = reading.text.search(/\S/);
  if (start < 0) return null;
  const head = reading.text.slice(start, start + 300);
  const match = CERTAIN.exec(head) ?? clauseOf(head, reading.options.count > 0);
  if (match === null || ANSWERS.test(reading.text.slice(start))) return null;
  return found(reading, "api-error", start, start + match[0].length, "api-error");
}

/** @param asksForOptions whether the question has options, so that a bare status is not an answer */
function clauseOf(head: string, asksForOptions: boolean): RegExpExecArray | null {
  if (asksForOptions) return CLAUSE.exec(head) ?? STATUS.exec(head) ?? WORDS.exec(head);
  return WORDS.test(head) ? null : CLAUSE.exec(head);
}

/** Whether a text is only the name of a failure ("error", "Out of memory"). A number is not. */
export const isFailureWord = (text: string): boolean => text.length < 300 && WORDS.test(text.trim());
