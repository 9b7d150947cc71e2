import { OmnidexError } from "../../domain/errors.ts";
import type { Queryable } from "../db/database.ts";
import { fetchDueBoardOf } from "./final-board-queries.ts";

/**
 * Refuses a change that could alter a board after its challenge has closed and before the board is stored. The board is
 * usually stored within seconds of the closing date. It is stored later if runs from before that date still wait for
 * the judge. Must be called in the transaction of the change, after it has locked the answer keys of the releases. Each
 * change is therefore made either before the closing date or after the board is stored.
 * @throws `CONFLICT`, with the reason `BOARD_IS_BEING_SEALED`
 */
export async function requireSealed(tx: Queryable, releases: readonly number[]): Promise<void> {
  const board = await fetchDueBoardOf(tx, releases);
  if (board === undefined) return;
  const { benchmark, judging } = board;
  const why =
    judging > 0
      ? `${judging} runs from before the closing date are waiting for the judge`
      : "it takes a few seconds; repeat the call then";
  throw new OmnidexError(
    "CONFLICT",
    `The challenge of '${benchmark}' has closed, and its final board is being stored: ${why}. Nothing was changed.`,
    { reason: "BOARD_IS_BEING_SEALED", benchmark, judging },
  );
}
