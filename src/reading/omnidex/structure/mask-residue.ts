import { allMatches } from "../all-matches.ts";
import { decodeEntities } from "./decode-entities.ts";
import { maskMarkup } from "./mask-markup.ts";
import { type Masked, maskThoughts, maskThoughtTurns } from "./mask-thoughts.ts";
import { mayHaveTags } from "./tags.ts";

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
