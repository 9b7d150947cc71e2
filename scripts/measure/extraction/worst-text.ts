import type { ExtractionQuestion, Extractor } from "../../../src/reading/extraction.ts";
import { Random } from "../../../test/fixtures/random.ts";
import { joinTokens, newText, type TokenText, vary } from "./token-text.ts";

const SURVIVORS = 12;
const CHILDREN = 24;
const FRESH = 6;

/** A text with the time that the extractor needs for it. */
export interface CostlyText {
  readonly text: string;
  /** The least of several measurements. */
  readonly milliseconds: number;
}

/** The limits of a search. */
export interface SearchLimits {
  readonly seed: number;
  /** The longest text, in UTF-16 code units. */
  readonly length: number;
  /** The search ends after this time. */
  readonly seconds: number;
}

interface Individual extends CostlyText {
  readonly tokens: TokenText;
}

/** Searches for the texts that cost the extractor most, by mutation and selection; the costliest comes first. */
export function searchWorstTexts(
  extractor: Extractor,
  question: ExtractionQuestion,
  { seed, length, seconds }: SearchLimits,
): CostlyText[] {
  const random = new Random(seed);
  const measured = (tokens: TokenText): Individual => {
    const text = joinTokens(tokens, length);
    return { tokens, text, milliseconds: costOf(extractor, question, text, 3) };
  };
  const end = performance.now() + seconds * 1_000;
  let population = Array.from({ length: SURVIVORS * 4 }, () => measured(newText(random, question.options)));
  while (performance.now() < end) {
    const parents = select(population);
    const children = Array.from({ length: CHILDREN }, () =>
      measured(vary(random, random.pick(parents).tokens, random.pick(parents).tokens, question.options)),
    );
    const fresh = Array.from({ length: FRESH }, () => measured(newText(random, question.options)));
    population = [...parents, ...children, ...fresh];
  }
  // A pause of the machine looks like cost, so the survivors are measured again.
  return select(population)
    .map(({ text }) => ({ text, milliseconds: costOf(extractor, question, text, 15) }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds);
}

/** The costliest texts. Among texts with the same beginning only one is kept, so that the survivors differ. */
function select(population: readonly Individual[]): Individual[] {
  const seen = new Set<string>();
  return population
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .filter(({ text }) => {
      const start = text.slice(0, 24);
      return seen.size < SURVIVORS && !seen.has(start) && seen.add(start);
    });
}

/** The least CPU time of several readings, in milliseconds. It hardly depends on what else the machine does. */
export function costOf(extractor: Extractor, question: ExtractionQuestion, text: string, rounds: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    extractor.extract(text, question);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** The text, repeated until it has `length` characters. */
export const lengthened = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / Math.max(1, text.length))).slice(0, length);
