import { badInput, checkText, OmnidexError } from "../../domain/errors.ts";
import { hasUncountedOptions, MOST_COUNTED_OPTIONS, optionLabel, optionPosition } from "../../domain/option-label.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { KeyVerdict } from "../../domain/vocabulary.ts";
import { nearestKeys } from "../../formats/join/nearest-question.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { requireOwner } from "../access/require-admin.ts";
import { holdAnswerKey } from "../benchmarks/benchmark-locks.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import { insertKeyReview, type KeyReviewRow } from "../conditions/key-review-queries.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import { fetchKeyRevision } from "../memory/release-queries.ts";
import { correctInTransaction, type NewKeyRevision } from "../runs/rescoring/correct-in-transaction.ts";
import type { RunServices } from "../runs/submission/run-services.ts";
import { analysedRelease } from "./analysed-release.ts";
import type { ItemAnalyses } from "./item-analyses.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import { keySuspects } from "./key-suspects.ts";

/** `ReviewKeyInput` of the schema, with decoded ids. */
interface ReviewKeyInput {
  readonly benchmark: string;
  readonly question: string;
  readonly verdict: KeyVerdict;
  readonly answer?: string | null | undefined;
  readonly reason: string;
  readonly runs: RunConditions;
}

/** A stored review, and the correction that it made. */
export interface ReviewedKey {
  readonly release: number;
  readonly review: KeyReviewRow;
  readonly correction: NewKeyRevision | null;
}

const CHANGED = "The answer key has just changed. Nothing was stored. Look at the question again.";

/**
 * Stores what a maintainer decided about a question's answer key. A confirmed review also corrects the key and rescores
 * all runs, in the same transaction.
 * @throws `UNAUTHENTICATED`, `FORBIDDEN` for all but administrators and the benchmark's maintainers; `NOT_FOUND` for an
 *   unknown benchmark; `BAD_USER_INPUT` that names the field; `CONFLICT` if the key has changed since the answers were
 *   read
 */
export async function reviewKey(
  services: RunServices & { readonly items: ItemAnalyses },
  aggregates: RunAggregates,
  viewer: Viewer,
  input: ReviewKeyInput,
): Promise<ReviewedKey> {
  const reviewer = requireOwner(viewer);
  requireMaintainer(viewer, input.benchmark, "Reviewing keys");
  const reason = input.reason.trim();
  checkText("reason", reason, 1, 10_000);
  const release = await analysedRelease(services.database, aggregates, viewer, input.benchmark);
  const request = { release, runs: input.runs, inputs: "FULLEST" } as const;
  const analysis = await services.items.of(services, aggregates, viewer, request);
  const found = await reviewedQuestion(services, analysis, input);
  const review = { ...found, verdict: input.verdict, reviewer, reason };
  const done = await services.database.transaction(async (tx): Promise<ReviewedKey> => {
    if (input.verdict !== "CONFIRMED") {
      await holdAnswerKey(tx, release);
      if ((await fetchKeyRevision(tx, release)) !== analysis.keyRevision) throw new OmnidexError("CONFLICT", CHANGED);
      const { keyRevision } = analysis;
      return { release, review: await insertKeyReview(tx, release, { ...review, keyRevision }), correction: null };
    }
    const correction = await correctInTransaction(tx, services, {
      benchmark: input.benchmark,
      corrections: [{ question: input.question, answer: optionLabel((found.proposed ?? 0) - 1) }],
      reason,
      author: reviewer,
    });
    const keyRevision = correction.revision;
    if (correction.release !== release || keyRevision !== analysis.keyRevision + 1)
      throw new OmnidexError("CONFLICT", CHANGED);
    return { release, review: await insertKeyReview(tx, release, { ...review, keyRevision }), correction };
  });
  if ((done.correction?.judging ?? 0) > 0) services.judge?.signal.give();
  return done;
}

/** The question of a review, its key, and the evidence of the answers against the key. */
async function reviewedQuestion(
  { database, sheets }: RunServices,
  analysis: ItemAnalysis,
  { question: name, verdict, answer }: ReviewKeyInput,
): Promise<Pick<KeyReviewRow, "ordinal" | "key" | "proposed" | "evidence">> {
  const { release, keyRevision, matrix } = analysis;
  const sheet = await sheets.at(database, { release, openEnded: false, doubleResponse: false }, keyRevision);
  const question = sheet.byKey.get(name);
  if (question === undefined) {
    const hint = nearestKeys(name, sheet.questions).join(", ");
    throw badInput(`'question': the release has no question '${name.slice(0, 200)}'.${hint && ` Nearest: ${hint}.`}`);
  }
  const { ordinal } = question;
  const key = matrix.key[ordinal] ?? 0;
  if (hasUncountedOptions(question))
    throw badInput(
      `'question': it has ${question.options.length} options, and only keys of questions with at most ${MOST_COUNTED_OPTIONS} options are reviewed; correctAnswers corrects others.`,
    );
  if (key === 0)
    throw badInput("'question': only keys of multiple-choice questions are reviewed; correctAnswers corrects others.");
  const suspect = (await keySuspects(analysis)).find((each) => each.question === ordinal);
  const given = answer == null ? null : givenOption(answer, verdict, question.options.length);
  const proposed = given ?? suspect?.proposed ?? null;
  if (verdict === "CONFIRMED" && proposed === null)
    throw badInput("'answer' is required: too few runs answered the question to propose an option.");
  return { ordinal, key, proposed, evidence: suspect?.evidence ?? null };
}

/** The position, from 1, of the option that a label names. */
function givenOption(label: string, verdict: KeyVerdict, options: number): number {
  if (verdict !== "CONFIRMED") throw badInput(`'answer' is for the verdict CONFIRMED only; got ${verdict}.`);
  const position = optionPosition(label.trim());
  if (position >= 0 && position < options) return position + 1;
  const last = optionLabel(options - 1);
  throw badInput(`'answer': '${label.slice(0, 80)}' is not the label of an option: the question has A to ${last}.`);
}

/** `KeyReview` of the schema. */
interface KeyReview {
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
