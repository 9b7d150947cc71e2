import type { Viewer } from "../../../domain/viewer.ts";
import { requireMaintainer } from "../../access/maintainers.ts";
import { type CallAnswer, checkIdempotencyKey, onceByKey } from "../../access/repeatable-call.ts";
import { requireOwner } from "../../access/require-admin.ts";
import type { RunServices } from "../submission/run-services.ts";
import { correctInTransaction, type NewKeyRevision } from "./correct-in-transaction.ts";
import { type CorrectAnswersInput, checkCorrectionInput } from "./read-corrections.ts";

/** A new revision of a release's answer key, and its effects. */
export interface CorrectedAnswers extends NewKeyRevision {
  /** Whether an earlier call with the same idempotency key made the revision. */
  readonly replayed: boolean;
}

/**
 * Corrects answers of a benchmark's current release: adds one revision of its answer key and rescores all its runs. On
 * any error, nothing changes. The correction is one transaction, so no reader sees some runs scored by the old key and
 * others by the new key. The transaction holds an exclusive lock, so concurrent submissions wait and are scored by the
 * new key.
 * @throws `UNAUTHENTICATED`, `FORBIDDEN` for all but administrators and the benchmark's maintainers; `NOT_FOUND` for an
 *   unknown benchmark; `CONFLICT` if another release becomes the current one meanwhile, or if an earlier call used the
 *   idempotency key with another input; `BAD_USER_INPUT` that names the rows that are wrong
 */
export async function correctAnswers(
  services: RunServices,
  viewer: Viewer,
  input: CorrectAnswersInput,
): Promise<CorrectedAnswers> {
  const { database, judge } = services;
  requireMaintainer(viewer, input.benchmark, "Correcting answers");
  checkIdempotencyKey(input);
  checkCorrectionInput(input);
  const call = { owner: requireOwner(viewer), mutation: "correctAnswers", input };
  const corrected = await database.transaction((tx) =>
    // The idempotency key is claimed before any lock, so that two calls with the same key cannot deadlock.
    onceByKey(
      tx,
      call,
      () => correctInTransaction(tx, services, input),
      (made) => ({ ...made }),
    ),
  );
  if ("earlier" in corrected) return earlierCorrection(corrected.earlier);
  if (corrected.done.judging > 0) judge?.signal.give();
  return { ...corrected.done, replayed: false };
}

function earlierCorrection({
  release,
  revision,
  rescored = 0,
  changed = 0,
  judging = 0,
}: CallAnswer): CorrectedAnswers {
  if (release === undefined || revision === undefined) throw new Error("the stored correction has no revision");
  return { release, revision, rescored, changed, judging, replayed: true };
}
