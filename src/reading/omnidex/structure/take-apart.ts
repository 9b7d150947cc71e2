import type { Span } from "../../extraction.ts";
import { sentenceEnd } from "../claim.ts";
import { allMatches } from "../matches.ts";
import { type Finding, type Reading, within } from "../reading.ts";
import { lineMarks } from "./list-marks.ts";
import { readListVerdict, readTextVerdicts, type TextVerdicts } from "./list-verdicts.ts";
import { findOptionLists, type OptionList } from "./option-lists.ts";

/** The character that replaces removed text. No pattern treats it as a space, so no match extends across it. */
const TAKEN_OUT = "\u0001";

/**
 * Replaces each span without changing the length of the text, so that positions stay valid. Line breaks are kept,
 * because they separate sentences.
 */
function blankSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    const begin = Math.max(start, from);
    parts.push(text.slice(from, begin), text.slice(begin, end).replace(/[^\n]/g, TAKEN_OUT));
    from = end;
  }
  return from === 0 ? text : parts.join("") + text.slice(from);
}

/** Whether a text consists only of removed text and white space. */
export const isTakenOut = (text: string): boolean => text.replaceAll(TAKEN_OUT, " ").trim() === "";

/** Words that introduce the options rather than choose one: "The options are Red, Blue and Green." */
const INTRODUCTION =
  /\b(?:options|choices|answers|candidates|possibilities|alternatives|opciones|opcoes|optionen|opzioni)\b[^.!?;:=\n]{0,40}?(?:\bare|\bwere|\binclude|\bson|\bsao|\bsind|\bsono|\bsont|[:=(])|(?:选项|選項|候选答案)[^。\n]{0,10}?(?:有|包括|分别是|：|:)/gi;
const MOST_INTRODUCTIONS = 20;

/** The separators between two texts of a list. */
const SEPARATOR =
  /^[\s,;/|"'`[\](){}*_.:•·–-]*(?:(?:and|or|und|oder|y|o|e|ou|et|和|或)(?![a-z])|[A-Z0-9])?[\s"'`([*_.):]*(?:the |an? )?$/;
/** The number of code units that are searched for all options' texts in a row. */
const SEARCHED = 4_000;

/**
 * The parts of a text that list options without labels: texts after a plural noun such as "options", or the texts of
 * all options in a row.
 */
const findPlainLists = (reading: Reading): Span[] => [...introducedLists(reading), ...rows(reading)];

/** "['Red', 'Blue', 'Green', 'Yellow']": all options, one after the other. */
function rows({ text, options }: Reading): Span[] {
  if (options.count < 3) return [];
  const searched = text.slice(0, SEARCHED);
  if (!options.allOccur(searched)) return [];
  const mentions = [...options.mentions(searched)].sort((a, b) => a.start - b.start);
  const spans: Span[] = [];
  for (let first = 0; first < mentions.length; ) {
    let last = first;
    const different = new Set([mentions[first]?.position]);
    while (follows(searched, mentions[last], mentions[last + 1]) && !different.has(mentions[last + 1]?.position)) {
      last += 1;
      different.add(mentions[last]?.position);
    }
    const [from, to] = [mentions[first], mentions[last]];
    if (different.size === options.count && from !== undefined && to !== undefined)
      spans.push({ start: from.start, end: to.end });
    first = last + 1;
  }
  return spans;
}

const follows = (text: string, one: Span | undefined, next: Span | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  next.start - one.end <= 24 &&
  SEPARATOR.test(text.slice(one.end, next.start));

function introducedLists(reading: Reading): Span[] {
  const { text, options } = reading;
  return allMatches(text, INTRODUCTION)
    .slice(-MOST_INTRODUCTIONS)
    .flatMap((match) => {
      const start = match.index + match[0].length;
      const end = sentenceEnd(text, start + (/^\s*/.exec(text.slice(start, start + 20))?.[0].length ?? 0));
      const mentions = options.mentions(text.slice(start, end)).sort((a, b) => a.start - b.start);
      const different = new Set(mentions.map(({ position }) => position));
      if (different.size < 2) return [];
      return [{ start: start + (mentions[0]?.start ?? 0), end: start + Math.max(...mentions.map((one) => one.end)) }];
    });
}

/** An unfinished end of a response: a phrase that an answer should follow, or a box or tag that is not closed. */
const OPEN_END =
  /(?:\b(?:answer|option|choice)\b[^.!?\n]{0,40}(?:\bis|[:=])|答案[是为：:]?|\\boxed\{[^}]{0,80}|[\ufdd0\ufdd1][^\ufdd2]{0,80}|\{[^}]{0,400})[\s*_("'[]{0,8}$/i;

/** Whether a response without an answer breaks off within a phrase or a sentence. */
export function isTruncated(reading: Reading): boolean {
  const tail = reading.text.trimEnd().slice(-500);
  if (OPEN_END.test(tail)) return true;
  return tail.length >= 60 && /[\p{L}\p{N},;]$/u.test(tail);
}

/** Phrases that start a walk through the options, in which the model considers one option after another. */
const WALK =
  /\b(?:let'?s|let us|let me|i(?:'ll| will)|we(?:'ll| will| can| need to)|first(?:ly)?|starting|to answer|consider(?:ing)?)\b[^.\n]{0,60}\b(?:option|choice) (?:a|1)\b|\b(?:consider|evaluate|examine|check|take|look(?:ing)? at) (?:option|choice) [a-j]\b|^\W{0,6}(?:option|choice) (?:a|1)\b\W|\b(?:each|every|all(?: of)? the|each of the|through the|at the|analysis of the) (?:option|choice|possibilit)|\boptions one by one\b/i;

/**
 * Words of which every walk contains at least one. Testing for them first avoids the slower `WALK` search for most
 * responses.
 */
const WALKED = /option|choice|possibilit/i;

/** Whether a response breaks off while it goes through the options. An option it mentions is then not its answer. */
export function breaksOffInWalk(reading: Reading): boolean {
  const text = reading.text.trimEnd();
  if (text.length < 20 || !/[\p{L}\p{N},;:'"(-]$/u.test(text.slice(-1))) return false;
  const head = text.slice(0, 3_000);
  return WALKED.test(head) && WALK.test(head);
}

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
