import type { Span } from "../../extraction.ts";
import { STRUCK, UNSEEN } from "./html-elements.ts";
import { TaggedText } from "./tagged-text.ts";

const WORD = /[\p{L}\p{N}]/u;

/**
 * Blanks out elements whose text does not answer: invisible and struck-out text, answers that are rejected, and, if
 * there is other text, explanations and the like. Each leaves a line break, except struck-out text.
 */
export function maskAsides(tagged: TaggedText): TaggedText {
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
