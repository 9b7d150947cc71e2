import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, importHidden, keyOf } from "./hidden-benchmark.ts";

const COUNT = 200;
const LOUD = { keys: ["q0011"] };

let server: TestServer;
let reader: string;
let run: string;

beforeAll(async () => {
  server = await createTestServer();
  // The task "Most" has all questions but one. The subset "half" has one question more than the level REASONING.
  const near = await importHidden(server, {
    slug: "near",
    count: COUNT,
    question: (index) => ({
      task: index === 11 ? "Odd" : "Most",
      level: index % 2 === 0 ? "PERCEPTION" : "REASONING",
      subset: index % 2 === 1 || index === 0 ? "half" : "rest",
    }),
  });
  reader = await keyOf(server, "reader");
  const predictions = answering(near.keys, near.labels);
  run = (await server.submit<{ id: string }>({ benchmark: "near", predictions }, { key: reader })).id;
});
afterAll(() => server.close());

const ask = (field: string, variables: object = {}) =>
  server.request<{ run: { asked: unknown } }>(
    `query ($filter: QuestionFilter) { run(id: "${run}") { asked: ${field} all: score(filter: $filter) { n } } }`,
    variables,
    { key: reader },
  );
const cells = async (dimension: string): Promise<readonly string[]> =>
  ((await ask(`breakdown(by: [${dimension}]) { keys { key } }`)).data.run.asked as { keys: { key: string }[] }[]).map(
    ({ keys }) => keys[0]?.key ?? "",
  );

it("no score is shown for a value whose questions differ by fewer than 20 from another set with a score", async () => {
  expect(await cells("LEVEL")).toEqual(["PERCEPTION", "REASONING"]);
  expect(await cells("TASK")).toEqual([]);
  expect(await cells("SUBSET")).toEqual([]);
  for (const filter of [{ tasks: ["most"] }, { subsets: ["half"] }, { not: LOUD }]) {
    const { errors } = await ask("score(filter: $filter) { value }", { filter });
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  }
  const { errors } = await ask("score(filter: $filter) { value }", { filter: { tasks: ["most"] } });
  expect(errors?.[0]?.message).toMatch(/differs by fewer than 20 questions from another one/);
});
