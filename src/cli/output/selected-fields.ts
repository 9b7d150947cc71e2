import { namesHint, UsageError } from "./usage-error.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reduces an object, or all objects of a list or a connection, to the fields at these paths. A path such as `task.slug`
 * selects a nested field; through a list, it yields a list.
 * @throws {UsageError} for a field that an object does not have
 */
export function selectFields(value: unknown, paths: readonly string[]): unknown {
  if (value === null || value === undefined) return null;
  const rows = listed(value);
  return rows === null ? reduced(value, paths) : rows.map((row) => reduced(row, paths));
}

/** The objects of a list or a connection; null for a single object. */
export function listed(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return null;
  if (Array.isArray(value.nodes)) return value.nodes;
  if (Array.isArray(value.edges)) return value.edges.map((edge) => (isFields(edge) ? edge.node : edge));
  return null;
}

const reduced = (row: unknown, paths: readonly string[]): Fields =>
  Object.fromEntries(paths.map((path) => [path, valueAt(row, path)]));

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
    `The response has no field '${name}'${where}.`,
    namesHint(name, isFields(value) ? Object.keys(value) : [], "fields"),
  );
}
