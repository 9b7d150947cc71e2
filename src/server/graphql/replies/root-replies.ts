import type { GraphQLSchema } from "graphql";
import { decodeNodeId, encodeNodeId, type NodeType } from "../../../domain/node-id.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Queryable } from "../../db/database.ts";
import { readTogether } from "../../db/request-reads.ts";
import { withValues } from "../../db/statement.ts";
import { requireKnownBenchmark } from "../../memory/missing-benchmark.ts";
import { fieldEstimate } from "../plan/estimate-cost.ts";
import {
  benchmarksText,
  benchmarkText,
  connectionRootText,
  type KeyedText,
  modelText,
  nodesText,
  questionText,
  type TextPlan,
  videoText,
} from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { NotCompilableError } from "../plan/type-tables.ts";
import { MOST_NODES } from "../resolvers/node-resolvers.ts";
import { memoryOf, type RequestContext } from "../resolvers/resolver.ts";
import { ComputedField, FilledPlan, ReferredPlan } from "./filled-plan.ts";
import { questionsReply } from "./questions-reply.ts";
import type { RootReply } from "./root-reply.ts";

/**
 * The most objects that one statement reads. Larger statements would save little and would keep two database sessions
 * from sharing the work.
 */
const MOST_KEYS = 8;

/** Lookups that are waiting to be sent as one statement. */
interface Turn {
  readonly database: Queryable;
  readonly keys: Set<number>;
  readonly texts: Promise<ReadonlyMap<number, string>>;
}

/**
 * Reads single objects with a plan of `nodesText`. Lookups in the same turn of the event loop are batched into
 * statements of up to `MOST_KEYS` objects, even if they come from different requests. These requests have the same
 * viewer, because a plan is made for one viewer. Results are not cached.
 */
class GatheredLookups {
  #turn: Turn | null = null;

  constructor(private readonly filled: FilledPlan<KeyedText>) {}

  /** The text of the object; undefined if it does not exist or the viewer may not see it. */
  async text(context: RequestContext, key: number): Promise<string | undefined> {
    const { database, cost } = context;
    const { plan } = this.filled;
    cost.charge(plan.cost);
    // Long texts and searches are counted to their request, so they are not read together with those of others.
    if (plan.hasTexts || plan.isSearch) return (await this.filled.keyed([key], context))[0]?.text;
    const texts = await readTogether(database, (shared) => {
      const turn = this.#turnOf(shared);
      turn.keys.add(key);
      return turn.texts;
    });
    const text = texts.get(key);
    return text === undefined ? undefined : (await this.filled.fill([text], context))[0];
  }

  #turnOf(database: Queryable): Turn {
    const turn = this.#turn;
    if (turn !== null && turn.database === database && turn.keys.size < MOST_KEYS) return turn;
    const keys = new Set<number>();
    // `setImmediate` runs after all pending socket events, which may add lookups to this turn.
    const texts = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (this.#turn?.keys === keys) this.#turn = null;
      return this.#read(database, [...keys]);
    });
    this.#turn = { database, keys, texts };
    return this.#turn;
  }

  async #read(database: Queryable, keys: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await database.query(withValues(this.filled.plan.statement, { keys }));
    return new Map(rows.map(({ key, text }) => [key, text]));
  }
}

/** Compiles a root field for one viewer and for given values of the variables that change the query plan. */
type Compile = (schema: GraphQLSchema, field: SelectedField, viewer: Viewer) => RootReply["text"];

/** A connection. Its arguments are part of the compiled statement. */
const connection =
  (name: Parameters<typeof connectionRootText>[0]): Compile =>
  (schema, field, viewer) => {
    const plan = new FilledPlan(schema, viewer, connectionRootText(name, field, viewer));
    return async (context) => (await plan.texts({}, context))[0] ?? "null";
  };

const benchmarks: Compile = (schema, field, viewer) => {
  const plan = new FilledPlan(schema, viewer, benchmarksText(field, viewer));
  return async (context) => `[${(await plan.texts({}, context)).join()}]`;
};

/** A field whose arguments identify one object. */
const named =
  (write: (field: SelectedField, viewer: Viewer) => TextPlan): Compile =>
  (schema, field, viewer) => {
    const plan = new FilledPlan(schema, viewer, write(field, viewer));
    return async (context, variables) => (await plan.texts(field.argsWith(variables), context))[0] ?? "null";
  };

