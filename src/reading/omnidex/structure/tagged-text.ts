import { findTags, type Tag, type TagRole } from "./tags.ts";

/**
 * Marks that stand in a masked text for the tags of elements that hold the answer, whatever the tags' names. They are no
 * characters of Unicode, and `foldText` removes them from responses, so that they can only come from masking.
 */
export const ANSWER_OPEN = "\ufdd0";
export const OUTPUT_OPEN = "\ufdd1";
export const ANSWER_CLOSE = "\ufdd2";

/** The tags of a text, and what belongs together. */
export class TaggedText {
  readonly tags: readonly Tag[];
  readonly #closes: readonly (number | undefined)[];
  readonly #nextRoles: readonly number[];
  readonly #closed: ReadonlySet<string>;

  constructor(readonly text: string) {
    this.tags = findTags(text);
    const next = new Map<string, number>();
    const [closes, nextRoles]: [(number | undefined)[], number[]] = [[], []];
    let role = text.length;
    for (let index = this.tags.length - 1; index >= 0; index--) {
      const tag = this.tags[index] as Tag;
      if (tag.kind === "close") next.set(keyOf(tag), index);
      closes[index] = tag.kind === "open" ? next.get(keyOf(tag)) : undefined;
      nextRoles[index] = role;
      if (tag.role !== null) role = tag.start;
    }
    this.#closes = closes;
    this.#nextRoles = nextRoles;
    this.#closed = new Set(next.keys());
  }

  /** The index of the closing tag of an opening tag. */
  closeAt(index: number): number | undefined {
    return this.#closes[index];
  }

  /** The closing tag of an opening tag. */
  closeOf(index: number): Tag | undefined {
    const close = this.#closes[index];
    return close === undefined ? undefined : this.tags[close];
  }

  /** Whether any element with the name of this tag is closed. */
  hasClosed(tag: Tag): boolean {
    return this.#closed.has(keyOf(tag));
  }

  /** The end of an element's content. An element that is not closed ends at the next tag that has a role. */
  contentEnd(index: number): number {
    return this.closeOf(index)?.start ?? this.#nextRoles[index] ?? this.text.length;
  }
}

const keyOf = ({ form, name }: Tag): string => `${form} ${name.toLowerCase()}`;

/** The maximum length of an output element's content that is read as an answer. Longer content is a text. */
const LONGEST_OUTPUT = 300;
/** The same with the tags in it. */
const LONGEST_SOURCE = 2_000;
const TAGS = /<[^<>]*>/g;

/**
 * The marks of tags, by the tags' indices. All elements for an answer are marked. Elements for an output are marked only
 * if there is no element for an answer, if they contain no other one, and if all of them have the same content.
 */
export function answerMarks(tagged: TaggedText): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  const answers = filledElements(tagged, "answer");
  for (const index of answers) mark(marks, tagged, index, ANSWER_OPEN);
  if (answers.length > 0) return marks;
  const outputs = filledElements(tagged, "output");
  const innermost = outputs.filter((index, at) => {
    const next = outputs[at + 1];
    return next === undefined || (tagged.tags[next]?.start ?? 0) >= tagged.contentEnd(index);
  });
  const contents = new Set(innermost.map((index) => outputContent(tagged, index)));
  const [content = null] = contents;
  if (contents.size === 1 && content !== null) for (const index of innermost) mark(marks, tagged, index, OUTPUT_OPEN);
  return marks;
}

/** The opening tags of elements with a role and with content. */
const filledElements = (tagged: TaggedText, role: TagRole): number[] =>
  [...tagged.tags.entries()]
    .filter(([index, tag]) => tag.role === role && tag.kind === "open" && hasContent(tagged, index, tag.end))
    .map(([index]) => index);

/** Whether an element has text, or breaks off before it. */
function hasContent(tagged: TaggedText, index: number, start: number): boolean {
  const end = tagged.contentEnd(index);
  if (tagged.closeOf(index) === undefined || end - start > LONGEST_SOURCE) return true;
  return tagged.text.slice(start, end).replace(TAGS, "").trim() !== "";
}

/** The content of an output element; null if it is too long for an answer. */
function outputContent(tagged: TaggedText, index: number): string | null {
  const start = tagged.tags[index]?.end ?? 0;
  const end = tagged.contentEnd(index);
  if (end - start > LONGEST_SOURCE) return null;
  const content = tagged.text.slice(start, end).replace(TAGS, "").trim().toLowerCase();
  return content.length > LONGEST_OUTPUT ? null : content;
}

function mark(marks: Map<number, string>, tagged: TaggedText, index: number, opening: string): void {
  marks.set(index, opening);
  const close = tagged.closeAt(index);
  if (close !== undefined) marks.set(close, ANSWER_CLOSE);
}
