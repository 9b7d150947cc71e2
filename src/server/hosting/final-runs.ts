import { badInput, OmnidexError } from "../../domain/errors.ts";
import { MOST_FINAL_RUNS } from "../../domain/final-board.ts";
import { encodeNodeId, requireNodeKey } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { currentReleaseOf } from "../access/current-release.ts";
import { requireOwner } from "../access/require-admin.ts";
import { holdAnswerKey } from "../benchmarks/benchmark-locks.ts";
import { holdOpening } from "../benchmarks/challenge-queries.ts";
import { requireSealed } from "../benchmarks/require-sealed.ts";
import { lockRunsOver, storeChosen } from "../boards/ladder-queries.ts";
import type { Database, Queryable } from "../db/database.ts";
import { fetchOwnRun } from "../runs/submission/run-access.ts";
import { withoutPrivateBoard } from "./split-leaderboard.ts";

/** `ChooseFinalRunsInput` of the schema. */
export interface ChooseInput {
  readonly benchmark: string;
  readonly runs: readonly string[];
}

/**
 * Chooses the runs of the viewer whose scores the private board will show, in place of those chosen before.
 * @returns the primary keys of the chosen runs
 * @throws `UNAUTHENTICATED` without a key; `NOT_FOUND` for an unknown benchmark or run, or if the leaderboard is not split;
 *   `BAD_USER_INPUT` for too many runs, one over another release, or an administrator's call with another owner's; `FORBIDDEN` for
 *   another owner's run, and once the final board is stored or the private board is open; `CONFLICT` for a run that is not scored or
 *   leaves too many questions out, and as `requireSealed` does
 */
export async function chooseFinalRuns(
  database: Database,
  viewer: Viewer,
  { benchmark, runs }: ChooseInput,
): Promise<readonly number[]> {
  const owner = requireOwner(viewer);
  const chosen = [...new Set(runs.map((id) => requireNodeKey("Run", id, "runs")))];
  if (chosen.length > MOST_FINAL_RUNS)
    throw badInput(`'runs' may name at most ${MOST_FINAL_RUNS} runs; got ${chosen.length}.`);
  const release = await currentReleaseOf(database, benchmark);
  await database.transaction(async (tx) => {
    await holdAnswerKey(tx, release);
    await requireSealed(tx, [release]);
    const own = await lockRunsOver(tx, owner, release);
    const found = chosen.map((run) => ({ run, own: own.find(({ id }) => id === run) }));
    for (const { run, own } of found) if (own === undefined) throw await notOver(tx, viewer, benchmark, run);
    // After all other locks, so that no wait separates this check from the change.
    await requireChoiceOpen(tx, benchmark, release);
    for (const { own } of found) if (own !== undefined) requireWhole(own);
    await storeChosen(tx, owner, release, chosen);
  });
  return chosen;
}

/** @throws `NOT_FOUND` without a private board; `FORBIDDEN` once it is open, or the final board is stored, with the date in its details */
async function requireChoiceOpen(tx: Queryable, benchmark: string, release: number): Promise<void> {
  const opening = await holdOpening(tx, release);
  if (opening === undefined) throw withoutPrivateBoard(benchmark);
  // The final board shows the runs that were chosen. Another choice would show the scores of more runs.
  if (!opening.isOpen && !opening.isSealed) return;
  const privateOpensAt = opening.privateOpensAt?.toISOString() ?? null;
  const reason = opening.isOpen
    ? `The private board of '${benchmark}' opened on ${privateOpensAt}`
    : `The final board of '${benchmark}' is stored`;
  throw new OmnidexError("FORBIDDEN", `${reason}: the choice of its runs can no longer be changed.`, {
    privateOpensAt,
  });
}

/**
 * The error for a run that is not one of the viewer's runs over the current release.
 * @throws as `fetchOwnRun` does
 */
async function notOver(tx: Queryable, viewer: Viewer, benchmark: string, id: number): Promise<OmnidexError> {
  const { owner } = await fetchOwnRun(tx, viewer, id);
  const name = encodeNodeId("Run", id);
  return badInput(
    owner === viewer.owner
      ? `'runs': the run '${name}' is not over the current release of '${benchmark}'.`
      : `'runs': the run '${name}' belongs to another owner, and administrators choose among their own runs only.`,
  );
}

/** @throws `CONFLICT` for a run that has no score to show */
function requireWhole({ id, status, complete }: Awaited<ReturnType<typeof lockRunsOver>>[number]): void {
  const name = encodeNodeId("Run", id);
  if (status !== "SCORED")
    throw new OmnidexError("CONFLICT", `The run '${name}' is ${status}: only a scored run can be chosen.`);
  if (!complete)
    throw new OmnidexError(
      "CONFLICT",
      `The run '${name}' shows no score, because it leaves more than a twentieth of its questions without a readable answer: it cannot be chosen.`,
    );
}
