import { findTags, type Tag } from "./tags.ts";

/** The tags of a text, and what belongs together. */
export class TaggedText {
  readonly tags: readonly Tag[];
  readonly #closes: readonly (number | undefined)[];
  readonly #nextRoles: readonly number[];
  readonly #closed: ReadonlySet<string>;

  constructor(readonly text: string) {
    this.tags = findTags(text);
    const next = new Map<string, number>();
    const [closes, nextRoles]: [(number | undefined)[], number[]] = [[], []];
    let role = text.length;
    for (let index = this.tags.length - 1; index >= 0; index--) {
      const tag = this.tags[index] as Tag;
      if (tag.kind === "close") next.set(keyOf(tag), index);
      closes[index] = tag.kind === "open" ? next.get(keyOf(tag)) : undefined;
      nextRoles[index] = role;
      if (tag.role !== null) role = tag.start;
    }
    this.#closes = closes;
    this.#nextRoles = nextRoles;
    this.#closed = new Set(next.keys());
  }

  /** The index of the closing tag of an opening tag. */
  closeAt(index: number): number | undefined {
    return this.#closes[index];
  }

  /** The closing tag of an opening tag. */
  closeOf(index: number): Tag | undefined {
    const close = this.#closes[index];
    return close === undefined ? undefined : this.tags[close];
  }

  /** Whether any element with the name of this tag is closed. */
  hasClosed(tag: Tag): boolean {
    return this.#closed.has(keyOf(tag));
  }

  /** The end of an element's content. An element that is not closed ends at the next tag that has a role. */
  contentEnd(index: number): number {
    return this.closeOf(index)?.start ?? this.#nextRoles[index] ?? this.text.length;
  }
}

const keyOf = ({ form, name }: Tag): string => `${form} ${name.toLowerCase()}`;
