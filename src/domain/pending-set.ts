/** The membership of an item in a `PendingSet`. */
export interface Membership<T> {
  readonly item: T;
  /** The position among the items; -1 after the item was removed. */
  position: number;
}

/**
 * A set of pending items, such as requests in progress, in no order. Unlike a `Set`, it leaves no garbage behind. V8
 * replaces the table of a `Set` every few removals, and each replaced table still refers to its items and to the next
 * table. Once a replaced table is in the old generation, all later tables and items survive every collection of young
 * objects.
 */
export class PendingSet<T> implements Iterable<T> {
  readonly #members: Membership<T>[] = [];

  get size(): number {
    return this.#members.length;
  }

  /** @returns the membership, which `remove` takes */
  add(item: T): Membership<T> {
    const member = { item, position: this.#members.length };
    this.#members.push(member);
    return member;
  }

  has({ position }: Membership<T>): boolean {
    return position >= 0;
  }

  /** Removes an item. Has no effect if it is already removed. */
  remove(member: Membership<T>): void {
    const { position } = member;
    if (position < 0) return;
    member.position = -1;
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    last.position = position;
    this.#members[position] = last;
  }

  /** Removes all items. */
  clear(): void {
    for (const member of this.#members) member.position = -1;
    this.#members.length = 0;
  }

  /** Iterates over the items at the time of the call. Items may be removed during the iteration. */
  [Symbol.iterator](): Iterator<T> {
    return this.#members.map(({ item }) => item)[Symbol.iterator]();
  }
}
