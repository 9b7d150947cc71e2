import { stands } from "../governance/stands.ts";
import { isolatedLetters } from "../label-token.ts";
import { afterLast } from "../matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";

/** "None of the above" and similar phrases. */
const NONE =
  /\bnone of (?:the|these|those|them)\b|^\W*none of\b|\bnot (?:listed|among|one of)\b|\bno (?:correct|valid|suitable) (?:option|answer|choice)|以上都不(?:是|对)|ninguna de las/i;

/** A request that the model makes, but not one that it quotes from the video. */
const PLEASE = "\\bplease (?<!\\b(?:says?|said|asks?|asked|reads?|states?|phrase|words)[:,]? {1,2}[\"'“‘]?please )";

/** Words by which a model says that it cannot answer. */
const REFUSAL = new RegExp(
  [
    "\\b(?:can(?:not|'t| not)|could(?: not|n't)|unable to|not able to|impossible to|not possible to|difficult to|hard to) (?:be )?(?:\\w+ly )?(?:determine|tell|answer|say|know|count|see|view|watch|hear|listen|process|access|assist|help|identify|choose|select|decide|provide|infer|conclude|verify|confirm|analy[sz]e|comply|fulfil)",
    "\\bno (?:idea|clue|way (?:to|of)|access|means of|comment)\\b|\\b(?:not|un) ?clear\\W*(?:$|[.;])|\\bno ?(?:one|body) (?:knows|can (?:say|tell|know))",
    "\\b(?:no|without(?: any| the)?) (?:audio|video|clip|image|picture|file|recording|footage)s? (?:was|were|is|are|in (?:your|this|the) (?:message|prompt|conversation)|attached|provided|available)\\b",
    "\\bas an ai\\b|\\bai (?:language )?model\\b|\\bi(?:'m| am) sorry\\b|^\\W*sorry\\b|\\bapologi[sz]e\\b",
    "\\bdo(?:es)?(?: not|n't) (?:have|provide|contain|give|include) (?:\\w+ ){0,3}(?:access|ability|enough|sufficient|information|detail|context|capability)",
    "\\b(?:not enough|insufficient|more|additional) (?:information|context|detail|evidence|data)",
    "\\bi(?: do not|'m not| don't| am not) (?:know|sure|certain)|^\\W*(?:not sure|unsure|unknown|uncertain|undetermined|n/?a|none|null|nan|no answer|no response|undefined|not applicable|not provided)\\W*$",
    `\\bcan(?:not|'t) (?:be )?(?:answered|determined|known|identified|inferred|said)|\\bit depends\\b|${PLEASE}(?:provide|share|upload|describe|clarify)|\\bwill not (?:choose|answer)`,
    "无法|不能确定|不确定|不知道|抱歉|对不起|分かりません|わかりません|できません|알 수 없|모르겠|죄송",
    "\\bno (?:puedo|se puede|es posible|lo se)\\b|\\blo siento\\b|\\bje ne (?:peux|sais)\\b|\\bdesole\\b|\\bich kann (?:\\w+ )?nicht\\b|\\bnao (?:posso|sei|e possivel)\\b|\\bnon (?:posso|so)\\b|не могу|невозможно",
  ].join("|"),
  "i",
);

/** Whether a text, such as the text of an option, states that there is no answer. */
export const isRefusal = (text: string): boolean => NONE.test(text) || REFUSAL.test(text);

const SPEAKER =
  /^(?:(?:well|unfortunately|but|as|so)[, ]{1,2})?(?:i\b|i'm\b|we\b|it(?:'s| is)? |there (?:is|are) (?:not enough|insufficient|no way)|sorry|apolog|as an ai|an ai|unable|cannot|can't|could not|couldn't|impossible|not |insufficient|unknown|unsure|undetermined|none\b|no (?:idea|answer|way|clue|access)|please|the (?:audio|video|clip|frames?|question|images?|information)\b|no (?:puedo|se|es posible)|lo siento|je ne|desole|ich kann|nao|non|无法|不|抱歉|对不起|わか|分か|알 수|모르|죄송|не)/i;

/** Whether a text begins with a refusal by the speaker. "The violin cannot be heard" is about the subject. */
export function isRefusalAtStart(text: string): boolean {
  const match = REFUSAL.exec(text.slice(0, 120));
  return match !== null && match.index <= 60 && SPEAKER.test(text) && !/\n/.test(text.slice(0, match.index));
}

/** The refusal in a claim such as "the answer is none of the above" or "Answer: cannot be determined"; null for any other claim. */
export function refusalAt(reading: Reading, start: number, end: number): Finding | null {
  const claim = reading.text.slice(start, end);
  if (NONE.test(claim)) return found(reading, "refusal", start, end, "none-of-the-above");
  return REFUSAL.test(claim) ? found(reading, "refusal", start, end, "refusal") : null;
}

