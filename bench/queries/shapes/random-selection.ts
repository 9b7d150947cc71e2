import { randomQuestionFilter } from "./random-filter.ts";
import type { ShapeContext, ShapePart } from "./shape-context.ts";

/** A field of a row, without an alias. */
type FieldMaker = (context: ShapeContext, row: string) => ShapePart & { readonly key: string };

const scalar =
  (key: string, sql: (row: string) => string): FieldMaker =>
  (_, row) => ({ key, graphql: key, sql: sql(row) });

const columns = (names: Readonly<Record<string, string>>): FieldMaker[] =>
  Object.entries(names).map(([key, column]) => scalar(key, (row) => `${row}.${column}`));

const nodeId = (prefix: string): FieldMaker => scalar("id", (row) => `'${prefix}_' || ${row}.id`);

const task = columns({ slug: "slug", name: "name", level: "level", levelSource: "level_source", metric: "metric" });
const benchmark = columns({ slug: "slug", title: "title", synthetic: "synthetic" });

/** An object that a row refers to. */
const referred =
  (key: string, table: string, fields: () => readonly FieldMaker[], condition: (own: string, row: string) => string) =>
  (context: ShapeContext, row: string): ShapePart & { readonly key: string } => {
    const own = context.name(key.charAt(0));
    const { graphql, sql } = randomSelection(context, own, fields());
    const text = `(select ${sql} from ${table} ${own} where ${condition(own, row)})`;
    return { key, graphql: `${key} ${graphql}`, sql: text };
  };

const byKey = (column: string) => (own: string, row: string) => `${own}.id = ${row}.${column}`;

const parent = referred("parent", "categories", () => columns({ slug: "slug", name: "name" }), byKey("parent_id"));
const category: readonly FieldMaker[] = [nodeId("category"), ...columns({ slug: "slug", name: "name" }), parent];

const audioTypes: FieldMaker = (context, row) => {
  const own = context.name("a");
  const { graphql, sql } = randomSelection(context, own, columns({ type: "type", nativeLabel: "native_label" }));
  const text = `(select coalesce(json_agg(${sql} order by ${own}.bit), '[]') from audio_types ${own}
    where ${own}.id = any(${row}.audio_type_ids))`;
  return { key: "audioTypes", graphql: `audioTypes ${graphql}`, sql: text };
};

const options: FieldMaker = (context, row) => {
  const own = context.name("o");
  const fields = [scalar("label", () => `chr(64 + ${own}.place::int)`), scalar("text", () => `${own}.text`)];
  const { graphql, sql } = randomSelection(context, own, fields);
  const text = `(select coalesce(json_agg(${sql} order by ${own}.place), '[]')
    from jsonb_array_elements_text(${row}.options) with ordinality ${own}(text, place))`;
  return { key: "options", graphql: `options ${graphql}`, sql: text };
};

const ofVideo: FieldMaker = (context, row) => {
  const own = context.name("q");
  const part = questionPage(context, own, `${own}.video_id = ${row}.id`, [2, 5, 10], 0.4);
  return { key: "questions", graphql: `questions${part.graphql}`, sql: part.sql };
};

const video: readonly FieldMaker[] = [
  nodeId("video"),
  ...columns({ key: "key", durationSeconds: "duration_seconds", url: "url", subset: "subset", caption: "caption" }),
  referred("category", "categories", () => category, byKey("category_id")),
  audioTypes,
];
export const VIDEO: readonly FieldMaker[] = [...video, ofVideo, ofVideo];

export const QUESTION: readonly FieldMaker[] = [
  nodeId("question"),
  ...columns({ key: "key", ordinal: "ordinal", text: "text", answerFormat: "answer_format", level: "level" }),
  ...columns({ requiresAudio: "requires_audio", requiresVisual: "requires_visual", subset: "subset" }),
  options,
  audioTypes,
  referred("task", "tasks", () => task, byKey("task_id")),
  referred("video", "videos", () => video, byKey("video_id")),
  referred(
    "benchmark",
    "benchmarks",
    () => benchmark,
    (own, row) => `${own}.id = (select benchmark_id from releases where id = ${row}.release_id)`,
  ),
];

/** Some of the fields, one in eight under an alias. */
export function randomSelection(context: ShapeContext, row: string, fields: readonly FieldMaker[]): ShapePart {
  const parts = new Map<string, ShapePart>();
  for (const make of context.random.some(fields)) {
    const part = make(context, row);
    // Within a selection, GraphQL allows a name twice only for the same field with the same arguments.
    const alias = parts.has(part.key) || context.random.chance(1 / 8) ? context.name("x") : null;
    const graphql = alias === null ? part.graphql : `${alias}: ${part.graphql}`;
    const key = alias ?? part.key;
    parts.set(key, { graphql, sql: `'${key}', ${part.sql}` });
  }
  const all = [...parts.values()];
  const graphql = `{ ${all.map((part) => part.graphql).join(" ")} }`;
  return { graphql, sql: `json_build_object(${all.map(({ sql }) => sql).join(", ")})` };
}

/**
 * The arguments and the selection of a page of questions.
 * @param filtered the probability that the page has a filter
 */
export function questionPage(
  context: ShapeContext,
  row: string,
  within: string,
  sizes: readonly number[],
  filtered: number,
): ShapePart {
  const { random } = context;
  const filter = random.chance(filtered) ? randomQuestionFilter(context, row) : null;
  const order = randomOrder(context, row, "ordinal");
  const where = filter === null ? within : `${within} and ${filter.sql}`;
  const rest = filter === null ? "" : `, filter: ${context.variable("QuestionFilter", filter.value)}`;
  return page(context, { row, table: "questions", where, order, rest, fields: QUESTION, size: random.pick(sizes) });
}

export interface PageParts {
  readonly row: string;
  readonly table: string;
  readonly where: string;
  readonly order: { readonly graphql: string; readonly sql: string };
  /** Further arguments. */
  readonly rest: string;
  readonly fields: readonly FieldMaker[];
  readonly size: number;
}

/** The nodes and, half of the time, the total count. */
export function page(context: ShapeContext, parts: PageParts): ShapePart {
  const { row, table, where, order, rest, fields, size } = parts;
  const nodes = randomSelection(context, row, fields);
  const total = context.random.chance(0.5);
  const list = `(select coalesce(json_agg(${nodes.sql} order by ${order.sql}), '[]')
    from (select * from ${table} ${row} where ${where} order by ${order.sql} limit ${size}) ${row})`;
  const count = total ? `'totalCount', (select count(*) from ${table} ${row} where ${where}), ` : "";
  return {
    graphql: `(first: ${size}${rest}${order.graphql}) { ${total ? "totalCount " : ""}nodes ${nodes.graphql} }`,
    sql: `json_build_object(${count}'nodes', ${list})`,
  };
}

/** The order of the file or, sometimes, another order. */
export function randomOrder(context: ShapeContext, row: string, place: string): PageParts["order"] {
  const file = [`${row}.release_id`, `${row}.${place}`];
  if (!context.random.chance(0.25)) return { graphql: "", sql: file.join(", ") };
  const field = context.random.pick(["ORDINAL", "KEY", "DURATION"] as const);
  const direction = context.random.pick(["ASC", "DESC"] as const);
  const first = { ORDINAL: [], KEY: [`${row}.key collate "C"`], DURATION: [`${row}.duration_seconds`] }[field];
  const sql = [...first, ...file].map((column) => `${column} ${direction}`).join(", ");
  return { graphql: `, orderBy: { field: ${field}, direction: ${direction} }`, sql };
}
