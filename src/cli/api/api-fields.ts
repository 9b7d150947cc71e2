import { listed, selectFields } from "../output/selected-fields.ts";
import { UsageError } from "../output/usage-error.ts";
import type { GraphqlAnswer } from "./post-graphql.ts";

/**
 * The objects of a response, each reduced to the fields at these paths: the nodes of a connection, the items of a list, or
 * a single object.
 * @throws {UsageError} if the query has several root fields, or does not ask for one of the fields
 */
export function selectedRows({ data }: GraphqlAnswer, paths: readonly string[]): readonly unknown[] {
  const roots = Object.entries(data ?? {});
  const [root, other] = roots;
  if (other !== undefined)
    throw new UsageError(
      `--json needs a query with one root field; this one has ${roots.map(([name]) => name).join(", ")}.`,
      "--jq works with any response.",
    );
  const value = root?.[1];
  if (value === null || value === undefined) return [];
  return (listed(value) ?? [value]).map((row) => selectFields(row, paths));
}
