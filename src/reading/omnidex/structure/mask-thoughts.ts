import type { Span } from "../../extraction.ts";
import { findTags, type Tag } from "./tags.ts";

/** A text in which everything that is a thought is blanked out. */
export interface Masked {
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
export function maskThoughts(text: string): Masked {
  const turns = maskThoughtTurns(text);
  const { ranges, truncated } = thoughtsIn(turns.text, findTags(turns.text));
  return { text: blankRanges(turns.text, ranges), truncated: truncated || turns.truncated };
}

/** Blanks out the turns that a template has for thoughts. They are cut off if no turn for the answer follows. */
export function maskThoughtTurns(text: string): Masked {
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
