import { OmnidexError as DomainError } from "../domain/errors.ts";
import { canonicalSlice } from "../domain/slice/canonical-slice.ts";
import { FINGERPRINT_LENGTH, type Slice } from "../domain/slice/slice.ts";
import { OmnidexBadUserInputError } from "./api-errors.ts";
import { sha256Hex } from "./sha256-hex.ts";
import type { QuestionFilter } from "./types.ts";

/** A filter as the server understands it. */
export interface CanonicalSlice {
  /** The same for all filters that can be seen to mean the same. */
  readonly canonical: Slice;
  /**
   * A short name of the slice, 32 hexadecimal digits: the server names it alike.
   *
   * @throws TypeError where the platform has no SHA-256: browsers keep it for pages from https or localhost.
   */
  readonly fingerprint: () => Promise<string>;
}

/**
 * The canonical form and the fingerprint of a filter, without asking the server.
 *
 * @throws OmnidexBadUserInputError for a filter that no server takes: too deep, too large, an unknown bucket.
 * @example
 * const music = slice({ audioTypes: { any: ["MUSIC"] } });
 * const same = slice({ and: [{ audioTypes: { any: ["MUSIC", "MUSIC"] } }, {}] });
 * console.log((await music.fingerprint()) === (await same.fingerprint()));
 */
export function slice(filter?: QuestionFilter | null): CanonicalSlice {
  const canonical = canonicalOf(filter);
  return {
    canonical,
    fingerprint: async () => (await sha256Hex(JSON.stringify(canonical))).slice(0, FINGERPRINT_LENGTH),
  };
}

/** The canonical form is the server's own code, which throws an error class of its own. */
function canonicalOf(filter: QuestionFilter | null | undefined): Slice {
  try {
    return canonicalSlice(filter);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new OmnidexBadUserInputError(error.message, { details: error.details }, { cause: error });
  }
}
