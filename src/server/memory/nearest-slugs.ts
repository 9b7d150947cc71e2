import { distance } from "fastest-levenshtein";

/**
 * Up to two names that contain the value or have a small edit distance from it: at most a third of the name's length,
 * or 1 if that is more.
 */
export function nearestSlugs(value: string, names: readonly string[]): readonly string[] {
  const plain = slugLike(value);
  const near = names
    .map((name) => ({ name, edits: distance(plain, slugLike(name)) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3) || (plain !== "" && name.includes(plain)));
  return near.sort((a, b) => a.edits - b.edits).flatMap(({ name }, index) => (index < 2 ? [name] : []));
}

/** A display name in the spelling of a slug. */
const slugLike = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/&/g, "and");
