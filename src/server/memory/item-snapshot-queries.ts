import { type SQL, sql } from "drizzle-orm";
import { byStatistic, ITEM_STATISTIC_NAMES } from "../../domain/item-statistics.ts";
import { answersSeenByAll } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { columnArray, integerArray, jsonParameter } from "../db/statement.ts";
import { benchmarks, releases } from "../db/tables/benchmark-tables.ts";
import { itemSnapshots, itemStatistics, type SnapshotRun } from "../db/tables/item-tables.ts";
import { first, int, jsonList, list, pick, type RowOf, typed } from "../db/typed-sql.ts";

const inOrder = { order: sql`order by ${itemStatistics.ordinal}` };

const statisticColumns = {
  snapshot: itemSnapshots.id,
  release: itemSnapshots.releaseId,
  ...byStatistic((field) => jsonList(itemStatistics[field], inOrder)),
};

/** A snapshot's statistics by column, each in the order of the ordinals. */
export type SnapshotColumns = RowOf<typeof statisticColumns>;

/** The statistics of these snapshots, in one statement. Missing snapshots are left out. */
export const fetchSnapshotStatistics = (database: Queryable, ids: readonly number[]): Promise<SnapshotColumns[]> =>
  database.query(typed`
    select ${list(statisticColumns)} from ${itemSnapshots} join ${itemStatistics}
      on ${itemStatistics.snapshotId} = ${itemSnapshots.id}
    where ${itemSnapshots.id} = any(${integerArray(ids)}) and ${answersSeenByAll(itemSnapshots.releaseId)}
    group by ${itemSnapshots.id}`);

const snapshotRow = {
  ...pick(itemSnapshots, "id", "takenAt", "note", "keyRevision", "families"),
  release: itemSnapshots.releaseId,
  runs: int(sql`jsonb_array_length(${itemSnapshots.runs})`),
};

/** An item snapshot without its statistics. `runs` is the number of runs that it was computed from. */
export type SnapshotRow = RowOf<typeof snapshotRow>;

/** The snapshots of a benchmark's releases that show their answers, the newest first. */
export const fetchItemSnapshots = (database: Queryable, benchmark: string): Promise<readonly SnapshotRow[]> =>
  database.query(typed`
    select ${list(snapshotRow)} from ${itemSnapshots} join ${releases} on ${releases.id} = ${itemSnapshots.releaseId}
      join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text and ${answersSeenByAll(itemSnapshots.releaseId)}
    order by ${itemSnapshots.id} desc`);

export interface NewSnapshot {
  readonly release: number;
  readonly note: string | null;
  readonly keyRevision: number;
  readonly runs: readonly SnapshotRun[];
  readonly families: number;
  readonly contentHash: string;
}

/** The statistics of one question. A statistic that is undefined or withheld is null. */
export type StatisticRow = Omit<typeof itemStatistics.$inferInsert, "snapshotId">;

const of = (release: number, contentHash: string): SQL =>
  sql`from ${itemSnapshots} where ${itemSnapshots.releaseId} = ${release}::int and ${itemSnapshots.contentHash} = ${contentHash}::text`;

/** Stores a snapshot, or finds the stored snapshot with the same content. Returns the snapshot's row. */
export async function storeItemSnapshot(
  tx: Queryable,
  snapshot: NewSnapshot,
  rows: readonly StatisticRow[],
): Promise<SnapshotRow> {
  const { release, note, keyRevision, runs, families, contentHash } = snapshot;
  const [stored] = await tx.query(typed`
    insert into ${itemSnapshots} (release_id, note, key_revision, runs, families, content_hash)
    values (${release}::int, ${note}::text, ${keyRevision}::int, ${jsonParameter(runs)}, ${families}::int, ${contentHash}::text)
    on conflict do nothing returning ${list(snapshotRow)}`);
  if (stored === undefined) {
    const same = await first(tx.query(typed`select ${list(snapshotRow)} ${of(release, contentHash)}`));
    if (same === undefined) throw new Error("the conflicting item snapshot was not found");
    return same;
  }
  const figures = ITEM_STATISTIC_NAMES.map((field) => columnArray("float8", rows, (row) => row[field] ?? null));
  await tx.query(sql`
    insert into ${itemStatistics} (snapshot_id, ordinal, ${columnNames})
    select ${stored.id}::int, * from unnest(${columnArray("int", rows, ({ ordinal }) => ordinal)},
      ${sql.join(figures, sql`, `)})`);
  return stored;
}

const columnNames = sql.join(
  ITEM_STATISTIC_NAMES.map((field) => sql.identifier(field)),
  sql`, `,
);