/** "Yes, I can help with that. Please upload the video.": the "yes" answers something else. */
const REQUEST = new RegExp(
  `${PLEASE}(?:provide|share|upload|attach|send)\\b|\\b(?:upload|attach|share|send) (?:it|me|the (?:video|audio|clip|file|image))\\b[^.!?\\n]{0,30}(?:first|so (?:that )?i can)\\b`,
  "i",
);

/** A request for the video, in a text that answers yes or no to something else. */
export function readRequest(reading: Reading): Finding | null {
  const match = REQUEST.exec(reading.text.slice(0, SEARCHED));
  return match === null ? null : found(reading, "refusal", match.index, match.index + match[0].length, "refusal");
}

/** The end of the first refusal; null for a text without a refusal. */
export function refusalEnd(reading: Reading): number | null {
  const match = REFUSAL.exec(reading.text.slice(0, SEARCHED));
  return match === null ? null : match.index + match[0].length;
}

/** Whether a text decides neither for yes nor for no: "No, I cannot determine that". */
export const isUndecided = (text: string): boolean =>
  /\b(?:can(?:not|'t| not)|could(?:n't| not)|unable to|not able to|impossible to|not possible to|no way to|don't|do not) (?:be )?(?:\w+ly )?(?:determine|tell|say|answer|know|verify|confirm|decide|conclude)|\b(?:not|un) ?(?:clear|sure|certain)\b/i.test(
    text.slice(0, 200),
  );

/**
 * The number of code units from the start and from the end of a response that are searched for a refusal. A refusal in
 * the middle of a longer response is not the answer.
 */
const SEARCHED = 2000;

/** Reads a refusal near the beginning or the end of a response. */
export function readRefusal(reading: Reading): Finding | null {
  const { text } = reading;
  const tail = Math.max(SEARCHED, text.length - SEARCHED);
  return (
    refusalAt(reading, 0, Math.min(text.length, SEARCHED)) ?? refusalAt(reading, tail, Math.max(tail, text.length))
  );
}

const BEFORE =
  /\b(?:might|may|could|can|possibly|perhaps|maybe|conceivably)(?: \w+){0,3}[\s*_"'(:]{0,6}(?:option |choice )?[(*"']{0,3}$|(?<!最有?)可能[是为]?\s?$/i;
const AFTER =
  /^[)\]*_"']{0,3}(?: (?:might|may|could|can)(?: also| well)?(?: be)?\b(?! not)| (?:is|seems|looks|sounds|appears)(?: to be| also)?(?: also| quite| just as| equally| as)? (?:possible|plausible|likely|conceivable|a possibility|a candidate|an option)\b|\s?\?)/i;
const SENTENCE_END = /[.!?\n]/;
/** The number of code units around a claim that are searched for hedges (`REACH`) and for another option (`BESIDE`). */
const REACH = 60;
const BESIDE = 120;

/** Whether a finding is only a possibility: "it might be C", "C is possible". */
export function isHedged({ text, offset }: Reading, { start, end, rule }: Finding): boolean {
  if (rule === "verdict-list") return false;
  const [from, to] = [start - offset, end - offset];
  const before = text.slice(Math.max(0, from - REACH), from);
  const after = text.slice(from + 1, from + 1 + REACH);
  return BEFORE.test(lastClause(before)) || AFTER.test(text.slice(to, to + REACH)) || AFTER.test(after);
}

/** Whether another option's label is beside a hedged label: "A could be right, but so could B". */
export function namesOtherLabel(reading: Reading, { start, end, target }: Finding): boolean {
  const from = Math.max(0, start - reading.offset - BESIDE);
  const beside = reading.text.slice(from, end - reading.offset + BESIDE);
  const [claim, clause] = [start - reading.offset - from, SENTENCE_END];
  return isolatedLetters(beside).some(
    ({ position, start: at, end: to }) =>
      position !== target &&
      (!clause.test(beside.slice(Math.min(at, claim), Math.max(at, claim))) ||
        isHedged(
          { ...reading, text: beside, offset: 0 },
          { rule: "hedge", start: at, end: to, target, ambiguous: false },
        )) &&
      position < reading.options.count &&
      beside.charAt(at) < "a" &&
      stands(reading, {
        rule: "hedge",
        start: reading.offset + from + at,
        end: reading.offset + from + to,
        target: position,
        ambiguous: false,
      }),
  );
}

const lastClause = (text: string): string => text.slice(afterLast(text, ".;!?\n"));

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
