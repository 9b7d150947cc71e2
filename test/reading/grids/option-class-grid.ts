import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { AnswerFormat } from "../../../src/domain/vocabulary.ts";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";

/** A class of texts: phrasings, each of which is filled in for every question and every option. */
interface OptionClass {
  /** What the class is, and what is right. */
  readonly about: string;
  readonly format: AnswerFormat;
  readonly sets: readonly ClassQuestion[];
  readonly phrasings: readonly Phrasing[];
  /** Phrasings that were not read before the rules for the class were written, and their questions if they are others. */
  readonly heldOut: readonly Phrasing[];
  readonly heldOutSets?: readonly ClassQuestion[];
}

interface ClassQuestion {
  readonly question: string;
  /** Without labels. */
  readonly options: readonly string[];
}

interface Phrasing {
  readonly text: string;
  /** "target" for the option that the text is filled in with, a literal label, or null for none. */
  readonly gold: string | null;
  readonly minOptions?: number;
  readonly maxOptions?: number;
  /** Labels that would be words in this phrasing: "A", "I". */
  readonly notLabels?: readonly string[];
}

/** A filled-in phrasing that was not read as its gold says. */
export interface ClassMisreading {
  readonly text: string;
  readonly gold: string | null;
  readonly read: string | null;
  readonly options: readonly string[];
}

/** How a class was read. */
export interface ClassTally {
  readonly total: number;
  /** Readings of another answer, or of an answer where there is none. */
  readonly wrong: readonly ClassMisreading[];
  readonly missed: readonly ClassMisreading[];
}

const FOLDER = resolve(import.meta.dirname, "option-classes");

/** The names of the classes. */
export const OPTION_CLASSES: readonly string[] = readdirSync(FOLDER)
  .map((file) => file.replace(".json", ""))
  .sort();

export const loadClass = (name: string): OptionClass =>
  JSON.parse(readFileSync(resolve(FOLDER, `${name}.json`), "utf8"));

/** Reads every phrasing × question × option of a class. */
export function readClass(grid: OptionClass, part: "phrasings" | "heldOut"): ClassTally {
  const wrong: ClassMisreading[] = [];
  const missed: ClassMisreading[] = [];
  let total = 0;
  const sets = part === "heldOut" ? (grid.heldOutSets ?? grid.sets) : grid.sets;
  for (const phrasing of grid[part])
    for (const set of sets)
      for (const { text, gold } of filled(phrasing, set)) {
        const { question, options } = set;
        const extraction = omnidexExtractor.extract(text, { options, answerFormat: grid.format, text: question });
        const read = extraction.kind === "answer" ? extraction.answer : null;
        total += 1;
        if (read !== gold) (read === null ? missed : wrong).push({ text, gold, read, options });
      }
  return { total, wrong, missed };
}

/** The first misreadings, one for each line. */
export const described = (misreadings: readonly ClassMisreading[], most = 20): string =>
  misreadings
    .slice(0, most)
    .map(
      ({ text, gold, read, options }) =>
        `${JSON.stringify(text)}: ${gold} was read as ${read} [${options.join(" | ")}]`,
    )
    .join("\n");

function* filled(phrasing: Phrasing, { options }: ClassQuestion): Generator<{ text: string; gold: string | null }> {
  if (options.length < (phrasing.minOptions ?? 0) || options.length > (phrasing.maxOptions ?? 99)) return;
  const seen = new Set<string>();
  for (const position of options.keys()) {
    if (phrasing.notLabels?.includes(labelOf(position)) === true) continue;
    const text = fill(phrasing.text, optionValues(options, position));
    if (seen.has(text)) continue;
    seen.add(text);
    yield { text, gold: phrasing.gold === "target" ? labelOf(position) : phrasing.gold };
  }
}

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{([A-Za-z]+\d?)\}/g, (whole, name: string) => values[name] ?? whole);

const labelOf = (position: number): string => String.fromCharCode(65 + position);
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const NUMERALS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"];

function optionValues(options: readonly string[], position: number): Record<string, string> {
  const at = (step: number): number => (position + step) % options.length;
  const text = options[position] ?? "";
  const others = [...options.keys()].filter((other) => other !== position).map(labelOf);
  const joined = (word: string): string => `${others.slice(0, -1).join(", ")} ${word} ${others.at(-1)}`;
  const lower = /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  return {
    L: labelOf(position),
    l: labelOf(position).toLowerCase(),
    N: String(position + 1),
    T: text,
    t: lower,
    O1: labelOf(at(1)),
    O2: labelOf(at(2)),
    O3: labelOf(at(3)),
    P1: options[at(1)] ?? "",
    P2: options[at(2)] ?? "",
    P3: options[at(3)] ?? "",
    others: joined("and"),
    nor: others.join(" nor "),
    ord: ORDINALS[position] ?? "",
    ordinal: NUMERALS[position] ?? "",
  };
}
