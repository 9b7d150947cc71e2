import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import { pseudonyms } from "../db/tables/challenge-tables.ts";
import { models, publishedResults, runs } from "../db/tables/run-tables.ts";
import { runVisibleTo } from "./run-conditions.ts";

type ModelRow = Pick<typeof models, "id" | "slug" | "owner" | "claimedBy">;

/** Whether a model has a run that the viewer may see. */
export const modelHasRun = (viewer: Viewer, m: Pick<ModelRow, "id">): SQL => sql`
  exists (select from ${runs} where ${runs.modelId} = ${m.id} and ${runVisibleTo(viewer, runs)})`;

/** Whether a viewer may know that a model exists: a paper names it, or it has a run that the viewer may see. */
export const modelVisibleTo = (viewer: Viewer, m: Pick<ModelRow, "id">): SQL => sql`(
  exists (select from ${publishedResults} where ${publishedResults.modelId} = ${m.id})
  or ${modelHasRun(viewer, m)})`;

/**
 * Whether a slug refers to this model for a viewer: the public model with the slug if the viewer may know that it
 * exists, otherwise a private model.
 */
export const modelOfSlug = (viewer: Viewer, m: ModelRow, slug: SQL): SQL => sql`${m.slug} = ${slug} and (
  ${m.owner} is null or not exists (
    select from ${models} where ${models.slug} = ${slug} and ${models.owner} is null and ${modelVisibleTo(viewer, models)}))`;

/**
 * Whether a viewer may describe a model. Administrators may, and so may the owner of a private model or the owner who
 * has claimed it. Nobody may describe a pseudonym.
 */
export function mayDescribe({ owner, admin }: Viewer, m: ModelRow): SQL {
  const isNamed = sql`not exists (select from ${pseudonyms} where ${pseudonyms.modelId} = ${m.id})`;
  if (admin) return isNamed;
  return owner === null
    ? sql`false`
    : sql`(coalesce(coalesce(${m.owner}, ${m.claimedBy}) = ${owner}::text, false) and ${isNamed})`;
}
