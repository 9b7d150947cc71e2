import type { Span } from "../../extraction.ts";
import { type Finding, type Reading, within } from "../reading.ts";
import { blankSpans } from "./blank.ts";
import { lineMarks } from "./list-marks.ts";
import { readListVerdict, readTextVerdicts, type TextVerdicts } from "./list-verdicts.ts";
import { findOptionLists, type OptionList } from "./option-lists.ts";
import { findPlainLists } from "./plain-lists.ts";
import { breaksOffInWalk } from "./truncation.ts";

/** A line that ends with a verdict or begins with a checkbox. */
const VERDICT_WORD =
  /\n.*(?:[☑✅✓✔☒✗✘❌❎\u{1f44d}\u{1f44e}]|\[[ xX]\]|(?:yes|no|true|false|correct|incorrect|right|wrong|yep|nope)\W{0,4}(?:\n|$))/iu;
const NOTHING: TextVerdicts = { lines: [], finding: null };

/** A response, split into text that may commit to an option and text that only lists the options. */
export class Parts {
  /** The text without the labels and texts of restated options. Comments on the options are kept. */
  readonly statements: Reading;
  readonly lists: readonly OptionList[];
  #remainder: Reading | null = null;
  #verdicts: readonly Finding[] | null = null;
  #lines: TextVerdicts | null = null;
  #decided: Finding | null | undefined;

  constructor(private readonly whole: Reading) {
    this.lists = findOptionLists(whole);
    const marks = [
      ...this.lists.flatMap(({ entries }) =>
        entries.map(({ start, ownTextEnd }): Span => ({ start, end: ownTextEnd })),
      ),
      ...firstOfWalk(whole, this.lists),
    ];
    this.statements = marks.length === 0 ? whole : { ...whole, text: blankSpans(whole.text, marks) };
  }

  /** The text without whole lists, including those that repeat the options' texts without labels. */
  get remainder(): Reading {
    this.#remainder ??= this.#withoutLists();
    return this.#remainder;
  }

  /** The findings of lists with ticks or verdicts, one for each list. */
  get verdicts(): readonly Finding[] {
    this.#verdicts ??= [...this.lists.map((list) => readListVerdict(this.whole, list)), this.#judged.finding].filter(
      (verdict) => verdict !== null,
    );
    return this.#verdicts;
  }

  /** The finding of a reader of statements. It is computed once, so all calls must pass the same reader. */
  decide(read: (statements: Reading, verdicts: readonly Finding[]) => Finding | null): Finding | null {
    if (this.#decided === undefined) this.#decided = read(this.statements, this.verdicts);
    return this.#decided;
  }

  get #judged(): TextVerdicts {
    this.#lines ??=
      this.lists.length > 0 || !VERDICT_WORD.test(this.whole.text) ? NOTHING : readTextVerdicts(this.whole);
    return this.#lines;
  }

  #withoutLists(): Reading {
    if (this.#judged.lines.length > 0)
      return { ...this.statements, text: blankSpans(this.statements.text, this.#judged.lines) };
    const text = this.lists.length === 0 ? this.statements.text : blankSpans(this.statements.text, this.lists);
    const plain = findPlainLists({ ...this.statements, text });
    return { ...this.statements, text: plain.length === 0 ? text : blankSpans(text, plain) };
  }
}

/** "Option A: A guitar. In the video": the first entry of a list, if the text breaks off within it. */
function firstOfWalk(reading: Reading, lists: readonly OptionList[]): Span[] {
  if (lists.length > 0 || !reading.labels || !breaksOffInWalk(reading)) return [];
  return lineMarks(reading.text)
    .filter(({ style, position }) => style.includes("option") && position === 0)
    .map(({ start, textStart }) => ({ start, end: textStart }));
}

/** The part of a reading before `end`. */
export const upTo = (reading: Reading, end: number): Reading =>
  end === reading.text.length ? reading : within(reading, 0, end);
