import { OmnidexError } from "../../domain/errors.ts";
import { meantText } from "../../domain/slice/filter-fault.ts";
import type { Queryable } from "../db/database.ts";
import { nearestSlugs } from "./nearest-slugs.ts";
import { fetchBenchmarkSlugs } from "./vocabulary-queries.ts";

/** The most benchmarks that the error lists. */
const MOST_LISTED = 20;
/** The most characters of a slug that the error repeats. */
const LONGEST_SLUG = 80;

/**
 * The `NOT_FOUND` error for a benchmark that does not exist, with up to two similar slugs in `details.nearest`. If the
 * benchmark exists without questions, the message says so.
 */
export async function missingBenchmark(database: Queryable, slug: string): Promise<OmnidexError> {
  const slugs = await fetchBenchmarkSlugs(database);
  return slugs.includes(slug) ? withoutQuestions(slug) : unknownBenchmark(slug.slice(0, LONGEST_SLUG), slugs);
}

const withoutQuestions = (slug: string): OmnidexError =>
  new OmnidexError(
    "NOT_FOUND",
    `The benchmark '${slug}' has no questions yet: import its files first (omnidex import ${slug} …).`,
  );

function unknownBenchmark(slug: string, slugs: readonly string[]): OmnidexError {
  const nearest = nearestSlugs(slug, slugs);
  const meant = nearest.length === 0 ? "" : ` ${meantText(nearest)}`;
  const more = slugs.length > MOST_LISTED ? `, and ${slugs.length - MOST_LISTED} more` : "";
  const list = ` The benchmarks: ${slugs.slice(0, MOST_LISTED).join(", ")}${more}.`;
  return new OmnidexError("NOT_FOUND", `There is no benchmark '${slug}'.${meant}${list}`, { nearest });
}
