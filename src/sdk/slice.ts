import { OmnidexError as DomainError } from "../domain/errors.ts";
import { canonicalSlice } from "../domain/slice/canonical-slice.ts";
import { FINGERPRINT_LENGTH, type Slice } from "../domain/slice/question-slice.ts";
import { OmnidexBadUserInputError } from "./api-errors.ts";
import { sha256Hex } from "./random-key.ts";
import type { QuestionFilter } from "./types.ts";

/** A filter in the server's canonical form. */
export interface CanonicalSlice {
  /** The canonical form, which is the same for all filters that are recognized as equivalent. */
  readonly canonical: Slice;
  /**
   * The fingerprint of the slice, 32 hexadecimal digits, identical to the server's.
   *
   * @throws TypeError if the platform has no SHA-256: browsers offer it only to pages from https or localhost.
   */
  readonly fingerprint: () => Promise<string>;
}

/**
 * Computes the canonical form and the fingerprint of a filter, without a request to the server.
 *
 * @throws OmnidexBadUserInputError for a filter that is too deep, too large, or names an unknown bucket.
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

/** Computes the canonical form, and replaces a `DomainError` of the shared code by an error of the SDK. */
function canonicalOf(filter: QuestionFilter | null | undefined): Slice {
  try {
    return canonicalSlice(filter);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new OmnidexBadUserInputError(error.message, { details: error.details }, { cause: error });
  }
}
