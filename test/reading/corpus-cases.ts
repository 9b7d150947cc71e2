import { readdirSync, readFileSync } from "node:fs";
import type { AnswerFormat } from "../../src/domain/vocabulary.ts";
import type { ExtractionQuestion } from "../../src/reading/extraction.ts";

/** One labelled response. */
export interface CorpusCase {
  /** The kind of difficulty, which is the name of the case's file. */
  readonly class: string;
  readonly response: string;
  readonly question: ExtractionQuestion;
  /** The option's label or the answer; null if the response gives no answer. */
  readonly expected: string | null;
  /** Whether the case is held out: nobody read its text while the rules were tuned. */
  readonly heldOut: boolean;
}

interface StoredCase {
  readonly response: string;
  /** The name of a set of options. */
  readonly options: string;
  /** The answer format, if it is not multiple choice. */
  readonly format?: AnswerFormat;
  readonly expected: string | null;
}

const FOLDER = new URL("./corpus/", import.meta.url);

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
}

/** The files that were added later. After a first measurement, the rules were tuned on all of their cases. */
const TUNED_ON = new Set(["wild.json", "mixed.json", "denied.json"]);

/** The multiple-choice cases, by class, in the order of the files. Every third case is held out, except in `TUNED_ON`. */
export const readCorpus = (): CorpusCase[] =>
  readCases().filter(({ question }) => question.answerFormat === "MULTIPLE_CHOICE");

/** The other cases (numbers, yes or no), which only the extractor `omnidex` reads. */
export const readFreeCorpus = (): CorpusCase[] =>
  readCases().filter(({ question }) => question.answerFormat !== "MULTIPLE_CHOICE");

function readCases(): CorpusCase[] {
  const sets = readJson("option-sets.json") as Record<string, string[]>;
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== "option-sets.json");
  return files.sort().flatMap((file) =>
    (readJson(file) as StoredCase[]).map((stored, index) => ({
      class: file.slice(0, -".json".length),
      response: stored.response,
      question: questionOf(stored, sets),
      expected: stored.expected,
      heldOut: !TUNED_ON.has(file) && index % 3 === 2,
    })),
  );
}

const questionOf = ({ options, format }: StoredCase, sets: Readonly<Record<string, string[]>>): ExtractionQuestion => ({
  options: sets[options] ?? [],
  answerFormat: format ?? "MULTIPLE_CHOICE",
  text: "",
});
