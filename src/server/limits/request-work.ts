import type { Admission } from "./admission.ts";

/** The slot that a request takes while it is a heavy operation. */
export class RequestWork {
  #end: (() => void) | null = null;
  #hasEnded = false;

  constructor(private readonly admission: Admission | null) {}

  /**
   * Takes the slot.
   * @throws `RATE_LIMITED` if the caller already has the allowed number of slots; an error if the request has ended, with
   *   which a part of it ends that goes on
   */
  begin(): void {
    if (this.#hasEnded) throw new Error("the request has ended");
    this.#end ??= this.admission?.beginWork() ?? null;
  }

  end(): void {
    this.#hasEnded = true;
    this.#end?.();
    this.#end = null;
  }
}
