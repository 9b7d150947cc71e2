import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const RESPONSES = [
  "The answer is 100% sure: B",
  "The answer is 1000 sure: A",
  "under_score and \\backslash",
  "underXscore",
  "Das Öl ist GRÜN",
  "",
];

describe("predictions found by a part of their response", () => {
  let server: TestServer;
  let run: string;
  let secret: string;
  const keys: string[] = [];

  beforeAll(async () => {
    server = await createTestServer();
    const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
      '{ questions(first: 6, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
    );
    keys.push(...questions.nodes.map(({ key }) => key));
    const predictions = keys.map((question, place) => ({ question, response: RESPONSES[place] }));
    run = (await server.submit({ model: { name: "talker" }, inputs: ["VIDEO"], visibility: "PUBLIC", predictions })).id;
    secret = (await server.submit({ model: { name: "secret" }, inputs: ["VIDEO"], visibility: "PRIVATE", predictions }))
      .id;
  });
  afterAll(() => server.close());

  const DOCUMENT = `query ($run: ID!, $filter: PredictionFilter, $first: Int, $after: String) {
    run(id: $run) { predictions(filter: $filter, first: $first, after: $after) {
      totalCount nodes { response } pageInfo { endCursor hasNextPage } } } }`;
  interface Answer {
    readonly run: {
      readonly predictions: {
        readonly totalCount: number;
        readonly nodes: readonly { readonly response: string }[];
        readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
      };
    } | null;
  }
  const search = async (text: string, more: object = {}, page: object = {}) =>
    (await server.data<Answer>(DOCUMENT, { run, filter: { text, ...more }, ...page })).run?.predictions;

  it.each([
    ["the answer", [0, 1]],
    ["THE ANSWER", [0, 1]],
    ["ist GR", [4]],
    ["GRÜ", [4]],
    ["100%", [0]],
    ["under_score", [2]],
    ["\\back", [2]],
    ["grün", [4]],
    ["  sure  ", [0, 1]],
    ["no such words", []],
  ])("contain '%s' literally, except for case", async (text, places) => {
    const found = await search(text);
    expect(found?.nodes.map(({ response }) => response)).toEqual(places.map((place) => RESPONSES[place]));
    expect(found?.totalCount).toBe(places.length);
  });

  it("are returned page by page, and combined with the other conditions", async () => {
    const first = await search("answer", {}, { first: 1 });
    expect(first).toMatchObject({
      totalCount: 2,
      nodes: [{ response: RESPONSES[0] }],
      pageInfo: { hasNextPage: true },
    });
    const next = await search("answer", {}, { first: 1, after: first?.pageInfo.endCursor });
    expect(next).toMatchObject({ nodes: [{ response: RESPONSES[1] }], pageInfo: { hasNextPage: false } });
    expect((await search("answer", { questions: { keys: [keys[1]] } }))?.totalCount).toBe(1);
    const outcomes = ["CORRECT", "WRONG", "UNPARSED"].map((outcome) => search("answer", { outcomes: [outcome] }));
    const counts = (await Promise.all(outcomes)).map((found) => found?.totalCount ?? 0);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(2);
  });

  it("do not include a private run of another owner", async () => {
    const { data } = await server.request(DOCUMENT, { run: secret, filter: { text: "answer" } }, { key: null });
    expect(data).toMatchObject({ run: null });
  });

  it.each([
    ["", "'filter.text' must have 1 to 200 characters; it has 0."],
    ["x".repeat(201), "'filter.text' must have 1 to 200 characters; it has 201."],
    ["a\0b", "'filter.text' must not contain a NUL character."],
  ])("are refused for the text %j", async (text, message) => {
    const { errors } = await server.request(DOCUMENT, { run, filter: { text } });
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: "BAD_USER_INPUT" } });
  });
});
