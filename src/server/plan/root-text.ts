import { type SQL, sql } from "drizzle-orm";
import type { NodeType } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { laterValue, type Statement, toStatement } from "../db/statement.ts";
import { tableSource } from "./aliased-table.ts";
import type { ConnectionSpec } from "./connection-page.ts";
import { connectionText } from "./connection-text.ts";
import { type PlanScope, rootScope } from "./plan-scope.ts";
import { objectText } from "./planned-field.ts";
import { PLANNED_TYPES } from "./planned-types.ts";
import { RequestCost } from "./request-cost.ts";
import { BENCHMARK_ORDER, MAY_BE_SEEN, questionsAt, ROOT_CONNECTIONS } from "./root-lists.ts";
import type { SelectedField } from "./selection.ts";
import type { TableOf, TypeName } from "./type-tables.ts";
import { questionsSpec } from "./types/question-list.ts";

/** A statement whose rows have a column `text`: the JSON of the response, with holes for computed fields. */
export interface TextPlan {
  readonly statement: Statement;
  /** The fields that are computed, by the numbers of their holes. */
  readonly holes: readonly SelectedField[];
  /** How many objects it may read. */
  readonly cost: number;
}

/** A statement for a viewer, with its cost. */
export function planned(viewer: Viewer, write: (scope: PlanScope) => SQL): TextPlan {
  const cost = new RequestCost();
  const scope = rootScope(PLANNED_TYPES, viewer, cost);
  const statement = toStatement(write(scope));
  return { statement, holes: scope.holes, cost: cost.objects };
}

const connectionPlan = <N extends TypeName>(spec: ConnectionSpec<null, N>, field: SelectedField, viewer: Viewer) =>
  planned(viewer, (scope) => sql`select ${connectionText(spec, null, field, scope).sql} as text`);

function objectsPlan<N extends TypeName>(
  viewer: Viewer,
  type: N,
  field: SelectedField,
  where: (row: TableOf<N>, scope: PlanScope) => SQL,
  { order, size = 1 }: { readonly order?: (row: TableOf<N>) => SQL; readonly size?: number } = {},
  columns: (row: TableOf<N>) => SQL = () => sql``,
): TextPlan {
  return planned(viewer, (root) => {
    const scope = root.below(size);
    const row = scope.row(type);
    const json = objectText(type, row, field.answered(type), scope);
    const ordered = order === undefined ? sql`` : sql` order by ${order(row)}`;
    return sql`select ${json.sql} as text${columns(row)} from ${tableSource(row)} where ${where(row, scope)}${ordered}`;
  });
}

/** One row: the connection. */
export const connectionRootText = (
  name: keyof typeof ROOT_CONNECTIONS,
  field: SelectedField,
  viewer: Viewer,
): TextPlan => {
  // A union of specs is not assignable to the spec of a union.
  const spec = ROOT_CONNECTIONS[name] as unknown as ConnectionSpec<null, TypeName>;
  return connectionPlan(spec, field, viewer);
};

/** A row for each benchmark. */
export const benchmarksText = (field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(viewer, "Benchmark", field, () => sql`true`, {
    order: BENCHMARK_ORDER,
    size: field.cost.assumedSize,
  });

/** A row for the benchmark of the slug that comes later, where there is one. */
export const benchmarkText = (field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(viewer, "Benchmark", field, (b) => sql`${b.slug} = ${laterValue("slug")}::text`);

/**
 * A row for each of the objects whose primary keys come later as `keys`, where the viewer may see it, with its `key`;
 * the cost is that of one.
 */
export const nodesText = (type: NodeType, field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(
    viewer,
    type,
    field,
    // By way of a SELECT PostgreSQL does not see how few keys there are, and so keeps to one plan for any number of
    // them.
    (row, scope) =>
      sql`${row.id} = any((select ${laterValue("keys")}::int[])::int[]) and ${mayBeSeen(type, row, scope)}`,
    {},
    (row) => sql`, ${row.id} as key`,
  );

const mayBeSeen = (type: NodeType, row: TableOf<NodeType>, scope: PlanScope): SQL => {
  const condition = MAY_BE_SEEN[type] as ((row: TableOf<NodeType>, scope: PlanScope) => SQL) | undefined;
  return condition?.(row, scope) ?? sql`true`;
};

/**
 * Questions of a release whose `release` and `ordinals` come later, each a row with its ordinal as `key`, in no order.
 */
export const questionsAtText = (field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(
    viewer,
    "Question",
    field,
    (q) => questionsAt(q),
    {},
    (q) => sql`, ${q.ordinal} as key`,
  );

/** The same questions as one row: a connection in the order of the file. */
export const questionListText = (field: SelectedField, viewer: Viewer): TextPlan =>
  connectionPlan(questionsSpec<null>(questionsAt), field, viewer);

/** A row for a revision of a release's answer key. Both are bound later, as `release` and `revision`. */
export const keyRevisionText = (field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(
    viewer,
    "KeyRevision",
    field,
    (k) => sql`${k.releaseId} = ${laterValue("release")}::int and ${k.revision} = ${laterValue("revision")}::int`,
  );
