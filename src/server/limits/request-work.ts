import type { Admission } from "./admission.ts";

/** The slot of a request that is a heavy operation. */
export class RequestWork {
  #end: (() => void) | null = null;

  constructor(private readonly admission: Admission | null) {}

  /** @throws `RATE_LIMITED` if the caller already has the allowed number in progress */
  begin(): void {
    this.#end ??= this.admission?.beginWork() ?? null;
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
