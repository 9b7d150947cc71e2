import type { Span } from "../../extraction.ts";
import { isWordUnit } from "../word-text.ts";
import { NOTHING } from "./fold-text.ts";
import { answerMarks, TaggedText } from "./tagged-text.ts";
import type { Tag } from "./tags.ts";

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Elements that only change how their text looks. A word may be partly inside them: "<b>T</b>rumpet". */
const FORMATTING = names("b big del em font i ins mark s small strike strong sub sup tt u");
/** Other elements within a line. */
const INLINE = names(
  "a abbr area audio bdi bdo button cite code data dfn embed iframe img input kbd label link map math meta meter mi mn mo object param picture progress q rp rt ruby samp select slot source span svg td textarea th time track var video wbr",
);
/** Elements that begin and end a line. */
const BLOCK = names(
  "address article aside base blockquote body br canvas caption center col colgroup dd details dialog div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu mrow nav noscript ol optgroup option output p pre script section style summary table tbody template tfoot thead title tr ul",
);
/** Elements whose content is no text. */
const UNSEEN = names("script style head template noscript");
/** Elements whose content is crossed out. */
const STRUCK = names("del strike s");

const isHtml = (name: string): boolean => FORMATTING.has(name) || INLINE.has(name) || BLOCK.has(name);
const isInline = (name: string): boolean => FORMATTING.has(name) || INLINE.has(name);

const WORD = /[\p{L}\p{N}]/u;

/**
 * Blanks out elements whose text does not answer: invisible and struck-out text, answers that are rejected, and, if
 * there is other text, explanations and the like. Each leaves a line break, except struck-out text.
 */
function maskAsides(tagged: TaggedText): TaggedText {
  const [never, asides] = rangesOf(tagged);
  const both = merged([...never, ...asides]);
  const ranges = asides.length > 0 && hasText(tagged, both) ? both : merged(never);
  if (ranges.length === 0) return tagged;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, isStruck } of ranges) {
    parts.push(tagged.text.slice(from, start), isStruck ? " " : "\n", " ".repeat(end - start - 1));
    from = end;
  }
  return new TaggedText(parts.join("") + tagged.text.slice(from));
}

interface Range extends Span {
  readonly isStruck: boolean;
}

function rangesOf(tagged: TaggedText): readonly [never: Range[], asides: Range[]] {
  const [never, asides]: [Range[], Range[]] = [[], []];
  let answers = 0;
  // The number of answers before each tag, so that an element that contains one is not blanked out.
  const before = tagged.tags.map(({ role }) => (role === "answer" ? answers++ : answers));
  for (const [index, tag] of tagged.tags.entries()) {
    if (tag.kind !== "open") continue;
    const close = tagged.closeOf(index);
    const range = { start: tag.start, end: close?.end ?? tagged.contentEnd(index), isStruck: false };
    const name = tag.name.toLowerCase();
    if (tag.role === "rejected") never.push(range);
    else if (tag.role === "aside" && before[index] === before[tagged.closeAt(index) ?? index]) asides.push(range);
    else if (close !== undefined && tag.form === "element" && UNSEEN.has(name)) never.push(range);
    else if (close !== undefined && tag.form === "element" && STRUCK.has(name))
      never.push({ ...range, isStruck: true });
  }
  return [never, asides];
}

/** Whether there is text outside ranges and tags. */
function hasText({ text, tags }: TaggedText, ranges: readonly Span[]): boolean {
  let from = 0;
  for (const { start, end } of merged([...ranges, ...tags])) {
    if (WORD.test(text.slice(from, start))) return true;
    from = end;
  }
  return WORD.test(text.slice(from));
}

/** Ranges in order. Of two ranges that overlap, the first is extended. */
function merged<T extends Span>(ranges: readonly T[]): T[] {
  const result: T[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || range.start >= last.end) result.push(range);
    else if (range.end > last.end) result[result.length - 1] = { ...last, end: range.end };
  }
  return result;
}

/** Blanks out comments, declarations, and the marks of character data: `<!-- B -->`, `<!DOCTYPE html>`, `<![CDATA[`. */
function maskComments(text: string): string {
  if (!text.includes("<!") && !text.includes("<?")) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(at + 1, from))) {
    const end = commentEnd(text, at);
    if (end < 0) continue;
    parts.push(text.slice(from, at), " ".repeat(end - at));
    from = end;
  }
  return (parts.join("") + text.slice(from)).replaceAll("]]>", "   ");
}

const DECLARATION = /<(?:!DOCTYPE|\?xml)[^<>]{0,300}>/iy;

/** The end of a comment or declaration that starts at a position; -1 for other text. An unclosed comment extends to the end. */
function commentEnd(text: string, start: number): number {
  if (text.startsWith("<!--", start)) {
    const end = text.indexOf("-->", start + 4);
    return end < 0 ? text.length : end + 3;
  }
  if (text.startsWith("<![CDATA[", start)) return start + 9;
  DECLARATION.lastIndex = start;
  return DECLARATION.test(text) ? DECLARATION.lastIndex : -1;
}

/**
 * Replaces the markup of a text by as many other units: tags of HTML and XML by line breaks and `NOTHING`, comments by
 * blanks, and the tags of elements that hold the answer by the marks of `tagged-text.ts`. Comparison signs, labels in
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
