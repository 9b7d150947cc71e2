import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";

interface ShortAnswer {
  readonly question: string;
  readonly response: string;
  /** The canonical answer; null if the response gives none. */
  readonly gold: string | null;
}

const load = (file: string): ShortAnswer[] => JSON.parse(readFileSync(resolve(import.meta.dirname, file), "utf8"));

describe.each([
  { answerFormat: "YES_NO", cases: load("yes-no.json"), canonical: (answer: string) => answer },
  { answerFormat: "NUMBER", cases: load("number.json"), canonical: (answer: string) => String(Number(answer)) },
] as const)("short answers to $answerFormat questions", ({ answerFormat, cases, canonical }) => {
  const readings = cases.map((one) => ({ ...one, read: readAs(answerFormat, one, canonical) }));
  const misread = readings.filter(({ read, gold }) => read !== gold);

  it("are at least 60", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  it("are never read as a wrong answer", () => {
    expect(misread.filter(({ read }) => read !== null)).toEqual([]);
  });

  it("are missed in at most 2 %", () => {
    const missed = misread.filter(({ read }) => read === null);
    expect(missed.length / cases.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.02);
  });
});

function readAs(
  answerFormat: "YES_NO" | "NUMBER",
  { question, response }: ShortAnswer,
  canonical: (answer: string) => string,
): string | null {
  const extraction = omnidexExtractor.extract(response, { options: [], answerFormat, text: question });
  return extraction.kind === "answer" ? canonical(extraction.answer) : null;
}
