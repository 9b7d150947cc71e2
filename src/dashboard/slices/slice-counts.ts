import type { QuestionFilter } from "../../sdk/index.ts";
import { omnidex } from "../data/omnidex.ts";

type Counts = Readonly<Record<string, readonly { readonly values: readonly { readonly questions: number }[] }[]>>;

/** The number of questions in each of several slices, by one request. */
export async function sliceCounts(filters: readonly QuestionFilter[], signal: AbortSignal): Promise<readonly number[]> {
  const names = filters.map((_, place) => `slice${place}`);
  const variables = Object.fromEntries(names.map((name, place) => [name, filters[place]]));
  const answer = await omnidex().query<Counts>(documentOf(names), variables, { signal });
  return names.map((name) => (answer[name] ?? []).flatMap(({ values }) => values).reduce(sum, 0));
}

/** Every question has exactly one answer format, so the counts of these add up to the slice. */
const documentOf = (names: readonly string[]): string =>
  `query SliceCounts(${names.map((name) => `$${name}: QuestionFilter`).join(", ")}) {
${names.map((name) => `  ${name}: facets(filter: $${name}, by: [ANSWER_FORMAT]) { values { questions } }`).join("\n")}
}`;

const sum = (total: number, { questions }: { readonly questions: number }): number => total + questions;
