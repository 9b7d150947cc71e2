/**
 * The minimum length of a part that is searched for. A shorter part would match other words by chance: "Vitamin A" and
 * "Vitamin C" differ only in one letter.
 */
const SHORTEST = 3;

/**
 * Removes the words that all texts have in common at the start and at the end. Texts are words between spaces.
 * @returns null if the texts have no such words in common, or if a remaining part is too short to search for
 */
export function distinctParts(texts: readonly string[]): string[] | null {
  const lists = texts.map((text) => text.trim().split(" "));
  const head = commonLength(lists);
  const tail = commonLength(lists.map((list) => list.slice(head).reverse()));
  if (texts.length < 2 || head + tail === 0) return null;
  const parts = lists.map((list) => ` ${list.slice(head, list.length - tail).join(" ")} `);
  return parts.every((part) => part.trim().length >= SHORTEST) ? parts : null;
}

/** The number of words at the start that all lists share. */
function commonLength(lists: readonly (readonly string[])[]): number {
  const [first = [], ...others] = lists;
  const end = first.findIndex((word, index) => others.some((list) => list[index] !== word));
  return end < 0 ? Math.min(...lists.map((list) => list.length)) : end;
}
