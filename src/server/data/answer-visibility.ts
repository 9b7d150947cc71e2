import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { releases } from "../db/tables/benchmark-tables.ts";

/**
 * Who may see what tells the answers of a release: its answer key, the verdicts on predictions, what a correction changed. Everybody,
 * where the release shows its answers; where it hides them, administrators. This file alone decides that: `test/house/homes.test.ts`.
 */
type Reader = Pick<Viewer, "admin">;

/** Whether the viewer may see what tells the answers of a release. */
export const seesAnswers = ({ admin }: Reader, { answerAccess }: Pick<ExportedRelease, "answerAccess">): boolean =>
  admin || answerAccess === "VISIBLE";

/** The same as a condition, in a statement that reads the release itself. */
export const answersSeenBy = ({ admin }: Reader): SQL =>
  admin ? sql`true` : sql`${releases.answerAccess} = 'VISIBLE'`;

/** The same, in a statement that knows the id of the release. */
export const answersSeenIn = (release: SQL | AnyPgColumn, viewer: Reader): SQL =>
  viewer.admin ? sql`true` : sql`(select ${answersSeenBy(viewer)} from ${releases} where ${releases.id} = ${release})`;

/**
 * What everybody may see of a release, whoever asks: slices and catalogs are the same for all viewers, so they use what
 * tells answers only where the release shows them.
 */
export const answersSeenByAll = (release: SQL | AnyPgColumn): SQL =>
  sql`${release} in (select ${releases.id} from ${releases} where ${answersSeenBy({ admin: false })})`;

/** An expression that tells an answer; NULL where the condition, one of the above, does not hold. */
export const whereSeen = (seen: SQL, expression: SQL): SQL => sql`case when ${seen} then ${expression} end`;

/** What the condition says, as an `AnswerAccess`. */
export const accessOf = (seen: SQL): SQL => sql`case when ${seen} then 'VISIBLE' else 'HIDDEN' end`;
