import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeFailure } from "../../../src/cli/failure/command-failure.ts";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { exportPath } from "../export/export-client.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "../hidden/hidden-benchmark.ts";

const COUNT = 40;
const BOARD = `query ($filter: QuestionFilter) { leaderboard(benchmark: "open", filter: $filter) {
  questions nodes { ... on RankedRun { rank run { model { name } breakdown(by: [LEVEL], filter: $filter) { score { n } } } score { value n } } } } }`;
const LIST = `query ($filter: QuestionFilter) { questions(filter: $filter, first: 1000) { totalCount nodes { key } } }`;

interface Board {
  readonly questions: number;
  readonly nodes: readonly {
    readonly rank: number;
    readonly run: {
      readonly model: { readonly name: string };
      readonly breakdown: readonly { readonly score: { readonly n: number } }[];
    };
    readonly score: { readonly value: number; readonly n: number };
  }[];
}

let server: TestServer;
let open: HiddenBenchmark;
let hidden: HiddenBenchmark;
const keys: Record<"mia" | "owner" | "neighbour", string> = { mia: "", owner: "", neighbour: "" };

const submit = (benchmark: HiddenBenchmark, name: string, labels: readonly string[]) =>
  server.submit<{ readonly id: string }>(
    {
      benchmark: benchmark.slug,
      visibility: "PUBLIC",
      model: { name },
      predictions: answering(benchmark.keys, labels),
    },
    { key: keys.owner },
  );

/** The right labels, except for the questions at some ordinals, which get a wrong label. */
const wrongAt = ({ labels }: HiddenBenchmark, ordinals: readonly number[]): string[] =>
  labels.map((label, ordinal) =>
    ordinals.includes(ordinal) ? (LABELS.find((other) => other !== label) ?? "A") : label,
  );

const review = (benchmark: HiddenBenchmark, ordinal: number, verdict: string): Promise<unknown> =>
  server.data(
    "mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) { review { verdict } } }",
    { input: { benchmark: benchmark.slug, question: benchmark.keys[ordinal], verdict, reason: "looked at" } },
    { key: keys.mia },
  );

const board = async (filter: QuestionFilter): Promise<Board> =>
  (await server.data<{ leaderboard: Board }>(BOARD, { filter }, { key: null })).leaderboard;
const listed = async (filter: QuestionFilter, key: string | null = null): Promise<readonly string[]> =>
  (await server.data<{ questions: { nodes: { key: string }[] } }>(LIST, { filter }, { key })).questions.nodes.map(
    ({ key: name }) => name,
  );
const ranking = ({ nodes }: Board) => nodes.map(({ rank, run, score }) => [rank, run.model.name, score.value]);

const OPEN = { benchmarks: ["open"] };
const CLEAR = { ...OPEN, keyAmbiguous: false };

beforeAll(async () => {
  server = await createTestServer();
  open = await importHidden(server, { slug: "open", count: COUNT, access: "visible" });
  hidden = await importHidden(server, { slug: "secrets", count: COUNT });
  for (const name of ["mia", "owner", "neighbour"] as const) keys[name] = await keyOf(server, name);
  for (const [benchmark, owner] of [
    ["open", "mia"],
    ["secrets", "mia"],
    ["open", "neighbour"],
  ])
    await server.data("mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }", {
      input: { benchmark, owner },
    });
  for (const { slug } of [open, hidden]) await liftQuota(server, slug);
  await submit(open, "misses-two", wrongAt(open, [3, 8]));
  await submit(open, "misses-three", wrongAt(open, [8, 20, 21]));
  await submit(hidden, "some", hidden.labels);
});
afterAll(() => server.close());

