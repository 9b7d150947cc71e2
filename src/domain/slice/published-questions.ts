import { findTaxonomy } from "../taxonomy.ts";
import type { Dimension } from "../vocabulary.ts";
import { conditionWords } from "./conditions.ts";
import { isCondition, namedCondition, type Slice } from "./question-slice.ts";

/** One value of a dimension. */
export interface SinglePart {
  readonly dimension: Dimension;
  readonly key: string;
}

/**
 * The part of a benchmark that a slice selects, if papers print figures for it: the whole benchmark, or one value of
 * one dimension. `null` for any other slice.
 */
export function publishedPart(slice: Slice, benchmark: string): SinglePart | "overall" | null {
  if (slice.kind === "everything" || isBenchmark(slice, benchmark)) return "overall";
  if (slice.kind !== "and") return singlePart(slice);
  const rest = slice.of.filter((part) => !isBenchmark(part, benchmark));
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? singlePart(only) : null;
}

const isBenchmark = (slice: Slice, benchmark: string): boolean =>
  slice.kind === "in" && slice.field === "benchmarks" && slice.values.length === 1 && slice.values[0] === benchmark;

function singlePart(slice: Slice): SinglePart | null {
  if (!isCondition(slice)) return null;
  const condition = namedCondition(slice);
  if (condition.kind === "audio") return condition.quantifier === "any" ? only("AUDIO_TYPE", condition.values) : null;
  const dimension = condition.kind === "set" ? conditionWords(condition.name).dimension : undefined;
  return condition.kind === "set" && dimension !== undefined ? only(dimension, condition.values) : null;
}

function only(dimension: Dimension, values: readonly string[]): SinglePart | null {
  const [key] = values;
  return values.length === 1 && key !== undefined ? { dimension, key } : null;
}

/** A tolerance for binary rounding errors, which must not move a rounded figure over an edge. */
const EPSILON = 1e-9;

/** The most by which rounding to `decimals` moves a figure. */
const roundingError = (decimals: number): number => 0.5 * 10 ** -decimals + EPSILON;

/** The number of right answers among `n` whose percentage is nearest to the printed one. */
export const nearestCount = (percentage: number, n: number): number => Math.round((percentage * n) / 100);

/** The nearest percentage to the printed one that a number of right answers among `n` can have. */
export const nearestPercentage = (percentage: number, n: number): number => (100 * nearestCount(percentage, n)) / n;

/** Whether a number of right answers among `n` prints as this percentage. */
export function isCountOf(percentage: number, n: number, decimals: number): boolean {
  return Math.abs(nearestPercentage(percentage, n) - percentage) <= roundingError(decimals);
}

/** A table whose accuracies are over a known number of questions. */
interface CountedTable {
  readonly benchmark: string;
  /** The number of decimals that the table prints. */
  readonly decimals: number;
  /** The numbers of questions that differ from those of the benchmark: by category, and "overall". */
  readonly own?: ReadonlyMap<string, number>;
}

/**
 * The tables whose accuracies are over a known number of questions. Missing are those over a part whose size no paper
 * states (MMWorld's Table 6, OmniVideoBench's Table 4) and those of graded scores (AVI-Bench). `docs/reproduction.md` shows
 * how the numbers of MMWorld's Table 3 follow from its figures.
 */
const TABLES: ReadonlyMap<string, CountedTable> = new Map<string, CountedTable>([
  ...["Table 2", "Table 3", "Table 4", "Table 5", "Figure 7"].map((table): [string, CountedTable] => [
    `WorldSense, ${table}`,
    { benchmark: "worldsense", decimals: 1 },
  ]),
  ["MMWorld, Table 1", { benchmark: "mmworld", decimals: 2 }],
  ["MMWorld, Table 2", { benchmark: "mmworld", decimals: 3 }],
  [
    "MMWorld, Table 3",
    {
      benchmark: "mmworld",
      decimals: 3,
      own: new Map([
        ["overall", 1_455],
        ["science", 204],
      ]),
    },
  ],
  ["OmniVideoBench, Table 3", { benchmark: "omnivideobench", decimals: 2 }],
]);

/** A printed figure. */
interface PrintedFigure {
  /** The paper and its table: "MMWorld, Table 3". */
  readonly source: string;
  readonly metric: string;
  /** The part that the figure covers: a value of a dimension, or the whole benchmark. */
  readonly part: SinglePart | "overall";
  /** A percentage. */
  readonly percentage: number;
  /** The number of runs, each with its own printed figure, whose mean the percentage is. */
  readonly runs: number;
}

/**
 * How many questions a printed accuracy is over. Null for other metrics, if the number is unknown, and if no number of right
 * answers among the table's questions gives the figure: then it is over other questions, or misprinted.
 */
export function publishedQuestions({ source, metric, part, percentage, runs }: PrintedFigure): number | null {
  const table = TABLES.get(source);
  if (table === undefined || metric !== "accuracy_pct") return null;
  const n = table.own?.get(nameOf(part)) ?? questionsOf(table.benchmark, part);
  return n !== null && isCountOf(percentage, runs * n, table.decimals) ? n : null;
}

const nameOf = (part: SinglePart | "overall"): string => (part === "overall" ? part : part.key);

function questionsOf(benchmark: string, part: SinglePart | "overall"): number | null {
  const taxonomy = findTaxonomy(benchmark);
  if (part === "overall") return taxonomy?.questions ?? null;
  if (part.dimension !== "CATEGORY") return null;
  return taxonomy?.categories.find(({ slug }) => slug === part.key)?.questions ?? null;
}
