import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, liftQuota } from "./hidden-benchmark.ts";

const DECLARE = `mutation ($input: DeclareSliceInput!) {
  declareSlice(input: $input) { release { declaredSlices { name filter questionCount } } } }`;
const REMOVE = `mutation ($input: RemoveDeclaredSliceInput!) {
  removeDeclaredSlice(input: $input) { release { declaredSlices { name } } } }`;
const SCORE = `query ($run: ID!, $filter: QuestionFilter) { run(id: $run) { score(filter: $filter) { value n coarse } } }`;

/** A slice by task and level of the hidden benchmark, which has 200 questions. */
const CROSS = { tasks: ["counting"], levels: ["REASONING"] };

let server: TestServer;
let secrets: HiddenBenchmark;
let [maintainer, submitter] = ["", ""];
let run = "";

beforeAll(async () => {
  server = await createTestServer();
  secrets = await importHidden(server);
  await liftQuota(server, "secrets");
  await server.data(`mutation { addMaintainer(input: { benchmark: "secrets", owner: "host" }) { benchmark } }`);
  [maintainer, submitter] = [await keyOf(server, "host"), await keyOf(server, "guest")];
  const predictions = answering(secrets.keys, secrets.labels);
  const input = {
    benchmark: "secrets",
    model: { name: "guest" },
    inputs: ["VIDEO"],
    visibility: "PUBLIC",
    predictions,
  };
  run = (await server.submit<{ id: string }>(input, { key: submitter })).id;
});
afterAll(() => server.close());

const declare = (name: string, filter: object, key = maintainer) =>
  server.request<{ declareSlice: { release: { declaredSlices: object[] } } }>(
    DECLARE,
    { input: { benchmark: "secrets", name, filter } },
    { key },
  );
const score = async (filter: object, key: string | null = submitter) => {
  const { data, errors } = await server.request<{ run: { score: { n: number; coarse: boolean } | null } | null }>(
    SCORE,
    { run, filter },
    { key },
  );
  return errors?.[0] ?? data.run?.score;
};

