import type { GraphQLSchema } from "graphql";
import { decodeNodeId, encodeNodeId, type NodeType } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { withValues } from "../db/statement.ts";
import { benchmarksText, benchmarkText, connectionRootText, nodesText, type TextPlan } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { UntoldError } from "../plan/untold-error.ts";
import { MOST_NODES } from "../resolvers/node-resolvers.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { computedAnswer } from "./computed-answer.ts";
import { GatheredLookups } from "./gathered-lookups.ts";
import { keyedTexts } from "./keyed-texts.ts";
import type { Variables } from "./prepared-operation.ts";
import { questionsAnswer } from "./questions-answer.ts";
import { runAnswer } from "./run-answer.ts";

/** How the value of one root field is made. */
export interface RootAnswer {
  readonly responseKey: string;
  /**
   * The value as JSON.
   * @throws whatever its resolver would, and UntoldError where only that can tell it
   */
  text(context: RequestContext, variables: Variables): Promise<string>;
}

/** Makes a root field's answer, for one viewer and one set of the variables that change its shape. */
type Compile = (schema: GraphQLSchema, field: SelectedField, viewer: Viewer) => RootAnswer["text"];

const textsOf = async ({ database, cost }: RequestContext, plan: TextPlan, values = {}): Promise<readonly string[]> => {
  cost.charge(plan.cost);
  const rows = await database.query<{ readonly text: string }>(withValues(plan.statement, values));
  return rows.map(({ text }) => text);
};

/** A connection's arguments are part of its statement. */
const connection =
  (name: Parameters<typeof connectionRootText>[0]): Compile =>
  (_schema, field, viewer) => {
    const plan = connectionRootText(name, field, viewer);
    return async (context) => (await textsOf(context, plan))[0] ?? "null";
  };

const benchmarks: Compile = (_schema, field, viewer) => {
  const plan = benchmarksText(field, viewer);
  return async (context) => `[${(await textsOf(context, plan)).join()}]`;
};

const benchmark: Compile = (_schema, field, viewer) => {
  const plan = benchmarkText(field, viewer);
  return async (context, variables) => (await textsOf(context, plan, field.argsWith(variables)))[0] ?? "null";
};

/** A statement for each type that has been asked for. */
const node: Compile = (_schema, field, viewer) => {
  const lookups = new Map<NodeType, GatheredLookups>();
  return async (context, variables) => {
    const decoded = decodeNodeId(String(field.argsWith(variables).id));
    if (decoded === null) return "null";
    const lookup = lookups.get(decoded.type) ?? new GatheredLookups(nodesText(decoded.type, field, viewer));
    lookups.set(decoded.type, lookup);
    return (await lookup.text(context, decoded.key)) ?? "null";
  };
};

/** The same for a list of ids, in its order. */
const nodes: Compile = (_schema, field, viewer) => {
  const plans = new Map<NodeType, TextPlan>();
  return async (context, variables) => {
    const ids = field.argsWith(variables).ids as readonly string[];
    if (ids.length > MOST_NODES) throw new UntoldError("too many ids");
    const decoded = ids.map(decodeNodeId);
    const texts = new Map<string, string>();
    for (const type of new Set(decoded.flatMap((one) => one?.type ?? []))) {
      const plan = plans.get(type) ?? nodesText(type, field, viewer);
      plans.set(type, plan);
      const keys = decoded.flatMap((one) => (one?.type === type ? [one.key] : []));
      for (const { key, text } of await keyedTexts(context, plan, keys)) texts.set(encodeNodeId(type, key), text);
    }
    return `[${decoded.map((one) => (one && texts.get(encodeNodeId(one.type, one.key))) ?? "null").join()}]`;
  };
};

/** Fields that are made for a shape, and take their arguments with each request. */
const PARAMETRIC: Readonly<Record<string, Compile>> = {
  node,
  nodes,
  benchmark,
  run: runAnswer,
  questions: questionsAnswer,
  leaderboard: computedAnswer,
  compareRuns: computedAnswer,
  facets: computedAnswer,
  promptTemplates: computedAnswer,
};

const BAKED: Readonly<Record<string, Compile>> = {
  videos: connection("videos"),
  models: connection("models"),
  runs: connection("runs"),
  publishedResults: connection("publishedResults"),
  benchmarks,
  __typename: () => async () => '"Query"',
};

/** Whether a root field's arguments come with each request, and are no part of the shape. */
export const isParametric = (name: string): boolean => Object.hasOwn(PARAMETRIC, name);

/** @throws UntoldError where the field is left to its resolver */
export function rootAnswer(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootAnswer {
  const compile = isParametric(field.name) ? PARAMETRIC[field.name] : own(BAKED, field.name);
  if (compile === undefined) throw new UntoldError(`Query.${field.name} is computed`);
  return { responseKey: field.responseKey, text: compile(schema, field, viewer) };
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
