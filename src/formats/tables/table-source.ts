import { COARSE_SCORES } from "../../domain/coarse-scores.ts";
import { dimensionTitle } from "../../domain/dimension-labels.ts";
import { filterText } from "../../domain/slice/filter-text.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { counted } from "../../domain/texts.ts";
import type { Dimension } from "../../domain/vocabulary.ts";

/** A value of a dimension, or of one of two dimensions. */
export interface LabelledKey {
  readonly dimension: Dimension;
  readonly key: string;
  readonly label: string;
}

/** What a table's numbers are about. */
export interface TableSource {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** Null if it is not known, as for a table of papers' figures. */
  readonly release: number | null;
  readonly filter: QuestionFilter;
  /** The number of questions in the slice; null if it is not known. */
  readonly questions: number | null;
  /** How the runs of the table were scored; null for a run that is not scored. */
  readonly scorings: readonly ({ readonly extractor: string; readonly extractorVersion: string } | null)[];
  /** The day on which the numbers were read: `2026-11-30`. */
  readonly date: string;
}

/**
 * The sentence that says what a table's numbers are about: `omnidex-demo, release 1, 98 questions with levels: reasoning.
 * Responses were read by omnidex 6. Retrieved on 2026-11-30.`
 */
export function sourceNote(source: TableSource, keys: readonly LabelledKey[] = []): string {
  const { benchmark, release, filter, questions, date } = source;
  const { benchmarks, ...conditions } = filter;
  const isOwn = benchmarks?.length === 1 && benchmarks[0] === benchmark;
  const texts = filterText(isOwn ? conditions : filter);
  const slice = texts.length === 0 ? "" : ` with ${texts.join("; ")}`;
  const size = questions === null ? "questions" : counted(questions, "question");
  const read = extractorsText(source);
  return [
    `${benchmark}, ${release === null ? "" : `release ${release}, `}${size}${slice}.`,
    ...levelTexts(keys),
    ...(read === null ? [] : [`Responses were read by ${read}.`]),
    `Retrieved on ${date}.`,
  ].join(" ");
}

/** The extractors of the runs, each once, with a version. */
function extractorsText({ scorings }: TableSource): string | null {
  const names = new Set(scorings.flatMap((one) => (one === null ? [] : [`${one.extractor} ${one.extractorVersion}`])));
  return names.size === 0 ? null : [...names].sort().join(", ");
}

/** Who assigned the levels of a table. The labels of levels that Omnidex has assigned say so. */
function levelTexts(keys: readonly LabelledKey[]): readonly string[] {
  const levels = keys.filter(({ dimension }) => dimension === "LEVEL");
  if (levels.length === 0) return [];
  return levels.some(({ label }) => label.includes("assigned by Omnidex"))
    ? ["Levels are the benchmark's own unless their labels say otherwise."]
    : ["Levels are the benchmark's own."];
}

/** The notes on the intervals of scores, and on scores that are rounded because the answers are hidden. */
export const scoreNotes = (scores: readonly ({ readonly coarse?: boolean } | null)[]): readonly string[] => {
  if (scores.every((score) => score === null)) return [];
  return [INTERVALS, ...(scores.some((score) => score?.coarse === true) ? [COARSE_SCORES] : [])];
};
const INTERVALS = "Intervals are 95 %, clustered by video.";

/** The day, in UTC: `2026-11-30`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** A column of names for each dimension of a table. */
export const nameColumns = (by: readonly Dimension[]) =>
  by.map((dimension) => ({ title: dimensionTitle(dimension), flexible: true }));
