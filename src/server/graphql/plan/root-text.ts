import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { NodeType } from "../../../domain/node-id.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { modelOfSlug } from "../../conditions/run-conditions.ts";
import { laterValue, type TypedStatement, toStatement } from "../../db/statement.ts";
import { int, list, type Select, text, typed } from "../../db/typed-sql.ts";
import type { ConnectionSpec } from "./connection-page.ts";
import { connectionText } from "./connection-text.ts";
import { type PlannedTypes, type PlanScope, rootScope } from "./plan-scope.ts";
import { objectText } from "./planned-field.ts";
import { RequestCost } from "./request-cost.ts";
import { measured } from "./response-text-reads.ts";
import { BENCHMARK_ORDER, MAY_BE_SEEN, ofNaturalKey, questionsAt, ROOT_CONNECTIONS } from "./root-lists.ts";
import type { SelectedField } from "./selection.ts";
import { type TableOf, type TypeName, tableSource } from "./type-tables.ts";
import { benchmarkFields, categoryFields, releaseFields, taskFields } from "./types/benchmark-fields.ts";
import { keyCorrectionFields, keyRevisionFields, scoringFields } from "./types/key-revision-fields.ts";
import { modelFields, publishedResultFields } from "./types/published-result-fields.ts";
import { questionFields, questionsSpec } from "./types/question-list.ts";
import { predictionFields, runFields } from "./types/run-plan.ts";
import { videoFields } from "./types/video-fields.ts";

/** The fields of every GraphQL type that is read from a table. */
const PLANNED_TYPES: PlannedTypes = {
  Benchmark: benchmarkFields,
  Category: categoryFields,
  KeyCorrection: keyCorrectionFields,
  KeyRevision: keyRevisionFields,
  Model: modelFields,
  Prediction: predictionFields,
  PublishedResult: publishedResultFields,
  Question: questionFields,
  Release: releaseFields,
  Run: runFields,
  Scoring: scoringFields,
  Task: taskFields,
  Video: videoFields,
};

/** The JSON of an object in the response, with holes for computed fields. */
export interface ObjectText {
  readonly text: string;
}

/** An object's JSON with its primary key or another identifying key. */
export interface KeyedText extends ObjectText {
  readonly key: number;
}

/** A statement that returns JSON of the response. */
export interface TextPlan<R extends object = ObjectText> {
  readonly statement: TypedStatement<R>;
  /** The computed fields, by the numbers of their holes. */
  readonly holes: readonly SelectedField[];
  /** The most objects that the statement may read. */
  readonly cost: number;
  /** Whether it reads pages of responses, whose length is the submitter's. */
  readonly hasTexts: boolean;
  /** Whether it searches responses. */
  readonly isSearch: boolean;
  /** A statement for what the statement reads of responses: the numbers `charged` and `shown` in its JSON, in bytes. */
  measuring(): TypedStatement<R>;
}

/**
 * A statement for a viewer, with its cost.
 * @param write writes the statement for the part of the selection that it is given: all of it, or what reads responses
 */
export function planned<R extends object>(
  viewer: Viewer,
  write: (scope: PlanScope, part: (field: SelectedField) => SelectedField) => Select<R>,
): TextPlan<R> {
  const cost = new RequestCost();
  const scope = rootScope(PLANNED_TYPES, viewer, cost);
  const statement = toStatement(write(scope, (field) => field));
  const { isSearch, pages } = scope.reading;
  let written: TypedStatement<R> | null = null;
  const measuring = (): TypedStatement<R> => {
    written ??= toStatement(write(rootScope(PLANNED_TYPES, viewer, new RequestCost()), measured));
    return written;
  };
  return { statement, holes: scope.holes, cost: cost.objects, hasTexts: pages > 0, isSearch, measuring };
}

const connectionPlan = <N extends TypeName>(spec: ConnectionSpec<null, N>, field: SelectedField, viewer: Viewer) =>
  planned(
    viewer,
    (scope, part) => typed`select ${list({ text: text(connectionText(spec, null, part(field), scope).sql) })}`,
  );

