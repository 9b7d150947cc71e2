import { closest } from "fastest-levenshtein";
import type { Omnidex } from "../../sdk/index.ts";
import type { QuestionFilter } from "../../sdk/types.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Checks that questions with these keys exist, within the given benchmarks or, if none are given, within all.
 * @throws {UsageError} that names the nearest key
 */
export async function requireKeys(
  omnidex: Omnidex,
  keys: readonly string[],
  benchmarks: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const within: QuestionFilter = benchmarks.length === 0 ? {} : { benchmarks };
  const found = new Set(
    await allKeys(omnidex, { ...within, keys }).catch((error: unknown) => {
      // The server refuses keys that do not exist; the message here names the first.
      if (error instanceof Error && "code" in error && error.code === "INVALID_FILTER") return allKeys(omnidex, within);
      throw error;
    }),
  );
  const wrong = keys.find((key) => !found.has(key));
  if (wrong === undefined) return;
  // All keys are fetched only to report an error.
  const all = await allKeys(omnidex, within);
  const where = benchmarks.length === 0 ? "" : ` in ${benchmarks.join(" or ")}`;
  const nearest = all.length === 0 ? "There are no questions." : `Nearest: ${closest(wrong, all)}`;
  throw new UsageError(`There is no question '${wrong}'${where}.`, nearest);
}

interface Page {
  readonly questions: {
    readonly nodes: readonly { readonly key: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** Fetches keys only: a whole question is a hundred times as large. */
async function allKeys(omnidex: Omnidex, filter: QuestionFilter): Promise<string[]> {
  const document = `query ($filter: QuestionFilter, $after: String) {
    questions(filter: $filter, first: 1000, after: $after) { nodes { key } pageInfo { hasNextPage endCursor } }
  }`;
  const keys: string[] = [];
  let after: string | null = null;
  for (;;) {
    const { questions }: Page = await omnidex.query<Page>(document, { filter, after });
    keys.push(...questions.nodes.map(({ key }) => key));
    if (!questions.pageInfo.hasNextPage) return keys;
    after = questions.pageInfo.endCursor;
  }
}
