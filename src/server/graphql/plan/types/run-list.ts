import { type SQL, sql } from "drizzle-orm";
import { badInput } from "../../../../domain/errors.ts";
import { readInstant } from "../../../../domain/instant.ts";
import { requireNodeKey } from "../../../../domain/node-id.ts";
import { BOUNDS, type Bound } from "../../../../domain/question-numbers.ts";
import { RUN_RANGES } from "../../../../domain/run-filter.ts";
import { MAX_FILTER_DEPTH } from "../../../../domain/slice/canonical-slice.ts";
import type { NumberRange } from "../../../../domain/slice/question-filter.ts";
import type { Viewer } from "../../../../domain/viewer.ts";
import { answersSeenIn, whereSeen } from "../../../conditions/answer-visibility.ts";
import { boundsOf, type RunConditions, runFilterCondition, runVisibleTo } from "../../../conditions/run-conditions.ts";
import { scores } from "../../../db/tables/run-tables.ts";
import type { ConnectionSpec, ListOrder, OrderColumn } from "../connection-page.ts";
import type { TableOf } from "../type-tables.ts";
import { unknownLast } from "./question-list.ts";

type RunRow = TableOf<"Run">;
type RunOrder = { readonly field: "CREATED_AT" | "SCORE"; readonly direction: "ASC" | "DESC" };
/** `RunFilter` of the schema. */
interface RunFilter extends Omit<RunConditions, "releaseKeys" | "createdAt" | "and" | "or" | "not"> {
  readonly releases?: readonly string[] | null | undefined;
  readonly createdAt?: Readonly<Partial<Record<Bound, unknown>>> | null | undefined;
  readonly and?: readonly RunFilter[] | null | undefined;
  readonly or?: readonly RunFilter[] | null | undefined;
  readonly not?: RunFilter | null | undefined;
}

/** The most filters in a `RunFilter`, itself included. Each filter adds several conditions to the statement. */
const MAX_RUN_FILTERS = 100;

/** A list of the runs that the viewer may see, restricted by its parent. */
export const runsSpec = <A>(within: (r: RunRow, parent: A) => SQL): ConnectionSpec<A, "Run"> => ({
  name: "runs",
  type: "Run",
  maximum: 100,
  order: (r, { orderBy }, { viewer }) => runOrder(r, orderBy as RunOrder | null | undefined, viewer),
  where: (r, { filter }, parent, { viewer }) => {
    const conditions = runConditions(filter as RunFilter | null | undefined);
    return sql`${within(r, parent)} and ${runVisibleTo(viewer, r)} and ${runFilterCondition(conditions, r, viewer)}`;
  },
});

/**
 * A `RunFilter` with decoded ids and instants.
 * @throws `BAD_USER_INPUT` for a filter that nests too deep or contains too many filters, an invalid id or instant, or
 *   a number that is too large
 */
export function runConditions(filter: RunFilter | null | undefined): RunConditions {
  return decoded(filter ?? {}, 1, { filters: MAX_RUN_FILTERS });
}

function decoded(filter: RunFilter, depth: number, budget: { filters: number }): RunConditions {
  if (depth > MAX_FILTER_DEPTH) throw badInput(`The filter of runs nests more than ${MAX_FILTER_DEPTH} levels deep.`);
  budget.filters -= 1;
  if (budget.filters < 0) throw badInput(`The filter of runs holds more than ${MAX_RUN_FILTERS} filters.`);
  const { releases, createdAt, and, or, not, ...conditions } = filter;
  const inner = (part: RunFilter): RunConditions => decoded(part, depth + 1, budget);
  const releaseKeys = releases?.map((id) => requireNodeKey("Release", id, "releases")) ?? null;
  for (const name of RUN_RANGES)
    for (const [bound, count] of boundsOf(filter[name])) {
      // A number such as 1e999 arrives as Infinity.
      if (!Number.isFinite(count)) throw badInput(`'${name}.${bound}' must be a finite number.`);
    }
  return {
    ...conditions,
    releaseKeys,
    ...(createdAt == null ? {} : { createdAt: instants(createdAt) }),
    ...(and == null ? {} : { and: and.map(inner) }),
    ...(or == null ? {} : { or: or.map(inner) }),
    ...(not == null ? {} : { not: inner(not) }),
  };
}

/** Instants in milliseconds since 1970. Years before 1, which the database would reject, become year 1. */
function instants(range: NonNullable<RunFilter["createdAt"]>): NumberRange {
  const given = BOUNDS.flatMap((bound) => {
    const value = range[bound];
    return value == null ? [] : [[bound, Math.max(readInstant(`createdAt.${bound}`, value).getTime(), FIRST)] as const];
  });
  return Object.fromEntries(given);
}

const FIRST = Date.parse("0001-01-01T00:00:00Z");

/**
 * The score over the whole release under the run's latest scoring. NULL if answers are hidden from the viewer, because
 * an order by score reveals exact scores.
 */
const overallScore = (r: RunRow, viewer: Viewer): SQL =>
  whereSeen(
    answersSeenIn(r.releaseId, viewer),
    sql`(select ${scores.value} from ${scores} where ${scores.runId} = ${r.id} order by ${scores.revision} desc limit 1)`,
  );

function runOrder(r: RunRow, order: RunOrder | null | undefined, viewer: Viewer): ListOrder {
  const { field, direction } = order ?? { field: "CREATED_AT", direction: "DESC" };
  const descending = direction === "DESC";
  const first: OrderColumn =
    field === "SCORE"
      ? { expression: unknownLast(overallScore(r, viewer), descending), type: "float8" }
      : { expression: sql`${r.createdAt}`, type: "timestamptz" };
  return {
    name: `${field}:${direction}`,
    descending,
    columns: [first, { expression: sql`${r.id}`, type: "integer" }],
  };
}
