import { sql } from "drizzle-orm";
import { mayDescribe, modelVisibleTo } from "../../../conditions/model-conditions.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import { connection } from "../connection-text.ts";
import type { PlannedFields } from "../plan-scope.ts";
import { value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { publishedResultsSpec } from "./published-result-fields.ts";
import { runsSpec } from "./run-list.ts";
import { column, nodeId } from "./shared-fields.ts";

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
