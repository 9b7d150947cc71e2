import type { KeyVerdict } from "../../domain/key-verdict.ts";
import { optionLabel } from "../../domain/option-label.ts";
import type { KeyReviewRow } from "../conditions/key-review-queries.ts";

/** `KeyReview` of the schema. */
export interface KeyReview {
  readonly verdict: KeyVerdict;
  readonly key: string;
  readonly proposed: string | null;
  readonly evidence: number | null;
  readonly keyRevision: number;
  readonly reviewer: string;
  readonly reason: string;
  readonly reviewedAt: string;
}

/** A stored review with the labels of its options. */
export const keyReviewOf = ({ id: _, ordinal: __, key, proposed, ...review }: KeyReviewRow): KeyReview => ({
  ...review,
  key: optionLabel(key - 1),
  proposed: proposed === null ? null : optionLabel(proposed - 1),
});