describe("a slice declared by a maintainer", () => {
  it("has coarse scores on runs and leaderboards, however it is worded", async () => {
    expect(await score(CROSS)).toMatchObject({ extensions: { code: "FORBIDDEN" } });
    const { data, errors } = await declare("deep counting", CROSS);
    expect(errors).toBeUndefined();
    const [declared] = data.declareSlice.release.declaredSlices;
    expect(declared).toMatchObject({ name: "deep counting", filter: CROSS });
    const found = await score(CROSS);
    expect(found).toMatchObject({ coarse: true, n: (declared as { questionCount: number }).questionCount });
    expect(await score({ and: [{ levels: ["REASONING"] }, { not: { not: { tasks: ["counting"] } } }] })).toEqual(found);
    const board = await server.request<{ leaderboard: { totalCount: number } }>(
      `query ($filter: QuestionFilter) { leaderboard(benchmark: "secrets", filter: $filter) { totalCount } }`,
      { filter: CROSS },
      { key: submitter },
    );
    expect(board.data.leaderboard.totalCount).toBe(1);
  });

  it("is listed for everybody, and is named when another slice is refused", async () => {
    await declare("deep counting", CROSS);
    const { data } = await server.request<{ benchmark: { releases: { declaredSlices: object[] }[] } }>(
      `{ benchmark(slug: "secrets") { releases { declaredSlices { name questionCount } } } }`,
      {},
      { key: null },
    );
    expect(data.benchmark.releases[0]?.declaredSlices).toMatchObject([{ name: "deep counting" }]);
    expect(await score({ tasks: ["order"], levels: ["REASONING"] })).toMatchObject({
      message: expect.stringContaining("over the slices 'deep counting'"),
      extensions: { details: { declared: ["deep counting"] } },
    });
  });

  it("loses its scores when it is removed", async () => {
    await declare("for a while", { tasks: ["order"], levels: ["PERCEPTION"] });
    expect(await score({ tasks: ["order"], levels: ["PERCEPTION"] })).toMatchObject({ coarse: true });
    const input = { benchmark: "secrets", name: "for a while" };
    expect((await server.request(REMOVE, { input }, { key: maintainer })).errors).toBeUndefined();
    expect(await score({ tasks: ["order"], levels: ["PERCEPTION"] })).toMatchObject({
      extensions: { code: "FORBIDDEN" },
    });
    expect((await server.request(REMOVE, { input }, { key: maintainer })).errors?.[0]?.extensions.code).toBe(
      "NOT_FOUND",
    );
  });

  it("can be declared only by maintainers and administrators", async () => {
    expect((await declare("mine", CROSS, submitter)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const { errors } = await server.request(
      DECLARE,
      { input: { benchmark: "secrets", name: "mine", filter: CROSS } },
      { key: null },
    );
    expect(errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });

  it.each([
    ["fewer than 20 questions", () => ({ keys: secrets.keys.slice(0, 19) }), /has 19 questions; at least 20/],
    ["no question", () => ({ durationSeconds: { gt: 1e9 } }), /has 0 questions/],
    ["all questions but one", () => ({ not: { keys: secrets.keys.slice(0, 1) } }), /differs from all questions by 1 /],
    [
      "a task and one more question",
      () => ({ or: [{ tasks: ["order"] }, { keys: [secrets.keys[7]] }] }),
      /differs from the questions with TASK order by 1 /,
    ],
    [
      "a declared slice without three of its questions",
      () => ({ and: [CROSS, { not: { keys: ["q0011", "q0021", "q0031"] } }] }),
      /differs from the declared slice 'deep counting' by [1-3] /,
    ],
  ])("is refused if it consists of %s", async (_, filter, message) => {
    await declare("deep counting", CROSS);
    const { errors } = await declare("too close", filter());
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("is refused if it differs too little from another one, even if both are declared at once", async () => {
    const block = secrets.keys.slice(100, 160);
    const all = await Promise.all(
      block.slice(0, 8).map((key, index) => declare(`at once ${index}`, { keys: block.filter((one) => one !== key) })),
    );
    const refused = all.flatMap(({ errors }) => errors ?? []);
    expect(refused).toHaveLength(7);
    for (const { message } of refused) expect(message).toMatch(/differs from the declared slice 'at once \d' by 1 /);
    for (const index of all.keys())
      await server.request(REMOVE, { input: { benchmark: "secrets", name: `at once ${index}` } }, { key: maintainer });
  });

  it("is refused if it and another one leave out too few questions", async () => {
    const first = { keys: secrets.keys.slice(0, 100) };
    const from = (place: number) => ({ keys: secrets.keys.slice(100, place) });
    expect((await declare("first", first)).errors).toBeUndefined();
    // The two scores, beside the score over all questions, would give the score over the ten that are left.
    expect((await declare("rest", from(190))).errors?.[0]).toMatchObject({
      message: expect.stringMatching(/differs from the complement of the declared slice 'first' by 10 questions/),
      extensions: { code: "BAD_USER_INPUT" },
    });
    for (const place of [180, 200]) {
      expect((await declare("rest", from(place))).errors).toBeUndefined();
      await server.request(REMOVE, { input: { benchmark: "secrets", name: "rest" } }, { key: maintainer });
    }
    await server.request(REMOVE, { input: { benchmark: "secrets", name: "first" } }, { key: maintainer });
  });

  it("needs a name, and is refused if 20 slices are declared already", async () => {
    expect((await declare(" ", CROSS)).errors?.[0]?.message).toMatch(/'name' must have 1 to 100 characters/);
    // Any two slices, and any slice and task, differ by at least one block of 20 questions.
    const blocks = (numbers: readonly number[]) => ({
      keys: secrets.keys.filter((_, place) => numbers.includes(Math.floor(place / 20))),
    });
    const names = Array.from({ length: 20 }, (_, index) => `place ${index}`);
    const choices = names.map((_, index) => [index % 10, (index + 1) % 10, (index + (index < 10 ? 3 : 5)) % 10]);
    const errors = [];
    for (const [index, name] of names.entries())
      errors.push((await declare(name, blocks(choices[index] ?? []))).errors);
    // The slice of the first test counts towards the limit of 20, too.
    expect(errors.slice(0, 19)).toEqual(Array(19).fill(undefined));
    expect(errors[19]?.[0]).toMatchObject({
      message: expect.stringContaining("20 declared"),
      extensions: { code: "CONFLICT" },
    });
  });
});