function objectsPlan<N extends TypeName>(
  viewer: Viewer,
  type: N,
  field: SelectedField,
  keyOf: (row: TableOf<N>) => SQLWrapper,
  where: (row: TableOf<N>, scope: PlanScope) => SQL,
  { order, size = 1 }: { readonly order?: (row: TableOf<N>) => SQL; readonly size?: number } = {},
): TextPlan<KeyedText> {
  return planned(viewer, (root, part) => {
    const scope = root.below(size);
    const row = scope.row(type);
    const json = objectText(type, row, part(field).answered(type), scope);
    const ordered = order === undefined ? sql`` : sql` order by ${order(row)}`;
    return typed`select ${list({ text: text(json.sql), key: int(keyOf(row)) })}
      from ${tableSource(row)} where ${where(row, scope)}${ordered}`;
  });
}

const idOf = ({ id }: { readonly id: AnyPgColumn }): AnyPgColumn => id;

/** The statement of a root connection. It returns one row. */
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
  objectsPlan(viewer, "Benchmark", field, idOf, () => sql`true`, {
    order: BENCHMARK_ORDER,
    size: field.cost.assumedSize,
  });

/** The benchmark with a slug, if it exists. `slug` is bound later. */
export const benchmarkText = (field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(viewer, "Benchmark", field, idOf, (b) => sql`${b.slug} = ${laterValue("slug")}::text`);

/** A question of a current release. Its `key` and the slug `benchmark` are bound later. */
export const questionText = (field: SelectedField, viewer: Viewer): TextPlan<KeyedText> =>
  objectsPlan(viewer, "Question", field, idOf, (q) => ofNaturalKey(q));

/** A video of a current release. Its `key` and the slug `benchmark` are bound later. */
export const videoText = (field: SelectedField, viewer: Viewer): TextPlan<KeyedText> =>
  objectsPlan(viewer, "Video", field, idOf, (v) => ofNaturalKey(v));

/** The model with a slug, if the viewer may see it. `slug` is bound later. */
export const modelText = (field: SelectedField, viewer: Viewer): TextPlan<KeyedText> =>
  objectsPlan(
    viewer,
    "Model",
    field,
    idOf,
    (m, scope) => sql`${modelOfSlug(viewer, m, sql`${laterValue("slug")}::text`)} and ${mayBeSeen("Model", m, scope)}`,
  );

/**
 * A row for each object with one of the primary keys `keys`, which are bound later. Objects that the viewer may not see
 * are left out. The plan's cost is that of one object.
 */
export const nodesText = (type: NodeType, field: SelectedField, viewer: Viewer): TextPlan<KeyedText> =>
  objectsPlan(
    viewer,
    type,
    field,
    idOf,
    // The sub-SELECT hides the number of keys from PostgreSQL's planner, so that one plan serves any number of keys.
    (row, scope) =>
      sql`${row.id} = any((select ${laterValue("keys")}::int[])::int[]) and ${mayBeSeen(type, row, scope)}`,
  );

const mayBeSeen = (type: NodeType, row: TableOf<NodeType>, scope: PlanScope): SQL => {
  const condition = MAY_BE_SEEN[type] as ((row: TableOf<NodeType>, scope: PlanScope) => SQL) | undefined;
  return condition?.(row, scope) ?? sql`true`;
};

/** Questions of a release, each with its ordinal as `key`, in no order. `release` and `ordinals` are bound later. */
export const questionsAtText = (field: SelectedField, viewer: Viewer): TextPlan<KeyedText> =>
  objectsPlan(viewer, "Question", field, ({ ordinal }) => ordinal, questionsAt);

/** Questions of a release as one connection in file order. `release` and `ordinals` are bound later. */
export const questionListText = (field: SelectedField, viewer: Viewer): TextPlan =>
  connectionPlan(questionsSpec<null>(questionsAt), field, viewer);

/** A revision of a release's answer key. `release` and `revision` are bound later. */
export const keyRevisionText = (field: SelectedField, viewer: Viewer): TextPlan =>
  objectsPlan(
    viewer,
    "KeyRevision",
    field,
    ({ revision }) => revision,
    (k) => sql`${k.releaseId} = ${laterValue("release")}::int and ${k.revision} = ${laterValue("revision")}::int`,
  );
