import { type SQL, sql } from "drizzle-orm";
import { requireNodeKey } from "../../../domain/node-id.ts";
import { type RunConditions, runFilterCondition, runVisibleTo } from "../../data/run-conditions.ts";
import { scores } from "../../db/tables/run-tables.ts";
import type { ConnectionSpec, ListOrder, OrderColumn } from "../connection-page.ts";
import type { TableOf } from "../type-tables.ts";
import { unknownLast } from "./question-list.ts";

type RunRow = TableOf<"Run">;
type RunOrder = { readonly field: "CREATED_AT" | "SCORE"; readonly direction: "ASC" | "DESC" };
type RunFilter = Omit<RunConditions, "releaseKeys"> & { readonly releases?: readonly string[] | null | undefined };

/** A list of the runs that the viewer may see, restricted by its parent. */
export const runsSpec = <A>(within: (r: RunRow, parent: A) => SQL): ConnectionSpec<A, "Run"> => ({
  name: "runs",
  type: "Run",
  maximum: 100,
  order: (r, { orderBy }) => runOrder(r, orderBy as RunOrder | null | undefined),
  where: (r, { filter }, parent, { viewer }) => {
    const conditions = runConditions(filter as RunFilter | null | undefined);
    return sql`${within(r, parent)} and ${runVisibleTo(viewer, r)} and ${runFilterCondition(conditions, r)}`;
  },
});

/** A `RunFilter` with its ids decoded. */
export function runConditions(filter: RunFilter | null | undefined): RunConditions {
  const { releases, ...conditions } = filter ?? {};
  return { ...conditions, releaseKeys: releases?.map((id) => requireNodeKey("Release", id, "releases")) ?? null };
}

/** The score over the whole release under the run's latest scoring. */
const overallScore = (r: RunRow): SQL => sql`(
  select ${scores.value} from ${scores} where ${scores.runId} = ${r.id} order by ${scores.revision} desc limit 1)`;

function runOrder(r: RunRow, order: RunOrder | null | undefined): ListOrder {
  const { field, direction } = order ?? { field: "CREATED_AT", direction: "DESC" };
  const descending = direction === "DESC";
  const first: OrderColumn =
    field === "SCORE"
      ? { expression: unknownLast(overallScore(r), descending), type: "float8" }
      : { expression: sql`${r.createdAt}`, type: "timestamptz" };
  return {
    name: `${field}:${direction}`,
    descending,
    columns: [first, { expression: sql`${r.id}`, type: "integer" }],
  };
}
