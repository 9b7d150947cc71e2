import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Viewer } from "../../domain/viewer.ts";
import { boardSplits } from "../db/tables/challenge-tables.ts";
import { answersSeenIn } from "./answer-visibility.ts";
import { challengeClosed } from "./challenge-closed.ts";

/** The columns of a run that decide who sees its responses. */
interface RespondingRun {
  readonly owner: SQL | AnyPgColumn;
  readonly releaseId: SQL | AnyPgColumn;
}

/**
 * Whether the viewer sees the responses of a run that the viewer may see. If the release hides its answers, only the run's
 * owner, maintainers and administrators do until the challenge has closed: the answer that most good runs give to a question
 * is often right. If the leaderboard is split, the responses stay hidden, because they would show the answers of the private board.
 */
export const responsesSeenBy = (viewer: Viewer, { owner, releaseId }: RespondingRun): SQL => {
  if (viewer.admin) return sql`true`;
  const isSplit = sql`exists (select from ${boardSplits} split where split.release_id = ${releaseId})`;
  const open = sql`${answersSeenIn(releaseId, viewer)} or (not ${isSplit} and ${challengeClosed(releaseId)})`;
  return viewer.owner === null ? sql`(${open})` : sql`(${owner} = ${viewer.owner}::text or ${open})`;
};