/**
 * Like `named`, for an object of a benchmark. Null if the benchmark has no such object; an error if the benchmark is
 * unknown.
 */
const namedIn =
  (write: (field: SelectedField, viewer: Viewer) => TextPlan): Compile =>
  (schema, field, viewer) => {
    const read = named(write)(schema, field, viewer);
    return async (context, variables) => {
      const text = await read(context, variables);
      if (text === "null") await requireKnownBenchmark(memoryOf(context), String(field.argsWith(variables).benchmark));
      return text;
    };
  };

const filledNodes = (
  schema: GraphQLSchema,
  viewer: Viewer,
  type: NodeType,
  field: SelectedField,
): FilledPlan<KeyedText> => new FilledPlan(schema, viewer, nodesText(type, field, viewer));

/** `Query.node`, with one plan for each requested type. */
const node: Compile = (schema, field, viewer) => {
  const lookups = new Map<NodeType, GatheredLookups>();
  return async (context, variables) => {
    const decoded = decodeNodeId(String(field.argsWith(variables).id));
    if (decoded === null) return "null";
    const { type, key } = decoded;
    const lookup = lookups.get(type) ?? new GatheredLookups(filledNodes(schema, viewer, type, field));
    lookups.set(type, lookup);
    return (await lookup.text(context, key)) ?? "null";
  };
};

const run: Compile = (schema, field, viewer) => {
  const lookup = new GatheredLookups(filledNodes(schema, viewer, "Run", field));
  return async (context, variables) => {
    const decoded = decodeNodeId(String(field.argsWith(variables).id));
    return (decoded?.type === "Run" && (await lookup.text(context, decoded.key))) || "null";
  };
};

const computed: Compile = (schema, field, viewer) => {
  const own = new ComputedField(schema, viewer, field);
  return async (context, variables) => (await own.texts([undefined], context, field.argsWith(variables)))[0] ?? "null";
};

/** `Query.nodes`: the objects in the order of the ids. */
const nodes: Compile = (schema, field, viewer) => {
  const plans = new Map<NodeType, ReferredPlan>();
  return async (context, variables) => {
    const ids = field.argsWith(variables).ids as readonly string[];
    if (ids.length > MOST_NODES) throw new NotCompilableError("too many ids");
    const decoded = ids.map(decodeNodeId);
    const texts = new Map<string, string>();
    for (const type of new Set(decoded.flatMap((one) => one?.type ?? []))) {
      const plan = plans.get(type) ?? new ReferredPlan(filledNodes(schema, viewer, type, field), viewer);
      plans.set(type, plan);
      const keys = decoded.flatMap((one) => (one?.type === type ? [one.key] : []));
      for (const { key, text } of await plan.read(keys, context)) texts.set(encodeNodeId(type, key), text);
    }
    return `[${decoded.map((one) => (one && texts.get(encodeNodeId(one.type, one.key))) ?? "null").join()}]`;
  };
};

/** The parametric root fields: they are compiled without their arguments, which are bound with each request. */
const PARAMETRIC: Readonly<Record<string, Compile>> = {
  node,
  nodes,
  benchmark: named(benchmarkText),
  question: namedIn(questionText),
  video: namedIn(videoText),
  model: named(modelText),
  run,
  questions: questionsReply,
  leaderboard: computed,
  scoreTable: computed,
  compareRuns: computed,
  compareWithReference: computed,
  facets: computed,
  promptTemplates: computed,
};

const BAKED: Readonly<Record<string, Compile>> = {
  videos: connection("videos"),
  models: connection("models"),
  runs: connection("runs"),
  publishedResults: connection("publishedResults"),
  benchmarks,
  __typename: () => async () => '"Query"',
};

/** Whether the arguments of a root field are bound with each request and do not change its query plan. */
export const isParametric = (name: string): boolean => Object.hasOwn(PARAMETRIC, name);

/** Compiles a root field. @throws NotCompilableError if only the field's resolver can produce its value */
export function rootReply(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootReply {
  const compile = isParametric(field.name) ? PARAMETRIC[field.name] : own(BAKED, field.name);
  if (compile === undefined) throw new NotCompilableError(`Query.${field.name} is computed`);
  const estimate = fieldEstimate(schema, field);
  return {
    responseKey: field.responseKey,
    estimate: (variables) => estimate(field.argsWith(variables)),
    text: compile(schema, field, viewer),
  };
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
