import type { Span } from "../../../extraction.ts";
import { allMatches } from "../all-matches.ts";

const THINK_TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|◁(\/?)think▷/gi;
const THINK_TAG_HERE = new RegExp(THINK_TAG.source, "iy");
const FINAL_CHANNEL = "<|channel|>final<|message|>";
const ECHOED_PROMPT =
  /^(?:<\|im_start\|>|<\|start_header_id\|>|<s>|<bos>|\s)*(?:system|user|\[INST\]|<\|user\|>|<\|system\|>)/;
const ASSISTANT =
  /<\|im_start\|>assistant|<\|start_header_id\|>assistant<\|end_header_id\|>|<\|assistant\|>|<start_of_turn>model|\[\/INST\]|(?:^|\n)assistant[ \t]*(?=\n|$)|(?:^|\n)(?:ASSISTANT|Assistant|assistant):|### Response:?/g;
const LEADING_ASSISTANT =
  /^\s{0,40}(?:(?:<s>|<bos>|<\|begin_of_text\|>)\s*)?(?:<\|im_start\|>assistant|<\|start_header_id\|>assistant<\|end_header_id\|>|<\|assistant\|>|<start_of_turn>model|\[\/INST\]|### Response:?|assistant[ \t]*(?::|\n|$)|<s>|<bos>|<\|begin_of_text\|>)/i;
const END_TOKEN =
  /<\|im_end\|>|<\/s>|<\|endoftext\|>|<\|end_of_text\|>|<\|eot_id\|>|<\|end\|>|<\|return\|>|<end_of_turn>|<eos>|<\|end.of.sentence\|>|<\|im_start\|>user/g;

/** A response in which everything except the model's answer is blanked out. */
export interface Masked {
  /** The text, as long as the input. Parts that are not the model's answer are blanks. */
  readonly text: string;
  /** Whether the text ends within the model's thoughts. */
  readonly truncated: boolean;
}

/** Blanks out thoughts, an echoed prompt, and the tokens of chat templates. */
export function maskResidue(text: string): Masked {
  const thoughts = maskThoughts(maskChannels(text));
  return { text: maskStruck(maskDialogue(maskTurns(thoughts.text))), truncated: thoughts.truncated };
}

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

function maskChannels(text: string): string {
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final >= 0) return blank(text, 0, final + FINAL_CHANNEL.length);
  return text;
}

/**
 * Blanks out thoughts. A closing tag without an opening tag ends thoughts that the prompt has opened, so everything
 * before it is a thought.
 */
function maskThoughts(text: string): Masked {
  if (!text.includes("<") && !text.includes("◁")) return { text, truncated: false };
  const ranges: Span[] = [];
  let open = -1;
  for (const tag of thinkTags(text)) {
    const closes = (tag[1] ?? tag[2]) === "/";
    if (!closes && open < 0) open = tag.index;
    if (!closes) continue;
    if (open < 0) ranges.length = 0;
    ranges.push({ start: Math.max(0, open), end: tag.index + tag[0].length });
    open = -1;
  }
  if (open >= 0) ranges.push({ start: open, end: text.length });
  const masked = blankRanges(text, ranges);
  return { text: masked, truncated: open >= 0 || /<\|channel\|>analysis/.test(masked) };
}

/**
 * Returns the same as `allMatches(text, THINK_TAG)`, but faster: it searches for a single character first, because
 * thoughts are long.
 */
function thinkTags(text: string): readonly RegExpExecArray[] {
  if (text.includes("◁")) return allMatches(text, THINK_TAG);
  const tags: RegExpExecArray[] = [];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    THINK_TAG_HERE.lastIndex = at;
    const tag = THINK_TAG_HERE.exec(text);
    if (tag !== null) tags.push(tag);
  }
  return tags;
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
