/** Counts the heavy operations of each caller that are in progress in this process. */
export class WorkSlots {
  readonly #underWay = new Map<string, number>();

  /** Takes one of the caller's `most` slots. @returns a function that releases the slot; null if no slot is free */
  take(caller: string, most: number): (() => void) | null {
    const count = this.#underWay.get(caller) ?? 0;
    if (count >= most) return null;
    this.#underWay.set(caller, count + 1);
    let held = true;
    return () => {
      if (held) this.#release(caller);
      held = false;
    };
  }

  #release(caller: string): void {
    const count = this.#underWay.get(caller) ?? 0;
    if (count > 1) this.#underWay.set(caller, count - 1);
    else this.#underWay.delete(caller);
  }
}
