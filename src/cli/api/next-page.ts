import { UsageError } from "../output/usage-error.ts";
import type { GraphqlAnswer } from "./post-graphql.ts";

/** The variable that takes the cursor of the next page, as in `gh api graphql --paginate`. */
export const CURSOR = "endCursor";

const EXAMPLE =
  "As in: query ($endCursor: String) { runs(after: $endCursor) { nodes { id } pageInfo { hasNextPage endCursor } } }";

/** Checks that a query can be paged through. @throws {UsageError} if it takes no cursor */
export function requireCursor(query: string): void {
  if (!new RegExp(`\\$${CURSOR}\\b`).test(query))
    throw new UsageError(`--paginate needs a query that takes the variable $${CURSOR}.`, EXAMPLE);
}

/** The cursor of the next page; null after the last. @throws {UsageError} if there is not exactly one `pageInfo` */
export function nextCursor({ data }: GraphqlAnswer, before: string | null): string | null {
  const found = pageInfos(data ?? {}, "data");
  const [only, other] = found;
  if (only === undefined)
    throw new UsageError("--paginate needs a query that asks for pageInfo { hasNextPage endCursor }.", EXAMPLE);
  if (other !== undefined)
    throw new UsageError(
      `--paginate follows one connection; the answer has pageInfo at ${found.map(({ path }) => path).join(" and ")}.`,
      "Ask for pageInfo in only one of them.",
    );
  const { hasNextPage, endCursor } = only.pageInfo;
  if (hasNextPage === undefined || endCursor === undefined)
    throw new UsageError("--paginate needs pageInfo with both hasNextPage and endCursor.", EXAMPLE);
  if (hasNextPage !== true || typeof endCursor !== "string") return null;
  if (endCursor === before)
    throw new UsageError(
      "The next page is the same page.",
      `The query must pass the variable on, as in after: $${CURSOR}.`,
    );
  return endCursor;
}

interface FoundPageInfo {
  readonly path: string;
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

function pageInfos(value: unknown, path: string): readonly FoundPageInfo[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "pageInfo" && typeof inner === "object" && inner !== null
      ? [{ path, pageInfo: { ...inner } }]
      : pageInfos(inner, `${path}.${name}`),
  );
}
