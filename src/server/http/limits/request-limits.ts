import type { Viewer } from "../../../domain/viewer.ts";
import type { TrustedProxies } from "../../config/limits-config.ts";
import type { Admission } from "../../limits/admission.ts";
import type { Refusal } from "../../limits/limit-refusal.ts";
import type { RateLimits } from "../../limits/rate-limits.ts";
import { type Addressed, clientAddress } from "./client-address.ts";

/** The property that stores a request's admission, so that a request that leaves the fast path counts only once. */
const ADMISSION = Symbol("admission");

type Admitted = Addressed & { [ADMISSION]?: Admission };

/** The limits of HTTP requests, by caller and client address. */
export class RequestLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly trusted: TrustedProxies | null,
  ) {}

  /** Counts the request on the first call and returns its admission on every call. */
  admit(incoming: Admitted, viewer: Viewer): Admission {
    incoming[ADMISSION] ??= this.limits.admit(viewer, this.#addressOf(incoming));
    return incoming[ADMISSION];
  }

  /** @see RateLimits.keyRefusal */
  keyRefusal(incoming: Addressed): Refusal | null {
    return this.limits.keyRefusal(this.#addressOf(incoming));
  }

  wrongKey(incoming: Addressed): void {
    this.limits.wrongKey(this.#addressOf(incoming));
  }

  /** @see RateLimits.wasShown */
  wasShown(incoming: Addressed, viewer: Viewer): boolean {
    return this.limits.wasShown(viewer, this.#addressOf(incoming));
  }

  #addressOf(incoming: Addressed): string {
    return clientAddress(incoming, this.trusted);
  }
}
