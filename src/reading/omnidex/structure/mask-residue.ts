import type { Span } from "../../extraction.ts";
import { allMatches } from "../matches.ts";
import { decodeEntities } from "./fold-text.ts";
import { maskMarkup } from "./mask-markup.ts";
import { findTags, mayHaveTags, type Tag } from "./tags.ts";

/** A text in which everything that is a thought is blanked out. */
interface Masked {
  /** The text, as long as the input. */
  readonly text: string;
  /** Whether the text ends within the model's thoughts. What precedes these thoughts may still be an answer. */
  readonly truncated: boolean;
}

/** What begins the answer after thoughts, where a template has a turn of its own for both. */
const ANSWER_TURNS = ["<|channel|>final<|message|>", "<|im_start|>answer"];
const THOUGHT_TURN = /<\|channel\|>\s?(?:analysis|commentary)|<\|im_start\|>think(?![a-z])/;
/** The same turns after a program has removed the tokens of the template. */
const PLAIN_CHANNEL = /^\s{0,40}analysis/;
const PLAIN_THOUGHT = /^\s{0,40}analysis(?=\p{Lu})/u;
const PLAIN_ANSWER = "assistantfinal";

/** Blanks out thoughts: elements such as `<think>`, in the marks of any template, and turns of a template. */
function maskThoughts(text: string): Masked {
  const turns = maskThoughtTurns(text);
  const { ranges, truncated } = thoughtsIn(turns.text, findTags(turns.text));
  return { text: blankRanges(turns.text, ranges), truncated: truncated || turns.truncated };
}

/** Blanks out the turns that a template has for thoughts. They are cut off if no turn for the answer follows. */
function maskThoughtTurns(text: string): Masked {
  const [end, cut] = text.includes("<|") ? turnsOf(text) : plainTurnsOf(text);
  if (end === 0 && cut < 0) return { text, truncated: false };
  const ranges = [{ start: 0, end }];
  if (cut >= 0) ranges.push({ start: cut, end: text.length });
  return { text: blankRanges(text, ranges), truncated: cut >= 0 };
}

/** The end of the last turn of thoughts, and the start of one that no answer follows; -1 if there is none. */
function turnsOf(text: string): readonly [end: number, cut: number] {
  const ends = ANSWER_TURNS.map((turn) => text.lastIndexOf(turn) + turn.length).filter(
    (end, index) => end >= (ANSWER_TURNS[index]?.length ?? 0),
  );
  const end = Math.max(0, ...ends);
  const cut = text.slice(end).search(THOUGHT_TURN);
  return [end, cut < 0 ? -1 : end + cut];
}

function plainTurnsOf(text: string): readonly [end: number, cut: number] {
  if (!PLAIN_CHANNEL.test(text)) return [0, -1];
  const at = text.lastIndexOf(PLAIN_ANSWER);
  if (at >= 0) return [at + PLAIN_ANSWER.length, -1];
  return [0, PLAIN_THOUGHT.test(text) ? 0 : -1];
}

interface Thoughts {
  readonly ranges: readonly Span[];
  readonly truncated: boolean;
}

/**
 * The ranges of thoughts, with their tags. A closing tag without an opening tag ends thoughts that the prompt has
 * opened, so everything before it is a thought. A closing tag of another name ends all open thoughts.
 */
function thoughtsIn(text: string, tags: readonly Tag[]): Thoughts {
  const ranges: Span[] = [];
  const open = new OpenElements();
  for (const { start, end, name, kind, role } of tags) {
    if (role !== "thought" || kind === "empty") continue;
    if (kind === "open") {
      open.push(name.toLowerCase(), start);
      continue;
    }
    const from = open.start ?? 0;
    if (open.start === null) ranges.length = 0;
    open.close(name.toLowerCase());
    if (open.start === null) ranges.push({ start: from, end });
  }
  if (open.start === null) return { ranges, truncated: false };
  const answer = lastAnswer(text, tags, open.start);
  return { ranges: [...ranges, { start: open.start, end: answer ?? text.length }], truncated: answer === null };
}

/** The elements that are open at a place, each name once. */
class OpenElements {
  readonly #stack: { readonly name: string; readonly start: number }[] = [];
  readonly #depths = new Map<string, number>();

  /** The start of the outermost element; null if none is open. */
  get start(): number | null {
    return this.#stack[0]?.start ?? null;
  }

