import type { KeyVerdict } from "../../../domain/key-verdict.ts";
import { optionLabel } from "../../../domain/option-label.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import { fetchKeyReviews, type KeyReviewRow } from "../../data/key-review-queries.ts";
import type { Queryable } from "../../db/database.ts";

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

/** All reviews of a release's keys, oldest first, from memory if the data has not changed. The caller may see the answers. */
export const reviewsOfRelease = (
  database: Queryable,
  memory: Pick<ServerMemory, "answers">,
  release: number,
): Promise<readonly KeyReviewRow[]> =>
  rememberedAnswer(memory, ["key reviews", release], () => fetchKeyReviews(database, release));
