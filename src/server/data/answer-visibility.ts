import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";

/**
 * A viewer who may see what reveals the answers of a release (its answer key, the outcomes of predictions, corrections) or
 * not: everybody if the release shows its answers, only administrators if it hides them. This file alone decides that, see
 * `test/house/homes.test.ts`.
 */
type Reader = Pick<Viewer, "admin">;

/** Whether the viewer may see what reveals the answers of a release. */
export const seesAnswers = ({ admin }: Reader, { answerAccess }: Pick<ExportedRelease, "answerAccess">): boolean =>
  admin || answerAccess === "VISIBLE";

/** The same as a condition, in a statement that reads `releases`. */
export const answersSeenBy = ({ admin }: Reader): SQL =>
  admin ? sql`true` : sql`${releases.answerAccess} = 'VISIBLE'`;

/** The same, in a statement that has the id of the release. */
export const answersSeenIn = (release: SQL | AnyPgColumn, viewer: Reader): SQL =>
  viewer.admin ? sql`true` : sql`(select ${answersSeenBy(viewer)} from ${releases} where ${releases.id} = ${release})`;

/**
 * What everybody may see of a release, whoever asks: slices and catalogs are the same for all viewers, so they use what
 * tells answers only where the release shows them.
 */
export const answersSeenByAll = (release: SQL | AnyPgColumn): SQL =>
  sql`${release} in (select ${releases.id} from ${releases} where ${answersSeenBy({ admin: false })})`;

/** An expression that reveals an answer; NULL if the condition, one of the above, does not hold. */
export const whereSeen = (seen: SQL, expression: SQL): SQL => sql`case when ${seen} then ${expression} end`;

/**
 * The `native` of a question or video. Without the condition, only the fields of official records that are known to tell no
 * answer.
 */
export const nativeWhereSeen = (
  seen: SQL,
  what: "question" | "video",
  row: { readonly native: AnyPgColumn; readonly releaseId: AnyPgColumn },
): SQL => sql`case when ${seen} then ${row.native} else (
  select coalesce(jsonb_object_agg(field.key, field.value), '{}'::jsonb) from jsonb_each(${row.native}) field
  where field.key = any(case (
    select ${benchmarks.slug} from ${benchmarks} join ${releases} on ${releases.benchmarkId} = ${benchmarks.id}
    where ${releases.id} = ${row.releaseId}) ${PUBLIC_NATIVE[what]} end)) end`;

/** The names by the benchmark's slug. */
const publicNames = (what: "question" | "video"): SQL =>
  sql.join(
    Object.entries(NATIVE_FIELDS).map(
      ([slug, fields]) => sql`when ${sql.raw(`'${slug}'`)} then ${sql.raw(`'{${fields[what].join(",")}}'::text[]`)}`,
    ),
    sql` `,
  );
const PUBLIC_NATIVE = { question: publicNames("question"), video: publicNames("video") };

/** The condition as an `AnswerAccess` of the schema. */
export const accessOf = (seen: SQL): SQL => sql`case when ${seen} then 'VISIBLE' else 'HIDDEN' end`;
