import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { AnswerKey } from "../../../src/domain/import-batch.ts";
import type { AnswerFormat } from "../../../src/domain/vocabulary.ts";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import { scorerForFormat } from "../../../src/scoring/scorers/scorer-registry.ts";

/** The texts of phrasings, with slots such as ‹n›, and the answer that each gives; null if it gives none. */
type Phrasings = Readonly<Record<string, string | null>>;

/** All phrasings are filled with all fills. */
interface Group {
  readonly answerFormat: AnswerFormat;
  /** Texts for the slots, by the slot's name. */
  readonly fills: readonly (Readonly<Record<string, string>> & { readonly question: string })[];
  readonly phrasings: Phrasings;
  /** Phrasings that were written before the rules, and measured only after them. */
  readonly heldOut: Phrasings;
}

interface Case {
  readonly answerFormat: AnswerFormat;
  readonly question: string;
  readonly response: string;
  readonly gold: string | null;
}

type Reading = "right" | "missed" | "wrong";

const FOLDER = resolve(import.meta.dirname, "classes");
const load = (name: string): Group[] => JSON.parse(readFileSync(resolve(FOLDER, name), "utf8"));
const CLASSES = readdirSync(FOLDER).toSorted();

describe.each(CLASSES.map((file) => [file.replace(".json", ""), load(file)] as const))("the class %s", (_, groups) => {
  const texts = groups.flatMap(({ phrasings, heldOut }) => [...Object.keys(phrasings), ...Object.keys(heldOut)]);

  it("has at least 20 phrasings", () => {
    expect(new Set(texts).size).toBeGreaterThanOrEqual(20);
  });

  it.each(["phrasings", "heldOut"] as const)("is never read as a wrong answer, and rarely missed: %s", (part) => {
    const cases = groups.flatMap((group) => casesOf(group, group[part]));
    const misread = cases.filter((one) => readingOf(one) === "wrong");
    const missed = cases.filter((one) => readingOf(one) === "missed");
    expect(misread.map(describeCase)).toEqual([]);
    expect(missed.length / cases.length, missed.map(describeCase).join("\n")).toBeLessThanOrEqual(0.05);
  });
});

const casesOf = ({ answerFormat, fills }: Group, phrasings: Phrasings): Case[] =>
  fills.flatMap((fill) =>
    Object.entries(phrasings).map(([text, gold]) => ({
      answerFormat,
      question: fill.question,
      response: filled(text, fill),
      gold: gold === null ? null : filled(gold, fill),
    })),
  );

const filled = (text: string, fill: Readonly<Record<string, string>>): string =>
  text.replace(/‹(\w+)›/g, (_, slot: string) => {
    const value = fill[slot];
    if (value === undefined) throw new Error(`The fill has no slot '${slot}' for ${JSON.stringify(text)}`);
    return value;
  });

const extract = ({ answerFormat, question, response }: Case) =>
  omnidexExtractor.extract(response, { options: [], answerFormat, text: question });

/** An answer to a response without one is wrong; an abstention from a response with one is a miss. */
function readingOf(one: Case): Reading {
  const extraction = extract(one);
  if (one.gold === null) return extraction.kind === "answer" && !isMalformed(one) ? "wrong" : "right";
  if (extraction.kind === "unparsed") return "missed";
  if (one.answerFormat === "CAPTION") return extraction.answer === one.gold ? "right" : "wrong";
  return scored(one, keyOf(one.answerFormat, one.gold)) === "CORRECT" ? "right" : "wrong";
}

const scored = (one: Case, key: AnswerKey) =>
  scorerForFormat(one.answerFormat)?.score(extract(one), key, { options: [] }).outcome;

/** The scorer finds no object or list in the text of a refusal. */
const isMalformed = (one: Case): boolean =>
  one.answerFormat === "INSTANCE_COUNTS" && scored(one, { kind: "counts", counts: {} }) === "UNPARSED";

function keyOf(format: AnswerFormat, gold: string): AnswerKey {
  if (format === "NUMBER") return { kind: "number", value: Number(gold), text: gold };
  if (format === "INSTANCE_COUNTS") return { kind: "counts", counts: JSON.parse(gold) };
  return format === "RETRIEVAL" ? { kind: "indices", indices: JSON.parse(gold) } : { kind: "text", text: gold };
}

function describeCase(one: Case): string {
  const extraction = extract(one);
  const read = extraction.kind === "answer" ? `${extraction.answer} (${extraction.rule})` : extraction.rule;
  return `${JSON.stringify(one.response)} to ${JSON.stringify(one.question)}: ${one.gold ?? "none"}, read ${read}`;
}
