import { OmnidexInvalidFilterError, type QuestionFilter } from "../../sdk/index.ts";
import { omnidex } from "../data/page-client.ts";

type Counts = Readonly<Record<string, readonly { readonly values: readonly { readonly questions: number }[] }[]>>;

/**
 * The number of questions in each of several slices. A slice has 0 questions if the server refuses its filter because
 * no question can match it. The server then refuses the whole request, which is sent again without that slice.
 *
 * @param release the id of the release to count; null for the current one
 */
export async function sliceCounts(
  filters: readonly QuestionFilter[],
  release: string | null,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const asked = new Map(filters.map((filter, place) => [`slice${place}`, filter]));
  while (asked.size > 0) {
    const counts = await countsOf(asked, release, signal).catch((error: unknown) => {
      const refused = refusedSlices(error, [...asked.keys()]).filter((name) => asked.delete(name));
      if (refused.length === 0) throw error;
    });
    if (counts !== undefined) return filters.map((_, place) => counts.get(`slice${place}`) ?? 0);
  }
  return filters.map(() => 0);
}

async function countsOf(
  filters: ReadonlyMap<string, QuestionFilter>,
  release: string | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const names = [...filters.keys()];
  const variables = { release, ...Object.fromEntries(filters) };
  const answer = await omnidex().query<Counts>(documentOf(names), variables, { signal });
  return new Map(names.map((name) => [name, (answer[name] ?? []).flatMap(({ values }) => values).reduce(sum, 0)]));
}

/**
 * The slices whose filters an error reports. If several slices were requested, its paths name them, as in
 * `slice3.filter.audioTypes`.
 */
function refusedSlices(error: unknown, asked: readonly string[]): readonly string[] {
  if (!(error instanceof OmnidexInvalidFilterError)) return [];
  return asked.length === 1 ? asked : error.faults.map(({ path }) => path.split(".", 1)[0] ?? "");
}

/**
 * A document that counts the questions of each answer format. Each question has exactly one format, so the sum of these
 * counts is the number of questions.
 */
const documentOf = (names: readonly string[]): string =>
  `query SliceCounts($release: ID, ${names.map((name) => `$${name}: QuestionFilter`).join(", ")}) {
${names.map((name) => `  ${name}: facets(filter: $${name}, by: [ANSWER_FORMAT], release: $release) { values { questions } }`).join("\n")}
}`;

const sum = (total: number, { questions }: { readonly questions: number }): number => total + questions;
