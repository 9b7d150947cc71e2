import { sql } from "drizzle-orm";
import { runVisibleTo } from "../../data/run-conditions.ts";
import { publishedResults, runs } from "../../db/tables/run-tables.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import { connection } from "../connection-text.ts";
import type { PlannedFields } from "../plan-scope.ts";
import type { TableOf } from "../type-tables.ts";
import { publishedResultsSpec } from "./published-result-fields.ts";
import { runsSpec } from "./run-list.ts";
import { column, nodeId } from "./shared-fields.ts";

type ModelRow = TableOf<"Model">;

/** The models that the viewer has reason to see. */
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
  where: (m, _args, _parent, { viewer }) => sql`(
    exists (select from ${publishedResults} where ${publishedResults.modelId} = ${m.id})
    or exists (select from ${runs} where ${runs.modelId} = ${m.id} and ${runVisibleTo(viewer, runs)}))`,
};

export const modelFields: PlannedFields<ModelRow> = {
  id: nodeId("Model"),
  slug: column("slug"),
  name: column("name"),
  parameters: column("parameters"),
  parameterCount: column("parameterCount"),
  organization: column("organization"),
  url: column("url"),
  runs: connection(runsSpec<ModelRow>((r, m) => sql`${r.modelId} = ${m.id}`)),
  publishedResults: connection(publishedResultsSpec<ModelRow>((p, m) => sql`${p.modelId} = ${m.id}`)),
};
