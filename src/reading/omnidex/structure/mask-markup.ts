import { isWordUnit } from "../word-text.ts";
import { answerMarks } from "./answer-elements.ts";
import { NOTHING } from "./decode-entities.ts";
import { FORMATTING, isHtml, isInline } from "./html-elements.ts";
import { maskAsides } from "./mask-asides.ts";
import { maskComments } from "./mask-comments.ts";
import { TaggedText } from "./tagged-text.ts";
import type { Tag } from "./tags.ts";

/**
 * Replaces the markup of a text by as many other units: tags of HTML and XML by line breaks and `NOTHING`, comments by
 * blanks, and the tags of elements that hold the answer by the marks of `answer-marks.ts`. Comparison signs, labels in
 * angle brackets ("<B>") and tags that an option has remain text.
 */
export function maskMarkup(raw: string, options: readonly string[]): string {
  const tagged = new TaggedText(maskCut(maskFence(maskComments(raw))));
  return tagged.tags.length === 0 ? tagged.text : new Markup(maskAsides(tagged), options).masked();
}

/** The opening fence of a block of markup that is the whole response. */
const FENCE = /^\s{0,20}```(?:html|xml|svg|markdown|md)[ \t]*(?=\n)/i;

const maskFence = (text: string): string => text.replace(FENCE, (fence) => " ".repeat(fence.length));

/** A closing tag at the end of a text that breaks off within it: "B</answ". */
const CUT = /<\/[\p{L}_-]{0,30}\s*$/u;

function maskCut(text: string): string {
  const cut = CUT.exec(text.slice(-60));
  return cut === null ? text : text.slice(0, text.length - cut[0].length) + " ".repeat(cut[0].length);
}

class Markup {
  readonly #tagged: TaggedText;
  readonly #options: readonly string[];
  readonly #parts: string[] = [];
  readonly #found = new Map<string, boolean>();
  /** Whether the text so far ends with a line break, apart from blanks. */
  #atLineStart = true;

  constructor(tagged: TaggedText, options: readonly string[]) {
    this.#tagged = tagged;
    this.#options = options;
  }

  masked(): string {
    const { text, tags } = this.#tagged;
    const marks = answerMarks(this.#tagged);
    const runEnds = this.#runEnds();
    let from = 0;
    let runStart = 0;
    for (const [index, tag] of tags.entries()) {
      if (tags[index - 1]?.end !== tag.start) runStart = tag.start;
      this.#pushText(text.slice(from, tag.start));
      const run = { start: runStart, end: runEnds[index] ?? tag.end };
      this.#push(this.#replacement(tag, marks.get(index), run), tag.end - tag.start);
      from = tag.end;
    }
    this.#pushText(text.slice(from));
    return this.#parts.join("");
  }

  /** For each tag, the end of the tags that follow it without text between them. */
  #runEnds(): readonly number[] {
    const { tags } = this.#tagged;
    const ends: number[] = [];
    for (let index = tags.length - 1; index >= 0; index--) {
      const end = tags[index]?.end ?? 0;
      ends[index] = tags[index + 1]?.start === end ? (ends[index + 1] ?? end) : end;
    }
    return ends;
  }

  #pushText(text: string): void {
    if (text === "") return;
    this.#parts.push(text);
    const end = text.slice(-40).trimEnd();
    if (end !== "" || text.includes("\n")) this.#atLineStart = end === "" || /\n\s*$/.test(text.slice(-40));
  }

  #push(replacement: string, length: number): void {
    this.#parts.push(replacement.padEnd(length, NOTHING));
    if (replacement !== "") this.#atLineStart = replacement.endsWith("\n") || replacement.endsWith("- ");
  }

  #replacement(tag: Tag, mark: string | undefined, run: { readonly start: number; readonly end: number }): string {
    if (mark !== undefined) return mark;
    const { text } = this.#tagged;
    const source = text.slice(tag.start, tag.end);
    const name = tag.name.toLowerCase();
    if (tag.form === "token") return /(?:^|_)box$/.test(name) ? source : this.#lineBreak();
    if (this.#isText(tag, name)) return source;
    const label = this.#labelOf(tag);
    if (label !== null) return label;
    if (name === "br") return "\n";
    if (name === "li" && tag.kind === "open") return `${this.#lineBreak()}- `;
    if ((name === "td" || name === "th") && tag.kind === "open") return "| ";
    if (name === "sup" && tag.kind === "open" && /[\d+−-]/.test(text.charAt(tag.end))) return "^";
    if (!isInline(name) || tag.role !== null) return this.#lineBreak();
    const isAlone = run.start === tag.start && run.end === tag.end;
    const joins = isWordUnit(text.charAt(run.start - 1)) && isWordUnit(text.charAt(run.end));
    return joins && run.start === tag.start && !(isAlone && FORMATTING.has(name)) ? " " : "";
  }

  #lineBreak(): string {
    return this.#atLineStart ? "" : "\n";
  }

  /** Whether a tag is text: a comparison, a placeholder, or what an option has. */
  #isText(tag: Tag, name: string): boolean {
    if (this.#inOptions(name, "</")) return true;
    if (tag.role !== null || tag.kind !== "open" || tag.hasAttributes || this.#tagged.hasClosed(tag)) return false;
    if (name.length === 1) return isWordUnit(this.#tagged.text.charAt(tag.start - 1)) || !this.#mayBeLabel(name);
    if (name.length > 2 && this.#inOptions(name, "")) return true;
    return !isHtml(name) && (this.#options.length === 0 || /[:.]\w$/.test(name));
  }

  /** Whether an option has a name as a word, after one of the given marks if there are any. */
  #inOptions(name: string, marks: string): boolean {
    const key = marks + name;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#options.some((option) => hasWord(option.toLowerCase(), name, marks));
    this.#found.set(key, found);
    return found;
  }

  #mayBeLabel(name: string): boolean {
    return isHtml(name) || name.charCodeAt(0) - 97 < this.#options.length;
  }

  /** A label in angle brackets, as a label in round ones; null for a tag. */
  #labelOf(tag: Tag): string | null {
    const { start, end, name, kind } = tag;
    if (name.length > 1 || kind !== "open" || end - start !== 3 || this.#tagged.hasClosed(tag)) return null;
    const next = this.#tagged.text.slice(end, end + 40);
    const isLabel = !isHtml(name.toLowerCase()) || (name < "a" ? !CONTENT.test(next) : ENDS.test(next));
    return isLabel ? `(${name})` : null;
  }
}

/** What follows a lower-case label. A tag has content. */
const ENDS = /^[.!]?\s*(?:$|\n)/;
/** The content of an element: a text without a space before it, or a single letter. */
const CONTENT = /^(?:[\p{L}\p{N}]|\s{0,3}[([*_]{0,3}[A-Za-z](?![A-Za-z]))/u;

function hasWord(text: string, word: string, marks: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1);
    const isMarked = marks === "" ? !isWordUnit(before) : before !== "" && marks.includes(before);
    if (isMarked && !isWordUnit(text.charAt(at + word.length))) return true;
  }
  return false;
}
