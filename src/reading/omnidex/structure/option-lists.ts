import type { Span } from "../../extraction.ts";
import type { Reading } from "../reading.ts";
import { inlineMarks, type ListMark, lineMarks, numberMarks } from "./list-marks.ts";

/** An entry of a list of options. It extends to the next entry, so it includes a comment on the option. */
export interface ListEntry extends ListMark {
  /** The end of the option's own text; `textStart` if the entry does not repeat it. */
  readonly ownTextEnd: number;
  readonly end: number;
}

/** A list that goes through the options in order: it restates them, or discusses them one by one. */
export interface OptionList extends Span {
  readonly entries: readonly ListEntry[];
  /** The number of entries that repeat the text of their option. */
  readonly matching: number;
  readonly inline: boolean;
}

/** Words that separate two lists by turning to the other options: "**A)** … Why not the others? - B) …". */
const TURN =
  /\b(?:others?|rest|remaining|why not|alternatives|explanation|reasoning|incorrect options|therefore|thus)\b/i;
/** Words that declare an answer, which the first entry then completes: "The correct answer is:\n**A. Red**". */
const DECLARED_BEFORE =
  /(?:\b(?:answer|choice|option|selection|one|match|fit|solution|conclusion)\b[^.!?\n]{0,60}(?:\bis|\bwould be|\bmust be|\bshould be|[:=])|\b(?:choose|select|pick|say)|答案(?:是|为|：|:)?)[\s*_:"'(]{0,12}$/i;
/** The largest distance between two inline labels of one list, in code units. */
const INLINE_REACH = 300;

/** The lists of options in a text, in text order. */
export function findOptionLists(reading: Reading): OptionList[] {
  if (!reading.labels) return [];
  const { text } = reading;
  const lines = text.includes("\n")
    ? [
        ...runsOf(reading, lineMarks(text), false),
        ...runsOf(reading, restating(reading, numberMarks(text)), false).filter(restates),
      ]
    : [];
  const inline = runsOf(reading, inlineMarks(text), true);
  const within = (list: OptionList) => lines.some(({ start, end }) => list.start < end && list.end > start);
  return [...lines, ...inline.filter((list) => !within(list))].sort((a, b) => a.start - b.start);
}

/** A quick filter: returns the number marks if an option's text follows any of them, and otherwise none. */
const restating = (reading: Reading, marks: readonly ListMark[]): readonly ListMark[] =>
  marks.some((mark) => ownEnd(reading, mark, reading.text.length) >= 0) ? marks : [];

/**
 * Whether the numbers of a list stand for options. If most entries do not repeat an option's text, they may be the
 * numbers of steps.
 */
const restates = ({ matching, entries }: OptionList): boolean => matching >= 2 && matching * 2 >= entries.length;

function runsOf(reading: Reading, marks: readonly ListMark[], inline: boolean): OptionList[] {
  if (marks.length < 2) return [];
  const runs: ListMark[][] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (
      run !== undefined &&
      !run.some(({ position }) => position === mark.position) &&
      last !== undefined &&
      (continues(reading.text, last, mark, inline) || restatesInTurn(reading, run, mark))
    )
      run.push(mark);
    else runs.push([mark]);
  }
  return runs
    .map((run) => (run.length > 2 || !endsDeclaration(reading.text, run[0]) ? run : run.slice(1)))
    .filter((run) => run.length > 1)
    .map((run) => describe(reading, run, inline))
    .filter((list) => isList(reading, list));
}

function continues(text: string, last: ListMark, next: ListMark, inline: boolean): boolean {
  const step = next.position - last.position;
  // "A) … B) … D) …" leaves out the option that was chosen.
  if (step < 1 || step > 2 || next.style !== last.style) return false;
  const between = text.slice(last.textStart, next.start);
  if (inline) return between.length <= INLINE_REACH && !between.includes("\n");
  const break_ = between.indexOf("\n\n");
  return break_ < 0 || !TURN.test(between.slice(break_, break_ + 200));
}

/** Whether a label continues a list out of order: both entries are options' own texts, with nothing between them. */
function restatesInTurn(reading: Reading, run: readonly ListMark[], next: ListMark): boolean {
  const last = run.at(-1);
  if (
    last === undefined ||
    next.position > last.position ||
    next.style !== last.style ||
    run.some(({ position }) => position === next.position)
  )
    return false;
  if (next.start - last.textStart > 2 * reading.options.raw(last.position).length + 40) return false;
  const own = ownEnd(reading, last, next.start);
  const nextOwn = ownEnd(reading, next, reading.text.length);
  const after = reading.text.slice(next.textStart + nextOwn, next.textStart + nextOwn + 8);
  if (own < 0 || nextOwn < 0 || !/^["'*_`)]{0,4}(?:$|[.,;\n]|[ \t]+[*_]{0,2}[([]?[A-Z][.):\]])/.test(after))
    return false;
  return /^["'.,;*_`)]{0,4}(?:[ \t]+|[ \t]*\n)$/.test(reading.text.slice(last.textStart + own, next.start));
}

const endsDeclaration = (text: string, first: ListMark | undefined): boolean =>
  first !== undefined && DECLARED_BEFORE.test(text.slice(Math.max(0, first.start - 100), first.start));

function describe(reading: Reading, run: readonly ListMark[], inline: boolean): OptionList {
  const { text } = reading;
  const entries = run.map((mark, index): ListEntry => {
    const next = run[index + 1];
    const end = next === undefined ? lastEnd(text, mark, inline) : next.start;
    const own = ownEnd(reading, mark, end);
    return { ...mark, ownTextEnd: own < 0 ? mark.textStart : mark.textStart + own, end };
  });
  const first = run[0];
  return {
    entries,
    matching: entries.filter(({ textStart, ownTextEnd }) => ownTextEnd > textStart).length,
    inline,
    start: first?.start ?? 0,
    end: entries.at(-1)?.end ?? 0,
  };
}

/**
 * The end of the option's own text at the start of an entry, counted from `textStart`; -1 if the entry does not start
 * with that text.
 */
function ownEnd({ text, options }: Reading, { textStart, position }: ListMark, end: number): number {
  const reach = textStart + 2 * options.text(position).length + 40;
  return options.beginningEnd(text.slice(textStart, Math.min(end, reach)), position);
}

/** The end of the last entry: the end of its line or, within a line, the end of its sentence. */
function lastEnd(text: string, mark: ListMark, inline: boolean): number {
  // The label may be a heading over the option's text.
  const from = mark.textStart + (/^[ \t]*\n/.exec(text.slice(mark.textStart, mark.textStart + 40))?.[0].length ?? 0);
  const line = text.indexOf("\n", from);
  const end = line < 0 ? text.length : line;
  if (!inline) return end;
  const stop = /[.;)](?=\s|$)/.exec(text.slice(mark.textStart, end));
  return stop === null ? end : mark.textStart + stop.index;
}

/** Whether labels in order are a list: there are enough labels, or their options' texts follow them. */
function isList(reading: Reading, { entries, matching, inline }: OptionList): boolean {
  const steps = (entries.at(-1)?.position ?? 0) - (entries[0]?.position ?? 0);
  if (steps >= entries.length && matching < 2) return false;
  if (entries.some(({ style }) => style.includes("="))) return entries.length >= 2;
  const ticked = entries.some(({ tick, style }) => tick !== "" || style.includes("tick"));
  if (ticked) return true;
  if (inline) return matching >= 2 && matching * 2 >= entries.length;
  return entries.length >= 3 || matching >= 1 || entries.length === reading.options.count;
}
