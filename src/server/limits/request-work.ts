import type { Admission } from "./admission.ts";

/** The heavy operation that one request may be. */
export class RequestWork {
  #end: (() => void) | null = null;

  constructor(private readonly admission: Admission | null) {}

  /** @throws `RATE_LIMITED` where the caller has as many under way as it may */
  begin(): void {
    this.#end ??= this.admission?.beginWork() ?? null;
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
