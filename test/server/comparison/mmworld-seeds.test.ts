import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import { mmworld } from "../../../src/formats/mmworld/mmworld-results.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture } from "../../fixtures/mmworld-fixture.ts";
import { Random } from "../../fixtures/random.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const DISCIPLINES = taxonomyOf("mmworld").categories.map(({ slug }) => slug);
const LABELS = ["A", "B", "C", "D"];
/** Each model's share of right answers, besides guesses. */
const SKILLS = { weak: 0.1, strong: 0.6 };

interface Asked {
  readonly key: string;
  readonly answer: { readonly label: string };
}
interface Group {
  readonly model: { readonly name: string };
  readonly seeds: readonly number[];
  readonly mean: number;
}

describe("MMWorld's mean over seeds", () => {
  let server: TestServer;
  const rights = new Map<string, number[]>();
  const totals = new Map<string, number>();

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "mmworld", [jsonFile("mmworld.json", mmworldFixture())]);
    const asked: (Asked & { readonly slug: string })[] = [];
    for (const slug of DISCIPLINES) {
      const { questions } = await server.data<{ questions: { nodes: Asked[] } }>(
        `query ($filter: QuestionFilter) { questions(filter: $filter, first: 1000) {
          nodes { key answer { label } } } }`,
        { filter: { benchmarks: ["mmworld"], categories: [slug] } },
      );
      asked.push(...questions.nodes.map((question) => ({ ...question, slug })));
      totals.set(slug, questions.nodes.length);
    }
    const random = new Random(8);
    for (const [name, skill] of Object.entries(SKILLS))
      for (const run of [0, 1, 2]) {
        const file = memoryFile(`${name}_final_results_run_${run}.json`, new Uint8Array());
        const { model, seed } = await mmworld.header(file, {}, {});
        const predictions = asked.map(({ key, answer, slug }) => {
          const response = random.next() < skill ? answer.label : random.pick(LABELS);
          const counts = rights.get(`${name} ${slug}`) ?? [0, 0, 0];
          if (response === answer.label) counts[run] = (counts[run] ?? 0) + 1;
          rights.set(`${name} ${slug}`, counts);
          return { question: key, response };
        });
        await server.submit({ benchmark: "mmworld", model: { name: model }, seed, inputs: ["VIDEO"], predictions });
      }
  });
  afterAll(() => server.close());

  it("is had for all disciplines in one query, and ranks as the overall means do", async () => {
    const fields = "{ nodes { model { name } seeds mean } }";
    const cells = DISCIPLINES.map(
      (slug, at) => `d${at}: runGroups(filter: $runs, slice: { categories: ["${slug}"] }) ${fields}`,
    );
    const answer = await server.data<Record<string, { nodes: readonly Group[] }>>(
      `query ($runs: RunFilter) { all: runGroups(filter: $runs) ${fields} ${cells.join(" ")} }`,
      { runs: { benchmarks: ["mmworld"] } },
    );
    expect(DISCIPLINES).toHaveLength(7);
    for (const [at, slug] of DISCIPLINES.entries())
      for (const name of Object.keys(SKILLS)) {
        const group = answer[`d${at}`]?.nodes.find(({ model }) => model.name === name);
        const right = (rights.get(`${name} ${slug}`) ?? []).reduce((sum, count) => sum + count, 0);
        expect(group?.seeds).toEqual([0, 1, 2]);
        expect(group?.mean).toBeCloseTo(right / 3 / (totals.get(slug) ?? 0), 12);
      }
    const ranked = (answer.all?.nodes ?? []).toSorted((one, other) => other.mean - one.mean);
    expect(ranked.map(({ model }) => model.name)).toEqual(["strong", "weak"]);
  });
});
