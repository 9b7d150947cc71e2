import { distance } from "fastest-levenshtein";
import { OmnidexError } from "../../domain/errors.ts";
import { meantText } from "../../domain/slice/filter-fault.ts";
import type { Queryable } from "../db/database.ts";
import type { FilterReader } from "./filter-vocabulary.ts";
import { rememberedAnswer } from "./server-memory.ts";
import { fetchBenchmarkSlugs, fetchWords } from "./vocabulary-queries.ts";

/**
 * Up to two names that contain the value or have a small edit distance from it: at most a third of the name's length,
 * or 1 if that is more.
 */
export function nearestSlugs(value: string, names: readonly string[]): readonly string[] {
  const plain = slugLike(value);
  const near = names.flatMap((name) => {
    const most = Math.max(1, name.length / 3);
    const contains = plain !== "" && name.includes(plain);
    const slug = slugLike(name);
    // A distance is at least the difference of the lengths, which costs nothing.
    if (!contains && Math.abs(slug.length - plain.length) > most) return [];
    const edits = distance(plain, slug);
    return contains || edits <= most ? [{ name, edits }] : [];
  });
  return near.sort((a, b) => a.edits - b.edits).flatMap(({ name }, index) => (index < 2 ? [name] : []));
}

/** A display name in the spelling of a slug. */
const slugLike = (text: string): string =>
  /^[a-z0-9.-]*$/.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/[\s_]+/g, "-")
        .replace(/&/g, "and");

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

/**
 * Checks that a benchmark exists before a lookup in it. A lookup returns null for a missing object, so without this
 * check a misspelt benchmark would look like a missing object.
 * @throws `NOT_FOUND` with the nearest slugs
 */
export async function requireKnownBenchmark(
  { database, memory }: Omit<FilterReader, "viewer">,
  slug: string,
): Promise<void> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  if (!words.some(({ benchmark }) => benchmark === slug)) throw await missingBenchmark(database, slug);
}
