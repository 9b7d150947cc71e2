import type { Extraction, Span } from "../../extraction.ts";
import type { Reading } from "../reading.ts";
import { wordsOf } from "../word-text.ts";
import { NOTHING } from "./fold-text.ts";

/**
 * Positions at which a text may turn from this question to something else: an invented next question, another turn of a
 * chat, the template of the prompt's few-shot examples, or a summary of "all the answers" to these examples.
 */
const TURN = new RegExp(
  `\\n(?:${[
    "[ \\t#*_>]*(?:(?:next|another|new|example|follow-?up|sample) )?(?:question|q|problem|pregunta|frage)[ \\t]*(?:#?\\d{1,3}|\\([a-z0-9]\\))?[ \\t*_]*[:.)](?!\\d)",
    "[ \\t#*_>]*(?:question|problem)(?: \\d{1,3})?[ \\t*_]*(?=\\n)",
    "[ \\t]*(?:问题|題目|题目|질문|問題)[ \\t]*\\d{0,3}[ \\t]*[:：]",
    "[ \\t#*_>]*(?:options|choices|answer choices|选项)[ \\t*_]*[:：][ \\t*_]*(?=\\n)",
    "[ \\t#*_>]*(?:user|human|instruction|input|系统|用户)[ \\t*_]*[:：]|###? ?(?:instruction|input|user|human)\\b",
    "[ \\t#*_>]*(?:video|clip|sample) \\d{1,3}[ \\t*_]*[:.)]",
    "[^\\n.]{0,40}?\\b(?:previous|other|earlier) (?:examples?|questions?)\\b",
    "the (?:final |correct )?answer is:?[ \\t]*(?:\\.{3}|…)",
    "[^\\n.]{0,40}?(?:summari[sz]e|combin(?:e|ing)|recap|compil(?:e|ing)|sum up|总结|汇总|整理|归纳)[^\\n.]{0,60}?(?:answers|questions|responses|answer choices|答案|问题)",
    "[^\\n.]{0,80}\\b(?:final answers? (?:for|to) (?:each|all|every|the) (?:of the )?(?:\\w+ )?questions?|all (?:of )?the (?:\\w+ )?(?:answers|questions)|answers to (?:all|the (?:other|previous|above)) )",
  ].join("|")})`,
  "iy",
);
/**
 * The maximum number of turns to examine. A text that continues after its answer is cut at one of the first turns, or
 * not at all.
 */
const MOST_TURNS = 6;
/** The maximum number of lines to examine. */
const MOST_LINES = 200;
const SUMMARY = /answers|responses|答案|问题|questions/i;
/** The number of characters of a following question that are compared with this question. */
const COMPARED = 400;

/**
 * The position at which the text turns to something other than this question; the text's length if it does not.
 * @param settles whether a part of the text, from its beginning, already contains an answer
 */
export function ownEnd(
  reading: Reading,
  question: string,
  settles: (end: number, summary: boolean) => boolean,
): number {
  const { text } = reading;
  for (const turn of turns(text)) {
    const at = turn.index;
    if (text.slice(0, at).trim() === "") continue;
    if (settles(at, SUMMARY.test(turn[0]))) return at;
    if (isQuestion(turn[0]) && invents(text, at, at + turn[0].length, question)) return at;
  }
  return text.length;
}

function* turns(text: string): Generator<RegExpExecArray> {
  let [at, found] = [text.indexOf("\n"), 0];
  for (let line = 0; at >= 0 && line < MOST_LINES && found < MOST_TURNS; line++) {
    TURN.lastIndex = at;
    const turn = TURN.exec(text);
    if (turn !== null) {
      found += 1;
      yield turn;
    }
    at = text.indexOf("\n", at + 1);
  }
}

const isQuestion = (turn: string): boolean =>
  /question|\bq\b|问题|题目|질문|問題/i.test(turn) && /(?:[:：.)]|question|problem)[\s*_]*$/i.test(turn);

/** Whether the text at `start` is another question, made up by the model. */
function invents(text: string, at: number, start: number, question: string): boolean {
  // "Here is the question again:" introduces this question.
  if (question === "" || /:[\s*_]*$/.test(text.slice(0, at))) return false;
  return sharedWords(text.slice(start, start + COMPARED), question.slice(0, COMPARED)) < 0.5;
}

/** The share of a question's words that also occur in a text. */
function sharedWords(text: string, question: string): number {
  const words = new Set(contentWords(text));
  const asked = [...new Set(contentWords(question))];
  if (asked.length === 0) return 1;
  return asked.filter((word) => words.has(word)).length / asked.length;
}

/** The words of a text, except for short words, which occur in every question. */
const contentWords = (text: string): string[] =>
  wordsOf(text)
    .trim()
    .split(" ")
    .filter((word) => word.length > 3 || /[^ -~]/.test(word));

/** A masked text without the units that are no text. */
interface Squeezed {
  readonly text: string;
  /** The same text with the letters of the response, before they were folded. */
  readonly source: string;
  /** Moves the span of an extraction from the squeezed text to the response. */
  restore(extraction: Extraction): Extraction;
}

const asIs = (extraction: Extraction): Extraction => extraction;

/**
 * Removes the units that stand for markup from a masked text, so that every rule reads "<b>C</b>." as "C." and
 * "It&#39;s" as "It's". `restore` maps the spans of findings back to the response.
 * @param folded the response with its letters folded, of the same length
 */
export function squeeze(text: string, folded: string, response: string): Squeezed {
  if (text === folded || !text.includes(NOTHING)) return { text, source: response, restore: asIs };
  const origins = new Int32Array(text.length + 1);
  const source: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === NOTHING) continue;
    origins[source.length] = at;
    source.push(unit === folded.charAt(at) ? response.charAt(at) : unit);
  }
  origins[source.length] = text.length;
  return {
    text: text.replaceAll(NOTHING, ""),
    source: source.join(""),
    restore: (extraction) =>
      extraction.kind === "answer" ? { ...extraction, span: originOf(extraction.span, origins) } : extraction,
  };
}

function originOf({ start, end }: Span, origins: Int32Array): Span {
  const first = origins[start] ?? 0;
  return { start: first, end: end > start ? (origins[end - 1] ?? 0) + 1 : first };
}
