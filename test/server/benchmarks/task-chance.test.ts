import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Chances = Readonly<Record<string, number | null>>;

async function chances(slug: string): Promise<Chances> {
  const { benchmark } = await server.data<{
    benchmark: { tasks: { slug: string; chance: number | null }[] };
  }>(`query ($slug: String!) { benchmark(slug: $slug) { tasks { slug chance } } }`, { slug });
  return Object.fromEntries(benchmark.tasks.map((task) => [task.slug, task.chance]));
}

const question = (key: string, task: string, options: readonly string[]) => ({
  key,
  task,
  text: "Which?",
  ...(options.length > 0 && { options }),
  answer: options[0] ?? "a bell",
});

it("the chance of a task is the mean over its questions, or the chance that it declares", async () => {
  const file = {
    benchmark: { slug: "chances", title: "Chances" },
    tasks: [
      { name: "Options", level: "REASONING" },
      { name: "Mixed", level: "REASONING", chance: 0.1 },
      { name: "Unknown", level: "REASONING" },
      { name: "Declared", level: "REASONING", chance: 0.3 },
      { name: "Unused", level: "REASONING" },
    ],
    questions: [
      question("o/0", "Options", ["a", "b"]),
      question("o/1", "Options", ["a", "b", "c", "d"]),
      question("m/0", "Mixed", ["a", "b"]),
      question("m/1", "Mixed", []),
      question("u/0", "Unknown", ["a", "b"]),
      question("u/1", "Unknown", []),
    ],
  };
  const bytes = new TextEncoder().encode(JSON.stringify(file));
  await importFiles(server.database, "chances", [{ name: "chances.json", bytes }]);
  expect(await chances("chances")).toEqual({
    options: 0.375,
    mixed: 0.3,
    unknown: null,
    declared: 0.3,
    unused: null,
  });
});

it("the chances of the demo's tasks, weighted by their questions, give the chance of its runs", async () => {
  const { facets, runs } = await server.data<{
    facets: { values: { key: string; questions: number }[] }[];
    runs: { nodes: { score: { chance: number; n: number } }[] };
  }>(`{
    facets(by: [TASK], filter: { benchmarks: ["omnidex-demo"] }) { values { key questions } }
    runs(filter: { models: ["demo-large"] }) { nodes { score { chance n } } }
  }`);
  const known = await chances("omnidex-demo");
  const tasks = facets[0]?.values ?? [];
  const sum = tasks.reduce((total, { key, questions }) => total + questions * (known[key] ?? Number.NaN), 0);
  const [run] = runs.nodes;
  expect(sum / (run?.score.n ?? 0)).toBeCloseTo(run?.score.chance ?? 0, 12);
});
