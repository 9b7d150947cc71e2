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
