import { sql } from "drizzle-orm";
import type { GraphQLResolveInfo } from "graphql";
import { fetchObject, type PlanContext, type PlannedJson } from "./execute-plan.ts";

/** A revision of a release's answer key. */
export const fetchKeyRevisionObject = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  release: number,
  revision: number,
): Promise<PlannedJson | null> =>
  fetchObject(
    context,
    info,
    "KeyRevision",
    (k) => sql`${k.releaseId} = ${release}::int and ${k.revision} = ${revision}::int`,
  );
