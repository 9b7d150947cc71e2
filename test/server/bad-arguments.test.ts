import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { ask, expectFault, type Fault } from "./faults.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Row<T> = readonly [name: string, request: T, ...fault: Fault];
const bad = "BAD_USER_INPUT";
const NUL = "a\0b";

const nested = (depth: number, inner: object = {}): object => (depth === 0 ? inner : { not: nested(depth - 1, inner) });

describe("an invalid argument is refused", () => {
  const cursor = (list: string, ...values: unknown[]): string =>
    Buffer.from(JSON.stringify([list, ...values])).toString("base64url");
  const ordinal = "questions:ORDINAL:ASC";
  const duration = "questions:DURATION:ASC";
  const byDuration = "{field:DURATION}";

  it.each<Row<string>>([
    ["first: -1", "questions(first:-1){totalCount}", bad, /'first' must be from 0 to 1000/],
    ["first too large", "questions(first:1001){totalCount}", bad, /'first' must be from 0 to 1000/],
    ["first too large for another list", "runs(first:101){totalCount}", bad, /'first' must be from 0 to 100/],
    ["last: -1", "videos(last:-1){totalCount}", bad, /'last' must be/],
    ["first and last", "questions(first:1,last:1){totalCount}", bad, /not both/],
    ["no dimension", "facets(by:[]){dimension}", bad, /'by' must name/],
    ["one dimension twice", "facets(by:[TASK,TASK]){dimension}", bad, /TASK twice/],
    [
      "a text of symbols alone",
      'questions(filter:{text:"& (!"}){totalCount}',
      bad,
      /'text' must hold at least one word/,
    ],
    [
      "a text of stop words alone in the filter of videos",
      'videos(filter:{questions:{not:{text:"the -of"}}}){totalCount}',
      "INVALID_FILTER",
      /'filter.questions.not.text': 'the -of' holds no word that is searched/,
    ],
    ["an unknown bucket", 'questions(filter:{durationBuckets:["x"]}){totalCount}', bad, /'durationBuckets' accepts/],
    ["no word", 'questions(filter:{text:"  "}){totalCount}', bad, /'text'/],
    ["an infinite number", "questions(filter:{durationSeconds:{lt:-1e999}}){totalCount}", bad, /'durationSeconds.lt'/],
    ["a text for a number", 'questions(filter:{durationSeconds:{lt:"NaN"}}){totalCount}', bad, /Float/],
    ["an id of another type", 'questions(filter:{videos:["run_1"]}){totalCount}', bad, /id of a Video/],
    ["an id out of range", 'questions(filter:{videos:["video_99999999999"]}){totalCount}', bad, /id of a Video/],
    [
      "a day that does not exist",
      'runs(filter:{createdAt:{gte:"2026-02-30"}}){totalCount}',
      bad,
      /'createdAt.gte' must be/,
    ],
    [
      "an instant without a zone",
      'runs(filter:{not:{createdAt:{lt:"2026-02-20T10:00"}}}){totalCount}',
      bad,
      /ISO 8601/,
    ],
    ["a size that is too large", "runs(filter:{parameterCount:{gte:1e999}}){totalCount}", bad, /parameterCount.gte/],
    [
      "a share that is too large",
      "facets(by:TASK,filter:{audioStepShare:{lt:1e999}}){dimension}",
      bad,
      /audioStepShare.lt/,
    ],
    [
      "a filter of runs that is 11 deep",
      `runs(filter:${"{not:".repeat(10)}{mine:true}${"}".repeat(10)}){totalCount}`,
      bad,
      /10 levels/,
    ],
    ["101 filters of runs", `runs(filter:{or:[${"{mine:true}".repeat(100)}]}){totalCount}`, bad, /100 filters/],
    ["a wrong id deep in a filter", 'runs(filter:{or:[{not:{releases:["x"]}}]}){totalCount}', bad, /id of a Release/],
    ["a text that is not an id", 'runs(filter:{releases:["1; drop table runs"]}){totalCount}', bad, /id of a Release/],
    ["a filter 50 deep", `questions(filter:${"{not:".repeat(50)}{}${"}".repeat(50)}){totalCount}`, bad, /10 levels/],
    ["a text that is not a cursor", 'questions(after:"!"){totalCount nodes{id}}', bad, /not a cursor/],
    ...["questions", "videos", "runs", "models", "leaderboard"].map((list) => {
      const benchmark = list === "leaderboard" ? 'benchmark:"omnidex-demo",' : "";
      return [
        `an invalid cursor of ${list}, with only totalCount`,
        `${list}(${benchmark}after:"!"){totalCount}`,
        bad,
        /not a cursor/,
      ] as const;
    }),
    [
      "a cursor of another list, with only totalCount",
      `videos(before:"${cursor("questions:KEY:ASC", "1", "1")}"){totalCount}`,
      bad,
      /another list/,
    ],
    [
      "a cursor of another list",
      `questions(after:"${cursor("videos:ORDINAL:ASC", "1", "1")}"){nodes{id}}`,
      bad,
      /another list/,
    ],
    [
      "a cursor of another order",
      `questions(after:"${cursor(ordinal, "1", "1")}",orderBy:${byDuration}){nodes{id}}`,
      bad,
      /another order/,
    ],
    [
      "a cursor with SQL in it",
      `questions(after:"${cursor(ordinal, "1", "1) or true --")}"){nodes{id}}`,
      bad,
      /not a cursor/,
    ],
    [
      "a cursor with NUL",
      `questions(before:"${cursor("questions:KEY:ASC", NUL, "1", "1")}",orderBy:{field:KEY}){nodes{id}}`,
      bad,
      /not a cursor/,
    ],
    ["a cursor with a fraction", `questions(after:"${cursor(ordinal, "1.5", "1")}"){nodes{id}}`, bad, /not a cursor/],
    [
      "a cursor with an integer out of range",
      `questions(after:"${cursor(ordinal, "1", "2147483648")}"){nodes{id}}`,
      bad,
      /not a cursor/,
    ],
    [
      "a cursor with a number in place of a string",
      `questions(after:"${cursor(ordinal, 1, 1)}"){nodes{id}}`,
      bad,
      /not a cursor/,
    ],
    ["a cursor with too few values", `questions(after:"${cursor(ordinal, "1")}"){nodes{id}}`, bad, /not a cursor/],
    ...["1e999", "1e-999", "NaN", "0x1", ""].map(
      (number): Row<string> => [
        `a cursor with ${number} seconds`,
        `questions(after:"${cursor(duration, number, "1", "1")}",orderBy:${byDuration}){nodes{id}}`,
        bad,
        /not a cursor/,
      ],
    ),
    ...["now", "2026-02-30 00:00:00+00", "2026-01-01 25:00:00+00", "2026-01-01 00:00:00+99", "infinity"].map(
      (instant): Row<string> => [
        `a cursor at ${instant}`,
        `runs(after:"${cursor("runs:CREATED_AT:DESC", instant, "1")}"){nodes{id}}`,
        bad,
        /not a cursor/,
      ],
    ),
    ["101 ids", `nodes(ids:[${'"run_1",'.repeat(101)}]){id}`, bad, /at most 100/],
    [
      "a comparison with a node that is not a run",
      'compareRuns(a:"run_1",b:"x"){n}',
      bad,
      /'b' must be the id of a Run/,
    ],
    ["a comparison with a missing run", 'compareRuns(a:"run_1",b:"run_999999"){n}', "NOT_FOUND", /run_999999/],
    ["a leaderboard of an unknown benchmark", 'leaderboard(benchmark:"none"){totalCount}', "NOT_FOUND", /'none'/],
    ["an unknown extractor", 'run(id:"run_1"){audit(extractor:"none"){differences}}', bad, /none/],
  ])("%s", async (_, field, ...fault) => expectFault(server, await ask(server, `{${field}}`), fault));

  it.each<Row<object>>([
    ["50 deep", nested(50), bad, /10 levels/],
    ["with 20,000 values", { keys: Array.from({ length: 20_000 }, (_, i) => `${i}`) }, bad, /10000 values/],
    ["whose text is too long", { text: "w or ".repeat(4000) }, bad, /1000 characters/],
    [
      "with 20,000 filters",
      { or: Array.from({ length: 20_000 }, () => ({ requiresAudio: true })) },
      bad,
      /10000 values and filters/,
    ],
    [
      "with 700 different conditions",
      { or: Array.from({ length: 700 }, (_, i) => ({ categories: [`k${i}`] })) },
      bad,
      /200 conditions/,
    ],
    ["with an unknown level", { levels: ["WISDOM"] }, bad, /WISDOM/],
    ...["benchmarks", "tasks", "categories", "subsets", "keys"].map(
      (field): Row<object> => [`with NUL in ${field}`, { [field]: [NUL] }, bad, /NUL/],
    ),
    ["with NUL in text", { text: NUL }, bad, /NUL/],
    ["with NUL in videos", { videos: [NUL] }, bad, /id of a Video/],
  ])("an invalid filter in variables is refused: %s", async (_, filter, ...fault) => {
    await expectFault(
      server,
      await ask(server, "query($filter:QuestionFilter){questions(filter:$filter){totalCount}}", { filter }),
      fault,
    );
  });

  it.each([
    "benchmark(slug:$nul){id}",
    "videos(filter:{keys:[$nul]}){totalCount}",
    "runs(filter:{prompts:[$nul]}){totalCount}",
    "runs(filter:{models:[$nul]}){totalCount}",
    "runs(filter:{not:{organizations:[$nul]}}){totalCount}",
    "publishedResults(filter:{sources:[$nul]}){totalCount}",
    "leaderboard(benchmark:$nul){totalCount}",
  ])("a NUL character in %s is refused", async (field) => {
    await expectFault(server, await ask(server, `query($nul:String!){${field}}`, { nul: NUL }), [bad, /NUL/]);
  });

  it.each([
    ["half a surrogate pair in a text", { text: "nowhere\udc00" }],
    ["the largest number", { durationSeconds: { gt: 1e308 } }],
  ])("a valid filter that matches nothing returns nothing: %s", async (_, filter) => {
    const found = await server.data<{ questions: { totalCount: number } }>(
      "query($filter:QuestionFilter){questions(filter:$filter){totalCount}}",
      { filter },
    );
    expect(found.questions.totalCount).toBe(0);
  });

  it("a valid filter may have 10 levels", async () => {
    const found = await server.data<Record<"all" | "filtered", { totalCount: number }>>(
      "query($filter:QuestionFilter){all:questions{totalCount} filtered:questions(filter:$filter){totalCount}}",
      { filter: nested(9, { text: "nowhere to be found" }) },
    );
    expect(found.all.totalCount).toBeGreaterThan(0);
    expect(found.filtered).toEqual(found.all);
  });

  it.each(["question_0", "question_2147483648", "question_-1", "thing_1", "", NUL, "question_2147483647"])(
    "no object has the id %j",
    async (id) => {
      expect(
        await server.data("query($id:ID!){node(id:$id){id} nodes(ids:[$id]){id} run(id:$id){id}}", { id }),
      ).toEqual({
        node: null,
        nodes: [null],
        run: null,
      });
    },
  );
});
