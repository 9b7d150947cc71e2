import { OmnidexError } from "../../../domain/errors.ts";
import { fetchAdmission } from "../../data/challenge-queries.ts";
import type { Queryable } from "../../db/database.ts";

/**
 * Refuses a submission outside of the dates of the benchmark's challenge. The database's clock decides, because all
 * servers share it. Must be called in the transaction that stores the scores, after it has locked the answer key.
 * @throws `FORBIDDEN` with both dates in its details
 */
export async function requireOpenChallenge(tx: Queryable, benchmark: number): Promise<void> {
  const challenge = await fetchAdmission(tx, benchmark);
  if (challenge === undefined || !(challenge.early || challenge.late)) return;
  const { slug, early } = challenge;
  const [opensAt, closesAt] = [challenge.opensAt?.toISOString() ?? null, challenge.closesAt?.toISOString() ?? null];
  throw new OmnidexError(
    "FORBIDDEN",
    early
      ? `'${slug}' accepts submissions from ${opensAt} on${closesAt === null ? "" : `, until ${closesAt}`}. Nothing was stored.`
      : `'${slug}' accepted submissions until ${closesAt}. Nothing was stored.`,
    { benchmark: slug, reason: early ? "CHALLENGE_NOT_OPEN" : "CHALLENGE_CLOSED", opensAt, closesAt },
  );
}
