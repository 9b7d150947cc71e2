import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Queryable } from "../db/database.ts";
import { rememberedAnswer } from "../memory/server-memory.ts";
import { fetchPrintedParts, type PublishedPart } from "./published-figure-queries.ts";
import type { RunAggregates } from "./run-aggregates.ts";

/** The benchmark and the release whose parts are looked for. */
export interface PrintedParts {
  readonly benchmark: string;
  /** The current release; null if the benchmark has none. */
  readonly release: number | null;
}

/**
 * The part of a benchmark that consists of exactly these questions, however they were selected, if its paper prints
 * figures for the part. If several parts have the same questions, as in a small sample of the benchmark, the result is the
 * whole benchmark if it is among them, else null.
 * @param named the part that the filter itself names. It takes precedence, and is also found without a release
 */
export async function printedPart(
  database: Queryable,
  aggregates: RunAggregates,
  { benchmark, release }: PrintedParts,
  named: PublishedPart | null,
  questions: SliceQuestions | null,
): Promise<PublishedPart | null> {
  if (named === "overall") return named;
  const parts = await rememberedAnswer(aggregates.memory, ["printed parts", benchmark], () =>
    fetchPrintedParts(database, benchmark),
  );
  if (parts.some((part) => isSamePart(part, named))) return named;
  if (parts.length === 0 || release === null || questions === null || questions.count === 0) return null;
  const whole = await aggregates.slice(release, EVERYTHING);
  if (whole.words.equals(questions.words)) return "overall";
  const dimensions = [...new Set(parts.map(({ dimension }) => dimension))];
  const groups = await Promise.all(dimensions.map((dimension) => aggregates.groups(release, EVERYTHING, [dimension])));
  const same = groups.flat().filter((group) => group.questions.words.equals(questions.words));
  const found = parts.filter((part) => same.some(({ keys: [key] }) => key !== undefined && isSamePart(part, key)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const isSamePart = ({ dimension, key }: Exclude<PublishedPart, "overall">, other: PublishedPart | null): boolean =>
  other !== null && other !== "overall" && other.dimension === dimension && other.key === key;
