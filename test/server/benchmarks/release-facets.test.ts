import { describe, expect, it } from "vitest";
import { type Content, content, replacedBenchmark } from "./replaced-benchmark.ts";

const FACETS = `query ($filter: QuestionFilter, $release: ID) {
  facets(filter: $filter, by: [TASK], release: $release) { values { key questions } } }`;

interface Facets {
  readonly facets: readonly { readonly values: readonly { readonly key: string; readonly questions: number }[] }[];
}

const replaced = replacedBenchmark();

/** Moves the first `count` questions to a task of their own. */
const withTask = (name: string, count: number) => (file: Content) => {
  file.tasks.push({ ...(file.tasks[0] as Content["tasks"][number]), name });
  for (const question of file.questions.slice(0, count)) question.task = name;
};

describe("facets of a release", () => {
  const counts = async (release: string | null, filter: object = {}) => {
    const variables = { filter: { benchmarks: [replaced.slug], ...filter }, release };
    const [facet] = (await replaced.server.data<Facets>(FACETS, variables)).facets;
    return Object.fromEntries((facet?.values ?? []).map(({ key, questions }) => [key, questions]));
  };

  it("count the release of an old run, and without an id the current one", async () => {
    await replaced.load(content(replaced.slug, 12, withTask("Smelling", 4)));
    const { release } = await replaced.submit({}, "release { id }");
    await replaced.load(content(replaced.slug, 10, withTask("Tasting", 3)), { replace: true });
    expect(await counts(release.id)).toEqual({ listening: 8, smelling: 4 });
    expect(await counts(null)).toEqual({ listening: 7, tasting: 3 });
    // The question exists only in the earlier release.
    const filter = { benchmarks: [replaced.slug], keys: ["n11"] };
    expect(await counts(release.id, filter)).toEqual({ listening: 1 });
    expect((await replaced.server.request(FACETS, { filter })).errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
  });

  it.each([
    ["run_1", "BAD_USER_INPUT", /'release' must be the id of a Release/],
    ["release_999999", "NOT_FOUND", /release 'release_999999'/],
  ])("refuse '%s' as %s", async (release, code, message) => {
    const { errors } = await replaced.server.request(FACETS, { release });
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
  });
});
