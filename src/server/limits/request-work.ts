import type { Admission } from "./admission.ts";

/** The slot that a request takes while it is a heavy operation. */
export class RequestWork {
  #end: (() => void) | null = null;

  constructor(private readonly admission: Admission | null) {}

  /** Takes the slot. @throws `RATE_LIMITED` if the caller already has the allowed number of slots */
  begin(): void {
    this.#end ??= this.admission?.beginWork() ?? null;
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
