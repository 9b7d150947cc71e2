import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A property of a question, or of one of its labels, that decides which sentences suit it. */
export type Trait = "noun" | "sentence" | "number" | "time" | "verdict" | "refusal" | "word-label";

/** A question of the grids. Options carry no labels. */
export interface OptionSet {
  readonly id: string;
  readonly traits: readonly Trait[];
  readonly question: string;
  readonly options: readonly string[];
}

interface Sentence {
  readonly id: string;
  readonly text: string;
  /** Traits that the sentence does not suit. */
  readonly not?: readonly Trait[];
}

/**
 * The part of a response before (or around) its last commitment. The commitment replaces `{conclusion}`, or follows a text
 * without `{conclusion}`.
 */
export interface Restatement extends Sentence {
  /** The template of each option's item. The items replace `{list}`. */
  readonly item?: string;
  /** The text between items; a line break if missing. */
  readonly join?: string;
  /** The template of the gold option's item; `item` if missing. Null leaves the gold option out. */
  readonly goldItem?: string | null;
  /** Whether the restatement alone favours the gold option. */
  readonly leans?: boolean;
  /** Whether the options are numbered, so that a bare number has two readings. */
  readonly numbered?: boolean;
  /** How many options the restatement rejects without favouring another. */
  readonly denies?: number;
}

/** A commitment to one option. */
export interface Conclusion extends Sentence {
  /** The only trait that the sentence suits. */
  readonly needs?: Trait;
  /** Whether the conclusion names the option by its text alone. */
  readonly value?: boolean;
}

/** A statement that commits to no option. */
export interface NonConclusion extends Sentence {
  /** How many options the statement rejects. */
  readonly denies?: number;
  /** Whether the text breaks off, so that nothing may follow it. */
  readonly cut?: boolean;
  /** Whether the statement is about the first option only. */
  readonly firstOnly?: boolean;
}

/** The sentences that the grids are built from. */
export interface GridParts {
  readonly restatements: readonly Restatement[];
  readonly conclusions: readonly Conclusion[];
  readonly nonConclusions: readonly NonConclusion[];
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));

/** The eight questions of the grids, with 3 to 10 options. */
export const OPTION_SETS: readonly OptionSet[] = readJson(resolve(import.meta.dirname, "option-sets.json"));

/** The sentences of the given folders; by default, of every folder of sentences beside this file. */
export function loadGridParts(folders: readonly string[] = ownFolders()): GridParts {
  const all = <T>(file: string): T[] => folders.flatMap((folder) => readJson<T[]>(resolve(folder, file)));
  return {
    restatements: all("restatements.json"),
    conclusions: all("conclusions.json"),
    nonConclusions: all("non-conclusions.json"),
  };
}

function ownFolders(): string[] {
  return readdirSync(import.meta.dirname)
    .map((name) => resolve(import.meta.dirname, name))
    .filter((path) => existsSync(resolve(path, "restatements.json")));
}
