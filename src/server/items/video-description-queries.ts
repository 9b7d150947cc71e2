import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { videos } from "../db/tables/benchmark-tables.ts";
import { list, pick, type RowOf, typed } from "../db/typed-sql.ts";

const describedVideo = { id: videos.id, ...pick(videos, "url", "durationSeconds", "caption") };

/** The fields that tell whether two videos may be the same. */
export type DescribedVideoRow = RowOf<typeof describedVideo>;

/** The videos of a release in the order of its file. */
export const fetchDescribedVideos = (database: Queryable, release: number): Promise<DescribedVideoRow[]> =>
  database.query(typed`
    select ${list(describedVideo)} from ${videos} where ${videos.releaseId} = ${release}::int
    order by ${sql`${videos.position}`}`);
