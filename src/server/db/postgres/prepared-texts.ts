import { LRUCache } from "lru-cache";

/** How many statements each connection keeps prepared. */
const MOST_PREPARED = 300;

/**
 * Which statements are worth preparing: those that come again, up to a number. A prepared statement stays on its
 * connection, on both sides, for as long as that lives; and what callers ask for has no end of shapes.
 */
export class PreparedTexts {
  readonly #names = new Map<string, string>();
  readonly #once = new LRUCache<string, true>({ max: 1_000 });

  /** The name to prepare a statement under, the same on all connections; `undefined` for one that is not prepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_PREPARED) return name;
    if (this.#once.has(text)) this.#names.set(text, `omnidex_${this.#names.size}`);
    else this.#once.set(text, true);
    return this.#names.get(text);
  }
}
