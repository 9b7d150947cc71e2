import { badInput } from "./errors.ts";
import { LARGEST_KEY } from "./node-id.ts";

/** The id prefix of each kind of object that has an id but is not a node, as in `snapshot_3`. */
const NOUNS = { snapshot: "an item snapshot", subset: "a subset" } as const;
export type StoredKind = keyof typeof NOUNS;

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
