import { type DataSize, questionsPerBenchmark } from "../../data/data-size.ts";
import type { BenchQuery } from "../five-queries.ts";
import { randomVideoFilter } from "./random-filter.ts";
import { page, QUESTION, questionPage, randomOrder, randomSelection, VIDEO } from "./random-selection.ts";
import { ShapeContext, type ShapePart } from "./shape-context.ts";

/** A random document, with the equivalent hand-written statement. */
export interface Shape extends BenchQuery {
  readonly statement: string;
  readonly parameters: readonly unknown[];
}

/** The number of random documents in the set `shapes`. */
export const SHAPES = 40;

const CURRENT = "release_id in (select id from releases where is_current)";

/** Equal arguments give equal shapes. */
export const randomShapes = (count: number, size: DataSize, seed = 20_000): readonly Shape[] =>
  Array.from({ length: count }, (_, index) => randomShape(`S${index + 1}`, seed + index, size));

function randomShape(name: string, seed: number, size: DataSize): Shape {
  const context = new ShapeContext(seed, size);
  const kind = context.random.pick(["questions", "questions", "videos", "videos", "node"] as const);
  const { graphql, sql } = { questions: questionsRoot, videos: videosRoot, node: nodeRoot }[kind](context);
  const declarations = context.declarations.length === 0 ? "" : `(${context.declarations.join(", ")})`;
  return {
    name,
    about: kind,
    document: `query ${name}${declarations} { ${graphql} }`,
    variants: [context.variables],
    statement: `select json_build_object('data', json_build_object('${kind}', ${sql}))::text as body`,
    parameters: context.parameters,
  };
}

function questionsRoot(context: ShapeContext): ShapePart {
  const { graphql, sql } = questionPage(context, "q", `q.${CURRENT}`, [5, 20, 50, 100, 200], 0.85);
  return { graphql: `questions${graphql}`, sql };
}

function videosRoot(context: ShapeContext): ShapePart {
  const filter = context.random.chance(0.7) ? randomVideoFilter(context, "v") : null;
  const { graphql, sql } = page(context, {
    row: "v",
    table: "videos",
    where: filter === null ? `v.${CURRENT}` : `v.${CURRENT} and ${filter.sql}`,
    order: randomOrder(context, "v", "position"),
    rest: filter === null ? "" : `, filter: ${context.variable("VideoFilter", filter.value)}`,
    fields: VIDEO,
    size: context.random.pick([5, 10, 20, 50]),
  });
  return { graphql: `videos${graphql}`, sql };
}

function nodeRoot(context: ShapeContext): ShapePart {
  const questions = context.size.benchmarks * questionsPerBenchmark(context.size);
  const id = context.random.integer(1, questions + 1);
  const { graphql, sql } = randomSelection(context, "q", QUESTION);
  const variable = context.variable("ID!", `question_${id}`);
  const where = `q.id = ${context.parameter("int", id)}`;
  return {
    graphql: `node(id: ${variable}) { ... on Question ${graphql} }`,
    sql: `(select ${sql} from questions q where ${where})`,
  };
}
