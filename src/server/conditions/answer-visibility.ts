import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { AnswerAccess, ExportedRelease } from "../../domain/exported-release.ts";
import { NATIVE_FIELDS } from "../../domain/native-fields.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { textArray } from "../db/statement.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { boardSplits, challenges, finalBoards } from "../db/tables/challenge-tables.ts";
import { runs } from "../db/tables/run-tables.ts";
import { boolean, first, like, list, typed } from "../db/typed-sql.ts";

/**
 * The properties of a viewer that decide whether answers are visible. A release's answer key, its corrections, the
 * outcomes of predictions and exact scores all reveal answers. If the release shows its answers, everybody may see
 * these data. If it hides its answers, only administrators and the maintainers of its benchmark may see these data.
 * Only this file decides who may see answers; see `test/conventions/homes.test.ts`.
 */
type Reader = Pick<Viewer, "admin" | "maintains">;

/** The properties of a release that decide who may see its answers. `benchmark` is a slug. */
type ReleaseAccess = Pick<ExportedRelease, "answerAccess" | "benchmark">;

/** The columns of `ReleaseAccess`, in a statement that reads `releases` and `benchmarks`. */
export const releaseAccess = { answerAccess: releases.answerAccess, benchmark: benchmarks.slug };

/** Whether the viewer may see data that reveal the answers of a release. */
export const seesAnswers = ({ admin, maintains }: Reader, { answerAccess, benchmark }: ReleaseAccess): boolean =>
  admin || answerAccess === "VISIBLE" || maintains?.includes(benchmark) === true;

/** Whether everyone sees the answers of a release with this access. True without a release: nothing is hidden. */
export const everyoneSees = (access: AnswerAccess | null): boolean =>
  access === null || seesAnswers({ admin: false }, { answerAccess: access, benchmark: "" });

/** The access of a release, for a statement that gives the table `releases` another name. */
export const accessColumn = (release: string) =>
  like(releases.answerAccess, sql`${sql.identifier(release)}.${sql.identifier("answer_access")}`);

/** `seesAnswers` as a condition, in a statement that reads `releases`. */
export function answersSeenBy({ admin, maintains = [] }: Reader): SQL {
  if (admin) return sql`true`;
  const visible = sql`${releases.answerAccess} = 'VISIBLE'`;
  if (maintains.length === 0) return visible;
  return sql`(${visible} or ${releases.benchmarkId} in (
    select ${benchmarks.id} from ${benchmarks} where ${benchmarks.slug} = any(${textArray(maintains)})))`;
}

/** `seesAnswers` as a condition, in a statement that has the release's id. */
export const answersSeenIn = (release: SQL | AnyPgColumn, viewer: Reader): SQL =>
  viewer.admin ? sql`true` : sql`${release} in (select ${releases.id} from ${releases} where ${answersSeenBy(viewer)})`;

/**
 * Whether everyone may see the answers of a release. Slices and catalogs are shared by all viewers, so they may use
 * answers only under this condition.
 */
export const answersSeenByAll = (release: SQL | AnyPgColumn): SQL => answersSeenIn(release, { admin: false });

/** An expression that reveals an answer; NULL unless `seen` holds. `seen` is one of the conditions above. */
export const whereSeen = (seen: SQL, expression: SQL): SQL => sql`case when ${seen} then ${expression} end`;

/**
 * The column `native` of a question or video. If `seen` does not hold, the result contains only the fields of official
 * records that are known not to reveal an answer.
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

/** The names of the fields of `native` that reveal no answer, by the benchmark's slug. */
const publicNames = (what: "question" | "video"): SQL =>
  sql.join(
    Object.entries(NATIVE_FIELDS).map(
      ([slug, fields]) => sql`when ${sql.raw(`'${slug}'`)} then ${sql.raw(`'{${fields[what].join(",")}}'::text[]`)}`,
    ),
    sql` `,
  );
const PUBLIC_NATIVE = { question: publicNames("question"), video: publicNames("video") };

/**
 * The content hash of a release. The true hash covers the answers, so someone who knows all but a few answers of a file
 * could guess the missing ones until the hash matches. If the viewer may not see the answers, the true hash is
 * therefore hashed with a secret of the release. The result still identifies the release.
 */
export const contentHashWhereSeen = (
  seen: SQL,
  { contentHash, hashSecret }: Pick<typeof releases, "contentHash" | "hashSecret">,
): SQL => sql`case when ${seen} then ${contentHash} else
  encode(sha256(convert_to(${hashSecret} || ${contentHash}, 'UTF8')), 'hex') end`;

/** Free text about answers, such as the reason for a correction; a constant text if `seen` does not hold. */
export const noteWhereSeen = (seen: SQL, note: AnyPgColumn): SQL =>
  sql`case when ${seen} or ${note} is null then ${note} else 'Hidden with the answers.' end`;

/** The oddities of a release, without those about answers or reasoning steps if `seen` does not hold. */
export const odditiesWhereSeen = (
  seen: SQL,
  oddities: AnyPgColumn,
): SQL => sql`case when ${seen} then ${oddities} else (
  select coalesce(jsonb_agg(oddity order by place), '[]'::jsonb)
  from jsonb_array_elements(${oddities}) with ordinality as listed(oddity, place)
  where oddity ->> 'code' !~ 'ANSWER|STEP') end`;

/** The condition as an `AnswerAccess` of the schema. */
export const accessOf = (seen: SQL): SQL => sql`case when ${seen} then 'VISIBLE' else 'HIDDEN' end`;

/**
 * Whether the final board of a challenge's present closing date is stored. A release without a challenge, or without a closing date,
 * never has one. A challenge that is prolonged has none, also if another release becomes current meanwhile.
 * @param also a further condition on the final board, `board`
 */
export const challengeSealed = (release: SQL | AnyPgColumn, also = sql`true`): SQL => sql`exists (
  select from ${finalBoards} board join ${releases} closing on closing.id = board.release_id
    join ${challenges} dates on dates.benchmark_id = closing.benchmark_id
  where board.release_id = ${release} and (not closing.is_current or dates.closes_at = board.closed_at) and ${also})`;

/** Whether the challenge over a release has closed: its final board is stored, and no run was scored afterwards. */
const challengeClosed = (release: SQL | AnyPgColumn): SQL =>
  challengeSealed(
    release,
    sql`not exists (select from ${runs} later where later.release_id = board.release_id and later.finalized_at > board.sealed_at)`,
  );

/** `challengeClosed` for one release. */
export async function fetchClosed(database: Queryable, release: number): Promise<boolean> {
  const row = await first(
    database.query(typed`select ${list({ closed: boolean(challengeClosed(sql`${release}::int`)) })}`),
  );
  return row?.closed === true;
}

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
