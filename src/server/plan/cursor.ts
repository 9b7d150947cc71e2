import { badInput } from "../../domain/errors.ts";

/**
 * A cursor names its list and order, and holds the values of the order's columns as PostgreSQL writes them:
 * base64url of a JSON array. It is opaque to callers.
 */
export function encodeCursor(list: string, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...values])).toString("base64url");
}

/**
 * The values in a cursor of the given list.
 * @throws `BAD_USER_INPUT` for what is no cursor, or is one of another list or order.
 */
export function decodeCursor(list: string, columns: number, argument: string, cursor: string): readonly string[] {
  const decoded = parse(cursor);
  if (decoded === null) throw badInput(`'${argument}' is not a cursor: '${cursor.slice(0, 80)}'.`);
  const [name, ...values] = decoded;
  if (name !== list || values.length !== columns) {
    throw badInput(`'${argument}' is a cursor of another list or another order (${name}, not ${list}).`);
  }
  return values;
}

function parse(cursor: string): readonly string[] | null {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const valid = Array.isArray(decoded) && decoded.every((item) => typeof item === "string" && !item.includes("\0"));
    return valid ? decoded : null;
  } catch {
    return null;
  }
}
