import type { GraphQLResolveInfo } from "graphql";
import { decodeNodeId, encodeNodeId, type NodeType } from "../../../domain/node-id.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Queryable } from "../../db/database.ts";
import { type PlannedObject, plannedObject } from "./planned-object.ts";
import { readPlan } from "./read-plan.ts";
import type { RequestCost } from "./request-cost.ts";
import type { ROOT_CONNECTIONS } from "./root-lists.ts";
import {
  benchmarksText,
  benchmarkText,
  connectionRootText,
  type KeyedText,
  keyRevisionText,
  modelText,
  nodesText,
  type ObjectText,
  questionListText,
  questionsAtText,
  questionText,
  type TextPlan,
  videoText,
} from "./root-text.ts";
import { type SelectedField, selectedField } from "./selection.ts";

/*
 * Functions with which resolvers read objects. Each sends one statement that includes all nested fields that the
 * document selects, and parses the JSON that the statement returns.
 */

/** The database, the viewer and the cost counter of a request. */
export interface PlanContext {
  readonly database: Queryable;
  readonly viewer: Viewer;
  readonly cost: RequestCost;
  /** The caller's slot for a heavy operation. */
  readonly work: { begin(): void };
}

/** An object with its primary key or another identifying key. */
interface KeyedObject {
  readonly key: number;
  readonly object: PlannedObject;
}

type Write<R extends ObjectText> = (field: SelectedField, viewer: Viewer) => TextPlan<R>;
type Values = Readonly<Record<string, unknown>>;

async function readRows<R extends ObjectText>(
  context: PlanContext,
  info: GraphQLResolveInfo,
  write: Write<R>,
  values: Values,
  count = 1,
): Promise<readonly R[]> {
  const plan = write(selectedField(info), context.viewer);
  context.cost.charge(plan.cost * count);
  return readPlan(plan, values, context);
}

async function readObjects(
  context: PlanContext,
  info: GraphQLResolveInfo,
  write: Write<ObjectText>,
  values: Values = {},
): Promise<readonly PlannedObject[]> {
  const rows = await readRows(context, info, write, values);
  return rows.map(({ text }) => plannedObject(text));
}

async function readObject(...call: Parameters<typeof readObjects>): Promise<PlannedObject | null> {
  const [object] = await readObjects(...call);
  return object ?? null;
}

async function readKeyed(
  context: PlanContext,
  info: GraphQLResolveInfo,
  write: Write<KeyedText>,
  values: Values,
  most: number,
  type?: NodeType,
): Promise<readonly KeyedObject[]> {
  const rows = await readRows(context, info, write, values, most);
  return rows.map(({ key, text }) => ({ key, object: plannedObject(text, type) }));
}

/** The slug of a benchmark and the key of one of its questions or videos. */
type NaturalKey = Readonly<Record<"benchmark" | "key", string>>;

/** Reads a connection of `Query`. */
export const fetchRootConnection =
  (name: keyof typeof ROOT_CONNECTIONS) =>
  (context: PlanContext, info: GraphQLResolveInfo): Promise<PlannedObject | null> =>
    readObject(context, info, (field, viewer) => connectionRootText(name, field, viewer));

export const fetchBenchmarks = (context: PlanContext, info: GraphQLResolveInfo): Promise<readonly PlannedObject[]> =>
  readObjects(context, info, benchmarksText);

export const fetchBenchmark = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  slug: string,
): Promise<PlannedObject | null> => readObject(context, info, benchmarkText, { slug });

/** A question by its natural key in the current release of a benchmark. */
export const fetchQuestion = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  place: NaturalKey,
): Promise<PlannedObject | null> => readObject(context, info, questionText, place);

/** A video by its natural key in the current release of a benchmark. */
export const fetchVideo = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  place: NaturalKey,
): Promise<PlannedObject | null> => readObject(context, info, videoText, place);

export const fetchModel = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  slug: string,
): Promise<PlannedObject | null> => readObject(context, info, modelText, { slug });

/** A model by its primary key; null if the viewer may not see it. */
export const fetchModelByKey = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  key: number,
): Promise<PlannedObject | null> =>
  readObject(context, info, (field, viewer) => nodesText("Model", field, viewer), { keys: [key] });

/** A run by its primary key; null if the viewer may not see it. */
export const fetchRun = (context: PlanContext, info: GraphQLResolveInfo, key: number): Promise<PlannedObject | null> =>
  readObject(context, info, (field, viewer) => nodesText("Run", field, viewer), { keys: [key] });

/** A revision of a release's answer key. */
export const fetchKeyRevision = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  release: number,
  revision: number,
): Promise<PlannedObject | null> => readObject(context, info, keyRevisionText, { release, revision });

/** The objects of a node type with these primary keys, in no order. Objects hidden from the viewer are left out. */
export const fetchByKeys = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  type: NodeType,
  keys: readonly number[],
): Promise<readonly KeyedObject[]> =>
  readKeyed(context, info, (field, viewer) => nodesText(type, field, viewer), { keys }, keys.length, type);

/** The questions at these ordinals of a release, keyed by ordinal, in no order. */
export const fetchQuestionsAt = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  release: number,
  ordinals: readonly number[],
): Promise<readonly KeyedObject[]> => readKeyed(context, info, questionsAtText, { release, ordinals }, ordinals.length);

/** The questions at these ordinals of a release, as a list in file order. */
export const fetchQuestionsByOrdinal = (
  context: PlanContext,
  info: GraphQLResolveInfo,
  release: number,
  ordinals: readonly number[],
): Promise<PlannedObject | null> => readObject(context, info, questionListText, { release, ordinals });

/**
 * The objects with the given node ids, in the same order; null for an object that the viewer may not see. Each type
 * is read with one statement.
 */
export async function fetchNodes(
  context: PlanContext,
  info: GraphQLResolveInfo,
  ids: readonly string[],
): Promise<readonly (PlannedObject | null)[]> {
  const decoded = ids.map(decodeNodeId);
  const types = [...new Set(decoded.flatMap((node) => (node === null ? [] : [node.type])))];
  const byId = new Map<string, PlannedObject>();
  for (const type of types) {
    const keys = decoded.flatMap((node) => (node?.type === type ? [node.key] : []));
    for (const { key, object } of await fetchByKeys(context, info, type, keys)) {
      byId.set(encodeNodeId(type, key), object);
    }
  }
  return decoded.map((node) => (node === null ? null : (byId.get(encodeNodeId(node.type, node.key)) ?? null)));
}
