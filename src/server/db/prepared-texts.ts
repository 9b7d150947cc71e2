import { LRUCache } from "lru-cache";

/** How many statements each connection keeps prepared. */
const MOST_PREPARED = 300;

/**
 * Which statements are worth preparing: those that come again, up to a number. A prepared statement stays on its
 * connection, on both sides, for as long as that lives; and what callers ask for has no end of shapes.
 */
export class PreparedTexts {
  readonly #prepared = new Set<string>();
  readonly #once = new LRUCache<string, true>({ max: 1_000 });

  isWorthPreparing(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= MOST_PREPARED) return false;
    if (this.#once.has(text)) this.#prepared.add(text);
    else this.#once.set(text, true);
    return this.#prepared.has(text);
  }
}
