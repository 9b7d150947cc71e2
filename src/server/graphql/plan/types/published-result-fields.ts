import { type SQL, sql } from "drizzle-orm";
import { PUBLISHED_FRAMES } from "../../../../domain/published-frames.ts";
import { equalSets, mayDescribe, modelVisibleTo } from "../../../conditions/run-conditions.ts";
import { textArray } from "../../../db/statement.ts";
import { benchmarks } from "../../../db/tables/benchmark-tables.ts";
import { models } from "../../../db/tables/run-tables.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import { connection } from "../connection-text.ts";
import type { PlannedFields } from "../plan-scope.ts";
import { one, value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { runsSpec } from "./run-list.ts";
import { column, nodeId } from "./shared-fields.ts";

type ResultRow = TableOf<"PublishedResult">;
type Strings = readonly string[] | null;
type PublishedResultFilter = Readonly<
  Partial<
    Record<
      "benchmarks" | "models" | "sources" | "dimensions" | "keys" | "metrics" | "conditions" | "inputs",
      Strings
    > & {
      overall: boolean | null;
    }
  >
>;

export const publishedResultsSpec = <A>(
  within: (p: ResultRow, parent: A) => SQL,
): ConnectionSpec<A, "PublishedResult"> => ({
  name: "published-results",
  type: "PublishedResult",
  maximum: 100,
  order: (p) => ({ name: "PRINTED", descending: false, columns: [{ expression: sql`${p.id}`, type: "integer" }] }),
  where: (p, { filter }, parent) =>
    sql`${within(p, parent)} and ${filterCondition((filter as PublishedResultFilter | null) ?? {}, p)}`,
});

function filterCondition(filter: PublishedResultFilter, p: ResultRow): SQL {
  const conditions = [
    within(
      filter.benchmarks,
      (slugs) =>
        sql`${p.benchmarkId} in (select ${benchmarks.id} from ${benchmarks} where ${benchmarks.slug} = any(${slugs}))`,
    ),
    within(
      filter.models,
      (slugs) => sql`${p.modelId} in (select ${models.id} from ${models} where ${models.slug} = any(${slugs}))`,
    ),
    within(filter.sources, (values) => sql`${p.source} = any(${values})`),
    within(filter.dimensions, (values) => sql`${p.dimension} = any(${values})`),
    within(filter.keys, (values) => sql`${p.key} = any(${values})`),
    within(filter.metrics?.map(storedMetric), (values) => sql`${p.metric} = any(${values})`),
    within(filter.conditions, (values) => sql`${p.condition} = any(${values})`),
    filter.inputs == null ? sql`true` : equalSets(p.inputs, filter.inputs),
    filter.overall == null ? sql`true` : sql`(${p.nativeDimension} = 'overall') = ${filter.overall}::boolean`,
  ];
  return sql.join(conditions, sql` and `);
}

/** The name of a metric in the table of published results, which stores percentages. */
const storedMetric = (metric: string): string => `${metric.toLowerCase()}_pct`;

const within = (values: Strings | undefined, condition: (values: SQL) => SQL): SQL =>
  values == null ? sql`true` : condition(textArray(values));

/** The stated number of frames of a figure with video; NULL if the paper states none. */
const statedFrames = (p: ResultRow): SQL => {
  const cases = PUBLISHED_FRAMES.map(
    ({ paper, models: names, frames }) =>
      sql`when starts_with(${p.source}, ${`${paper}, `}::text) and ${p.modelName} = any(${textArray(names)}) then ${frames}::int`,
  );
  return sql`case when not 'VIDEO' = any(${p.inputs}) then null ${sql.join(cases, sql` `)} end`;
};

export const publishedResultFields: PlannedFields<ResultRow> = {
  id: nodeId("PublishedResult"),
  benchmark: one("Benchmark", (p, b) => sql`${b.id} = ${p.benchmarkId}`),
  model: one("Model", (p, m) => sql`${m.id} = ${p.modelId}`),
  modelName: column("modelName"),
  modelGroup: column("modelGroup"),
  inputs: column("inputs"),
  frames: value(statedFrames),
  condition: column("condition"),
  dimension: column("dimension"),
  key: column("key"),
  nativeDimension: column("nativeDimension"),
  nativeKey: column("nativeKey"),
  metric: value((p) => sql`case ${p.metric} when 'accuracy_pct' then 'ACCURACY' else 'SCORE' end`),
  value: value((p) => sql`(${p.value}::numeric / 100)::float8`),
  printedValue: column("value"),
  source: column("source"),
};

type ModelRow = TableOf<"Model">;

/** The models that the viewer may see. */
export const modelsSpec: ConnectionSpec<null, "Model"> = {
  name: "models",
  type: "Model",
  maximum: 100,
  order: (m) => ({
    name: "NAME",
    descending: false,
    columns: [
      { expression: sql`(lower(${m.name}) collate "C")`, type: "text" },
      { expression: sql`${m.id}`, type: "integer" },
    ],
  }),
  where: (m, _args, _parent, { viewer }) => modelVisibleTo(viewer, m),
};

export const modelFields: PlannedFields<ModelRow> = {
  id: nodeId("Model"),
  slug: column("slug"),
  name: column("name"),
  parameters: column("parameters"),
  parameterCount: column("parameterCount"),
  organization: column("organization"),
  url: column("url"),
  viewerCanUpdate: value((m, { viewer }) => mayDescribe(viewer, m)),
  runs: connection(runsSpec<ModelRow>((r, m) => sql`${r.modelId} = ${m.id}`)),
  publishedResults: connection(publishedResultsSpec<ModelRow>((p, m) => sql`${p.modelId} = ${m.id}`)),
};