  push(name: string, start: number): void {
    if (this.#depths.has(name)) return;
    this.#depths.set(name, this.#stack.length);
    this.#stack.push({ name, start });
  }

  /** Closes an element and the elements within it; all elements if none has this name. */
  close(name: string): void {
    const depth = this.#depths.get(name) ?? 0;
    for (const closed of this.#stack.splice(depth)) this.#depths.delete(closed.name);
  }
}

/** The start of an answer's element that is all that follows unclosed thoughts, at the end of the text; null if none is. */
function lastAnswer(text: string, tags: readonly Tag[], start: number): number | null {
  const at = tags.findLastIndex(({ form }) => form !== "token");
  const close = tags[at];
  if (close?.role !== "answer" || close.kind !== "close") return null;
  let end = close.end;
  for (const tag of tags.slice(at + 1)) {
    if (/\S/.test(text.slice(end, tag.start))) return null;
    end = tag.end;
  }
  if (/\S/.test(text.slice(end))) return null;
  const open = tags.findLast((tag) => tag.role === "answer" && tag.kind === "open" && tag.end <= close.start);
  return open === undefined || open.start < start ? null : open.start;
}

function blankRanges(text: string, ranges: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

const ECHOED_PROMPT =
  /^(?:<\|im_start\|>|<\|start_header_id\|>|<s>|<bos>|\s)*(?:system|user|\[INST\]|<\|user\|>|<\|system\|>)/;
const ASSISTANT =
  /<\|im_start\|>assistant|<\|start_header_id\|>assistant<\|end_header_id\|>|<\|assistant\|>|<start_of_turn>model|\[\/INST\]|(?:^|\n)assistant[ \t]*(?=\n|$)|(?:^|\n)(?:ASSISTANT|Assistant|assistant):|### Response:?/g;
const LEADING_ASSISTANT =
  /^\s{0,40}(?:(?:<s>|<bos>|<\|begin_of_text\|>)\s*)?(?:<\|im_start\|>assistant|<\|start_header_id\|>assistant<\|end_header_id\|>|<\|assistant\|>|<start_of_turn>model|\[\/INST\]|### Response:?|assistant[ \t]*(?::|\n|$)|<s>|<bos>|<\|begin_of_text\|>)/i;
const END_TOKEN =
  /<\|im_end\|>|<\/s>|<\|endoftext\|>|<\|end_of_text\|>|<\|eot_id\|>|<\|end\|>|<\|return\|>|<end_of_turn>|<eos>|<\|end.of.sentence\|>|<\|im_start\|>user/g;

/**
 * Blanks out thoughts, an echoed prompt, the tokens of chat templates and markup, and replaces entities by
 * their characters. Markup within a line leaves units of `NOTHING`.
 * @param options the options' texts: tags and entities that are in them are text
 */
export function maskResidue(text: string, options: readonly string[]): Masked {
  const decoded = decodeEntities(text, options);
  const isTagged = mayHaveTags(decoded);
  const thoughts = isTagged ? maskThoughts(decoded) : maskThoughtTurns(decoded);
  const turn = maskTurns(isTagged ? maskCrossedOut(thoughts.text) : thoughts.text);
  const own = maskStruck(isTagged ? maskMarkup(maskDialogue(turn), options) : maskDialogue(turn));
  return { text: own, truncated: thoughts.truncated };
}

/** "<s>A</s>, no: B": crossed-out text, which would otherwise resemble the first and the last token of a template. */
const CROSSED_OUT = /(?<=\S\s{0,4})<s>([^<\n]{1,300})<\/s>|<s>[^<\n]{1,300}<\/s>(?=[^\n<]{0,40}[A-Za-z])/gi;

const maskCrossedOut = (text: string): string =>
  text.includes("</s>") ? text.replace(CROSSED_OUT, (struck) => " ".repeat(struck.length)) : text;

/** "~~C. Hip-hop~~": struck-out text is ignored. */
const maskStruck = (text: string): string =>
  text.includes("~~") ? text.replace(/~~[^~\n]{1,300}~~/g, (struck) => " ".repeat(struck.length)) : text;

/** "Q: What colour is it? A: Blue": the "A" marks an answer and is not an option's label. */
const DIALOGUE = /^\s*Q(?:uestion)?\s?[:.][^\n?]{0,600}\?\s{0,4}A(?:nswer)?\s?:(?![^\n]*\n\s*B\s?:)/;

function maskDialogue(text: string): string {
  const dialogue = text.includes("Q") ? DIALOGUE.exec(text) : null;
  return dialogue === null ? text : blank(text, 0, dialogue[0].length);
}

const blank = (text: string, start: number, end: number): string =>
  end <= start ? text : text.slice(0, start) + " ".repeat(end - start) + text.slice(end);

function maskTurns(text: string): string {
  return maskAfterEnd(ECHOED_PROMPT.test(text.slice(0, 200)) ? maskEchoedPrompt(text) : maskLeading(text));
}

function maskEchoedPrompt(text: string): string {
  let end = 0;
  for (const marker of allMatches(text, ASSISTANT)) end = marker.index + marker[0].length;
  return blank(text, 0, end);
}

function maskLeading(text: string): string {
  const marker = LEADING_ASSISTANT.exec(text.slice(0, 200));
  return marker === null ? text : blank(text, 0, marker[0].length);
}

function maskAfterEnd(text: string): string {
  if (!text.includes("<")) return text;
  let start = 0;
  for (const token of allMatches(text, END_TOKEN)) {
    if (/\S/.test(text.slice(start, token.index))) return blank(text, token.index, text.length);
    start = token.index + token[0].length;
  }
  return blank(text, 0, start);
}

/** Sounds of hesitation between commas or dots, and a word that is said twice: "I think it's, uh, B", "the, the window". */
const HESITATION =
  /(?:(?:^|,?\s)(?:uh+|uhm+|um+|erm*|hmm+|ähm?|ehm?)[,.…]+|,\s(?:uh+|uhm+|um+|erm*|ähm?|ehm?)(?=\s))|(?<![\p{L}])(\p{L}{2,12}),? (?=\1 )/giu;
const MAY_HESITATE = /\b(?:u[hm]+|er+m*|hm+|a?ehm?)\b/i;
const LONGEST = 200;

/** Blanks out what a speaker says while looking for words, in a short text. The length stays the same. */
export const maskSpeech = (text: string): string =>
  text.length > LONGEST || !MAY_HESITATE.test(text)
    ? text
    : text.replace(HESITATION, (said) => " ".repeat(said.length));
