import { type SQL, sql } from "drizzle-orm";
import { describeTemplates, PROMPTED_BENCHMARKS } from "../../../../prompts/template-registry.ts";
import { jsonParameter } from "../../../db/statement.ts";
import { benchmarks, tasks } from "../../../db/tables/benchmark-tables.ts";
import { elementsText, firstElementText, type Shape } from "../json-pieces.ts";
import type { PlannedField } from "../plan-scope.ts";
import { computed } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";

const TEMPLATE: Shape = {
  id: sql`element ->> 'id'`,
  name: sql`element ->> 'name'`,
  title: sql`element ->> 'title'`,
  benchmark: sql`element ->> 'benchmark'`,
  inputs: sql`element -> 'inputs'`,
  source: sql`element ->> 'source'`,
  default: sql`element -> 'default'`,
  text: sql`element ->> 'text'`,
  placeholders: sql`element -> 'placeholders'`,
};

/** The key of the default templates, for benchmarks without their own. No benchmark has an empty slug. */
const ANY = "";

/**
 * The templates for the benchmark with a slug, as JSON. The templates are part of the code and not of the database, so
 * the statement sends them as a parameter.
 */
const templatesOf = (slug: SQL): SQL => {
  const known = [ANY, ...PROMPTED_BENCHMARKS].map((benchmark) => [benchmark, describeTemplates(benchmark)]);
  const all = jsonParameter(Object.fromEntries(known));
  return sql`(select coalesce(templates -> ${slug}, templates -> '') from (select ${all} as templates) known)`;
};

export const templatesOfBenchmark: PlannedField<TableOf<"Benchmark">> = (b, field) =>
  elementsText("PromptTemplate", templatesOf(sql`${b.slug}`), TEMPLATE, field);

/** A JSON array with the template that the run's prompt names; empty if the run's benchmark has no such template. */
const templatesOfName = (r: TableOf<"Run">): SQL => {
  const slug = sql`(select ${benchmarks.slug} from ${benchmarks} where ${benchmarks.id} = ${r.benchmarkId})`;
  return sql`(select coalesce(jsonb_agg(template), '[]'::jsonb)
    from jsonb_array_elements(${templatesOf(slug)}) as template where template ->> 'name' = ${r.prompt})`;
};

export const templateOfRun: PlannedField<TableOf<"Run">> = (r, field) =>
  firstElementText("PromptTemplate", templatesOfName(r), TEMPLATE, field);

/** The fields of a question that a prompt needs (`PromptQuestion`). The resolver adds the template. */
export const promptOfQuestion = computed<TableOf<"Question">>((q) => ({
  benchmark: sql`(select ${benchmarks.slug} from ${tasks} join ${benchmarks} on ${benchmarks.id} = ${tasks.benchmarkId}
    where ${tasks.id} = ${q.taskId})`,
  text: sql`${q.text}`,
  options: sql`${q.options}`,
  answerFormat: sql`${q.answerFormat}`,
  native: sql`json_build_object('prompt', ${q.native} -> 'prompt', 'options', ${q.native} -> 'options')`,
}));