describe("a slice without ambiguous keys", () => {
  it("contains all questions while no key of a benchmark is reviewed, and returns a warning", async () => {
    const { slice } = await server.data<{ slice: { warnings: readonly object[] } }>(
      `{ slice(filter: { benchmarks: ["open"], not: { keyAmbiguous: true } }) { warnings { path benchmark message } } }`,
      {},
      { key: null },
    );
    const message = "No key of open has been reviewed, so the condition matches no question of it.";
    expect(slice.warnings).toEqual([{ path: "filter.not.keyAmbiguous", benchmark: "open", message }]);
    expect(await listed(CLEAR)).toEqual(open.keys);
    expect(await listed({ ...OPEN, keyAmbiguous: true })).toEqual([]);
  });

  it("follows the reviews: its questions, scores and leaderboard change with each review", async () => {
    expect(ranking(await board(CLEAR))).toEqual([
      [1, "misses-two", 38 / COUNT],
      [2, "misses-three", 37 / COUNT],
    ]);
    await review(open, 20, "AMBIGUOUS");
    await review(open, 21, "AMBIGUOUS");
    const without = await board(CLEAR);
    expect(without.questions).toBe(COUNT - 2);
    expect(ranking(without)).toEqual([
      [1, "misses-three", 37 / 38],
      [2, "misses-two", 36 / 38],
    ]);
    for (const { run } of without.nodes)
      expect(run.breakdown.reduce((sum, { score }) => sum + score.n, 0)).toBe(COUNT - 2);
    expect(await listed({ ...OPEN, keyAmbiguous: true })).toEqual([open.keys[20], open.keys[21]]);
    expect(await listed(CLEAR)).toHaveLength(COUNT - 2);
    // Scores over all questions have not changed.
    expect(ranking(await board(OPEN))[0]).toEqual([1, "misses-two", 38 / COUNT]);
    await review(open, 20, "RIGHT");
    expect(await listed({ ...OPEN, keyAmbiguous: true })).toEqual([open.keys[21]]);
    expect((await board(CLEAR)).questions).toBe(COUNT - 1);
    await review(open, 20, "AMBIGUOUS");
    expect(ranking(await board(CLEAR))).toEqual(ranking(without));
  });

  it("changes the ETag of its exported file after a review", async () => {
    const path = exportPath("ndjson", { ...OPEN, keyAmbiguous: true });
    const before = await server.app.request(path);
    const etag = before.headers.get("etag") ?? "";
    expect((await before.text()).trim().split("\n")).toHaveLength(2);
    expect((await server.app.request(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    await review(open, 22, "AMBIGUOUS");
    const after = await server.app.request(path, { headers: { "if-none-match": etag } });
    expect(after.status).toBe(200);
    expect((await after.text()).trim().split("\n")).toHaveLength(3);
  });
});

describe("a filter by ambiguous keys on a benchmark with hidden answers", () => {
  const callers = [
    ["a caller without a key", () => null],
    ["the owner of a run", () => keys.owner],
    ["the maintainer of another benchmark", () => keys.neighbour],
  ] as const;
  const documents = [
    `{ questions(filter: { benchmarks: ["secrets"], keyAmbiguous: true }) { totalCount } }`,
    `{ questions(filter: { keyAmbiguous: false }) { totalCount } }`,
    `{ questions(filter: { or: [{ benchmarks: ["open"] }, { not: { keyAmbiguous: false } }] }) { totalCount } }`,
    `{ videos(filter: { questions: { keyAmbiguous: true } }) { totalCount } }`,
    `{ facets(filter: { benchmarks: ["secrets"], keyAmbiguous: true }, by: [LEVEL]) { values { questions } } }`,
    `{ leaderboard(benchmark: "secrets", filter: { keyAmbiguous: false }) { questions } }`,
    `{ runs(filter: { benchmarks: ["secrets"] }) { nodes { score(filter: { keyAmbiguous: false }) { n } } } }`,
    `{ runs { nodes { predictions(filter: { questions: { keyAmbiguous: true } }) { totalCount } } } }`,
    `mutation { storeSubset(input: { benchmark: "secrets", size: 1, filter: { keyAmbiguous: false } }) { subset { keys } } }`,
  ];

  it.each(callers)("is refused to %s, in every field that has the filter", async (_, key) => {
    await review(hidden, 5, "AMBIGUOUS");
    for (const document of documents) {
      const { data, errors } = await server.request(document, {}, { key: key() });
      expect(Object.values(data ?? {}), document).toEqual([]);
      const codes = document.startsWith("mutation") && key() === null ? ["UNAUTHENTICATED"] : ["FORBIDDEN"];
      expect(
        errors?.map(({ extensions }) => extensions.code),
        document,
      ).toEqual(codes);
    }
    const headers = key() === null ? {} : { authorization: `Bearer ${key()}` };
    const file = await server.app.request(exportPath("csv", { benchmarks: ["secrets"], keyAmbiguous: true }), {
      headers,
    });
    expect(file.status).toBe(403);
    // Everyone may use the filter if it is limited to other benchmarks.
    expect(await listed({ benchmarks: ["open"], keyAmbiguous: true }, key())).toHaveLength(3);
  });

  it.each(callers)("can be applied to runs of other benchmarks by %s", async (_, key) => {
    const other = await submit(open, "misses-one", wrongAt(open, [8]));
    const second = await submit(open, "misses-four", wrongAt(open, [1, 2, 3, 4]));
    const secret = await submit(hidden, "all", hidden.labels);
    const ask = (document: string) => server.request(document, {}, { key: key() });
    const CONDITION = "filter: { keyAmbiguous: false }";
    for (const document of [
      `{ run(id: "${other.id}") { score(${CONDITION}) { n } breakdown(by: [LEVEL], ${CONDITION}) { score { n } } } }`,
      `{ run(id: "${other.id}") { predictions(filter: { questions: { keyAmbiguous: false } }) { totalCount } } }`,
      `{ compareRuns(a: "${other.id}", b: "${second.id}", ${CONDITION}) { n } }`,
      `{ nextQuestions(run: "${other.id}", ${CONDITION}) { evidence { runs } } }`,
    ])
      expect((await ask(document)).errors, document).toBeUndefined();
    for (const document of [
      `{ run(id: "${secret.id}") { score(${CONDITION}) { n } } }`,
      `{ run(id: "${other.id}") { model { runs { nodes { score(${CONDITION}) { n } } } } } }`,
      `{ compareRuns(a: "${other.id}", b: "${secret.id}", ${CONDITION}) { n } }`,
      `{ nextQuestions(run: "${secret.id}", ${CONDITION}) { evidence { runs } } }`,
    ])
      expect(
        (await ask(document)).errors?.map(({ extensions }) => extensions.code),
        document,
      ).toEqual(["FORBIDDEN"]);
  });

  it("is refused by the CLI under the names of its own options", async () => {
    const { errors } = await server.request(
      "{ questions(filter: { keyAmbiguous: false }) { totalCount } }",
      {},
      { key: null },
    );
    const { message = "", extensions } = errors?.[0] ?? {};
    const refusal = Object.assign(new Error(message), { name: "OmnidexError", ...extensions });
    expect(describeFailure(refusal).message).toBe(
      "--ambiguous-keys and --no-ambiguous-keys: The reviews of keys are not shown where answers are hidden, as in secrets. Limit the questions to other benchmarks with --benchmark.",
    );
  });

  it.each(callers)("gives %s no warnings, which would reveal reviews", async (_, key) => {
    const { slice } = await server.data<{ slice: { warnings: { benchmark: string }[] } }>(
      "{ slice(filter: { keyAmbiguous: true }) { warnings { benchmark } } }",
      {},
      { key: key() },
    );
    expect(slice.warnings.map(({ benchmark }) => benchmark)).not.toContain("secrets");
  });

  it("is allowed to maintainers and administrators", async () => {
    const ambiguous = { benchmarks: ["secrets"], keyAmbiguous: true };
    for (const key of [keys.mia, ADMIN_KEY]) expect(await listed(ambiguous, key)).toEqual([hidden.keys[5]]);
    const document = `{ leaderboard(benchmark: "secrets", filter: { keyAmbiguous: false }) { questions } }`;
    expect(await server.data(document, {}, { key: keys.mia })).toEqual({ leaderboard: { questions: COUNT - 1 } });
  });
});
