import type { ChallengeField } from "../../../domain/challenge.ts";
import { OmnidexError } from "../../../domain/errors.ts";
import { fetchAdmission, fetchChallenge } from "../../data/challenge-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { InputIssue, RunInput } from "../submission/submission-input.ts";

/**
 * Refuses a submission outside of the dates of the benchmark's challenge, by the database's clock, which all servers share. To be
 * called in the transaction that stores the scores, after it holds the answer key.
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

const FIELDS: Readonly<Record<ChallengeField, readonly [field: string, value: (input: RunInput) => unknown]>> = {
  FRAMES: ["frames", ({ frames }) => frames],
  SEED: ["seed", ({ seed }) => seed],
  PROMPT: ["prompt", ({ prompt }) => prompt],
  NOTES: ["notes", ({ notes }) => notes],
  MODEL_PARAMETERS: ["model.parameters", ({ model }) => model.parameters],
  MODEL_ORGANIZATION: ["model.organization", ({ model }) => model.organization],
  MODEL_URL: ["model.url", ({ model }) => model.url],
};

/** An issue for each field that the benchmark's challenge requires and the submission lacks. */
export async function missingFields(database: Queryable, input: RunInput): Promise<readonly InputIssue[]> {
  const challenge = await fetchChallenge(database, input.benchmark);
  return (challenge?.requiredFields ?? []).flatMap((name) => {
    const [field, read] = FIELDS[name as ChallengeField];
    const value = read(input) ?? "";
    if (String(value).trim() !== "") return [];
    return [{ field, message: `The challenge of '${input.benchmark}' requires '${field}'.` }];
  });
}
