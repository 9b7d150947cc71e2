import { badInput } from "./errors.ts";

/** The id prefix of each node type, as in `question_17`. Ids are opaque to callers; the prefix determines the type. */
export const NODE_PREFIXES = {
  Benchmark: "benchmark",
  Release: "release",
  Category: "category",
  Task: "task",
  Video: "video",
  Question: "question",
  Model: "model",
  Run: "run",
  PublishedResult: "published",
} as const;
export type NodeType = keyof typeof NODE_PREFIXES;

const TYPE_BY_PREFIX = new Map(
  Object.entries(NODE_PREFIXES).map(([type, prefix]) => [prefix as string, type as NodeType]),
);

/** The largest value of PostgreSQL's `integer`, the type of every primary key. */
const LARGEST_KEY = 2_147_483_647;

export const encodeNodeId = (type: NodeType, key: number): string => `${NODE_PREFIXES[type]}_${key}`;

/** The type and primary key in a node id; `null` if the string is not a node id. */
export function decodeNodeId(id: string): { type: NodeType; key: number } | null {
  const match = /^([a-z]+)_([1-9]\d{0,9})$/.exec(id);
  const type = match?.[1] === undefined ? undefined : TYPE_BY_PREFIX.get(match[1]);
  const key = Number(match?.[2]);
  return type === undefined || key > LARGEST_KEY ? null : { type, key };
}

/**
 * Returns the primary key in an id that must be of the given type.
 * @throws `BAD_USER_INPUT` if the id is malformed or of another type.
 */
export function requireNodeKey(type: NodeType, id: string, argument: string): number {
  const decoded = decodeNodeId(id);
  if (decoded?.type !== type) {
    throw badInput(
      `'${argument}' must be the id of a ${type}, such as '${encodeNodeId(type, 1)}'; got '${id.slice(0, 80)}'.`,
    );
  }
  return decoded.key;
}

/** The id prefix of each kind of object that has an id but is not a node, as in `snapshot_3`. */
const NOUNS = { snapshot: "an item snapshot", subset: "a subset" } as const;
type StoredKind = keyof typeof NOUNS;

export const encodeStoredId = (kind: StoredKind, key: number): string => `${kind}_${key}`;

/** The primary key in an id of this kind; null if the text is not an id of this kind. */
export function decodeStoredId(kind: StoredKind, id: string): number | null {
  const [, digits] = id.match(/^[a-z]+_([1-9]\d{0,9})$/) ?? [];
  const key = Number(digits);
  return id === encodeStoredId(kind, key) && key <= LARGEST_KEY ? key : null;
}

/**
 * Returns the primary key in an id that must be of the given kind.
 * @throws `BAD_USER_INPUT` if it is not such an id
 */
export function requireStoredKey(kind: StoredKind, id: string, argument: string): number {
  const key = decodeStoredId(kind, id);
  if (key === null)
    throw badInput(
      `'${argument}' must be the id of ${NOUNS[kind]}, such as '${encodeStoredId(kind, 1)}'; got '${id.slice(0, 80)}'.`,
    );
  return key;
}
