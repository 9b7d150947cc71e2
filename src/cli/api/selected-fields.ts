import { namesHint } from "../nearest-name.ts";
import { UsageError } from "../usage-error.ts";
import type { GraphqlAnswer } from "./post-graphql.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reduces the objects of a response to the fields at these paths. The objects are the nodes of a connection, the items
 * of a list, or a single object. A path such as `task.slug` selects a nested field; through a list, it yields a list.
 * @throws {UsageError} if the query has several root fields, or does not ask for one of the fields
 */
export function selectFields({ data }: GraphqlAnswer, paths: readonly string[]): readonly Fields[] {
  const roots = Object.entries(data ?? {});
  const [root, other] = roots;
  if (other !== undefined)
    throw new UsageError(
      `--json needs a query with one root field; this one has ${roots.map(([name]) => name).join(", ")}.`,
      "--jq works with any response.",
    );
  return rowsOf(root?.[1]).map((row) => Object.fromEntries(paths.map((path) => [path, valueAt(row, path)])));
}

function rowsOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return [value];
  if (Array.isArray(value.nodes)) return value.nodes;
  if (Array.isArray(value.edges)) return value.edges.map((edge) => (isFields(edge) ? edge.node : edge));
  return [value];
}

function valueAt(row: unknown, path: string): unknown {
  let value = row;
  for (const name of path.split(".")) value = member(value, name, path);
  return value;
}

function member(value: unknown, name: string, path: string): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((each) => member(each, name, path));
  if (isFields(value) && Object.hasOwn(value, name)) return value[name];
  const where = name === path ? "" : ` of '${path}'`;
  throw new UsageError(
    `The query does not ask for a field '${name}'${where}.`,
    namesHint(name, isFields(value) ? Object.keys(value) : [], "fields"),
  );
}
