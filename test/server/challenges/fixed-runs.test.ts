import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  liftQuota,
  wrongLabel,
} from "../hidden/hidden-benchmark.ts";
import { closeChallenge } from "./close-challenge.ts";

const COUNT = 200;
const FIRST = "2026-01-01T00:00:00.000Z";
const SECOND = "2026-02-01T00:00:00.000Z";
const FAR = "2999-01-01T00:00:00.000Z";

let server: TestServer;
const keys: Record<string, string> = {};
beforeAll(async () => {
  server = await createTestServer();
  for (const owner of ["ann", "bob"]) keys[owner] = await keyOf(server, owner);
});
afterAll(() => server.close());

async function split(slug: string): Promise<HiddenBenchmark> {
  const benchmark = await importHidden(server, { slug, count: COUNT, share: 0.5 });
  await liftQuota(server, slug);
  await openBoard(slug, FAR);
  return benchmark;
}

/** Submits a run with this share of right answers, in percent. */
async function submit({ slug, keys: questions, labels }: HiddenBenchmark, owner: string, right: number) {
  const answers = labels.map((label, index) => ((index * 37) % 100 < right ? label : wrongLabel(label)));
  const run = { benchmark: slug, model: { name: `${owner} ${right}` }, visibility: "PUBLIC" };
  const input = { ...run, predictions: answering(questions, answers) };
  return (await server.submit<{ id: string }>(input, { key: keys[owner] as string })).id;
}

const openBoard = (benchmark: string, privateOpensAt: string) =>
  server.data("mutation ($input: MovePrivateBoardInput!) { movePrivateBoard(input: $input) { __typename } }", {
    input: { benchmark, privateOpensAt },
  });

const choose = async (benchmark: string, owner: string, runs: readonly string[]): Promise<string | null> =>
  (
    await server.request(
      "mutation ($input: ChooseFinalRunsInput!) { chooseFinalRuns(input: $input) { __typename } }",
      { input: { benchmark, runs } },
      { key: keys[owner] as string },
    )
  ).errors?.[0]?.message ?? null;

/** Every run with a score on a private board that a reader without a key can find. */
async function shown(benchmark: string, closings: readonly string[]): Promise<readonly string[]> {
  const boards = closings.map(
    (closedAt, index) =>
      `b${index}: finalBoard(benchmark: "${benchmark}", closedAt: "${closedAt}") { privateEntries { run } }`,
  );
  const { leaderboard, runs, ...sealed } = await server.data<
    Record<string, unknown> & {
      leaderboard: { nodes: { run: { id: string } }[] };
      runs: { nodes: { id: string; score: object | null }[] };
    }
  >(
    `{ leaderboard(benchmark: "${benchmark}", board: PRIVATE) { nodes { ... on RankedRun { run { id } } } }
      runs(first: 50, filter: { benchmarks: ["${benchmark}"] }) { nodes { id score(board: PRIVATE) { value } } } ${boards.join(" ")} }`,
    {},
    { key: null },
  );
  const entries = Object.values(sealed as Record<string, { privateEntries: { run: string }[] | null }>);
  return [
    ...leaderboard.nodes.map(({ run }) => run.id),
    ...runs.nodes.flatMap(({ id, score }) => (score === null ? [] : [id])),
    ...entries.flatMap(({ privateEntries }) => privateEntries ?? []).map(({ run }) => run),
  ];
}

it("a final board fixes the runs of the private board, whether they were chosen or not", async () => {
  const benchmark = await split("fixed");
  const { slug } = benchmark;
  const bob = [await submit(benchmark, "bob", 10), await submit(benchmark, "bob", 40)];
  const others = [await submit(benchmark, "bob", 80), await submit(benchmark, "bob", 5)];
  const ann = [await submit(benchmark, "ann", 30), await submit(benchmark, "ann", 60)];
  expect(await choose(slug, "bob", bob)).toBeNull();
  await closeChallenge(server, slug, FIRST);
  expect(await choose(slug, "bob", others)).toMatch(/The final board of 'fixed' is stored/);
  // Without a closing date, the challenge goes on.
  await server.data(`mutation { configureChallenge(input: { benchmark: "${slug}" }) { __typename } }`);
  expect(await choose(slug, "bob", others)).toBeNull();
  await submit(benchmark, "ann", 95);
  await openBoard(slug, SECOND);
  expect(new Set(await shown(slug, [FIRST]))).toEqual(new Set([...bob, ...ann]));
});

it("if a challenge is prolonged, runs can be chosen again, and only the latest final board shows its private part", async () => {
  const benchmark = await split("prolonged");
  const { slug } = benchmark;
  const bob = [await submit(benchmark, "bob", 10), await submit(benchmark, "bob", 40)];
  await choose(slug, "bob", bob);
  await closeChallenge(server, slug, FIRST);
  await closeChallenge(server, slug, FAR);
  const later = [await submit(benchmark, "bob", 80), await submit(benchmark, "bob", 5)];
  expect(await choose(slug, "bob", later)).toBeNull();
  await closeChallenge(server, slug, SECOND);
  await openBoard(slug, "2026-03-01T00:00:00.000Z");
  expect(new Set(await shown(slug, [FIRST, SECOND]))).toEqual(new Set(later));
});
