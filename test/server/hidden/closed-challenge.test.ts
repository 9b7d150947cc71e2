import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AnswerError, createTestServer, type TestServer } from "../../support/test-server.ts";
import { closeChallenge } from "../challenges/close-challenge.ts";
import { answering, importHidden, keyOf, wrongLabel } from "./hidden-benchmark.ts";

const COUNT = 200;
const PAST = "2020-01-01T00:00:00.000Z";
const FAR = "2999-01-01T00:00:00.000Z";

interface Asked {
  readonly score: { readonly n: number; readonly coarse: boolean } | null;
  readonly breakdown: readonly { readonly keys: readonly { readonly key: string }[] }[];
  readonly predictions: { readonly totalCount: number };
}

let server: TestServer;
/** A public run on each of two benchmarks: one with a single board, and one that is split. */
const runs: Record<string, string> = {};
let guest = "";
/** The guest's second run, which shows the score of the first. */
const repeated: Record<string, string> = {};
beforeAll(async () => {
  server = await createTestServer();
  guest = await keyOf(server, "guest");
  for (const slug of ["whole", "split"]) {
    const benchmark = await importHidden(server, { slug, count: COUNT });
    if (slug === "split")
      await server.data(
        `mutation ($input: SplitLeaderboardInput!) { splitLeaderboard(input: $input) { __typename } }`,
        {
          input: { benchmark: slug, publicShare: 0.5, privateOpensAt: FAR },
        },
      );
    const labels = benchmark.labels.map((label, index) => (index % 4 === 0 ? wrongLabel(label) : label));
    const input = { benchmark: slug, visibility: "PUBLIC", predictions: answering(benchmark.keys, labels) };
    runs[slug] = (await server.submit<{ id: string }>(input, { key: guest })).id;
    const worse = { ...input, predictions: answering(benchmark.keys, benchmark.labels.map(wrongLabel)) };
    repeated[slug] = (await server.submit<{ id: string }>(worse, { key: guest })).id;
  }
});
afterAll(() => server.close());

/** What a reader without a key sees of a run over a slice. */
async function ask(run: string, filter: object, board: string | null = null): Promise<Asked | AnswerError> {
  const { data, errors } = await server.request<{ run: Asked }>(
    `query ($filter: QuestionFilter, $board: Board) { run(id: "${run}") { score(filter: $filter, board: $board) { n coarse }
      breakdown(by: [TASK]) { keys { key } } predictions { totalCount } } }`,
    { filter, board },
    { key: null },
  );
  return errors?.[0] ?? data.run;
}

const export_ = async (run: string): Promise<number> =>
  (await server.app.request(`/export/runs/${run}?format=csv`)).status;

const REFUSED = { message: expect.stringMatching(/a run has one score/), extensions: { code: "FORBIDDEN" } };

describe.each(["whole", "split"])("a challenge over a release with hidden answers, %s,", (slug) => {
  const run = (): string => runs[slug] ?? "";

  it("shows one score, no breakdown and no response before it has closed", async () => {
    expect(await ask(run(), { levels: ["REASONING"] })).toMatchObject(REFUSED);
    expect(await ask(run(), {})).toMatchObject({ breakdown: [], predictions: { totalCount: 0 } });
    expect(await export_(run())).toBe(403);
  });

  it("shows scores over slices and the responses once its final board is stored", async () => {
    await closeChallenge(server, slug, PAST);
    const shown = (await ask(run(), { levels: ["REASONING"] })) as Asked;
    expect(shown.score).toEqual({ n: slug === "split" ? 50 : 100, coarse: true });
    // The responses would show what most models answer to the questions of the private board.
    expect(shown.predictions.totalCount).toBe(slug === "split" ? 0 : COUNT);
    // The task with seven questions has too few.
    expect(shown.breakdown.map(({ keys }) => keys[0]?.key)).toEqual(["counting", "order"]);
    expect(((await ask(run(), { tasks: ["rare"] })) as Asked).score).toBeNull();
    expect(await export_(run())).toBe(slug === "split" ? 403 : 200);
  });

  it("shows no other run's scores over slices", async () => {
    const again = repeated[slug] ?? "";
    const whole = (await ask(run(), {})) as Asked;
    expect(((await ask(again, {})) as Asked).score).toEqual(whole.score);
    expect((await ask(again, { levels: ["REASONING"] })) as Asked).toMatchObject({ score: null, breakdown: [] });
  });

  it.runIf(slug === "split")("never shows scores over parts of the private board", async () => {
    const moved = `mutation { movePrivateBoard(input: { benchmark: "split", privateOpensAt: "${PAST}" }) { __typename } }`;
    await server.data(moved);
    expect(((await ask(run(), {}, "PRIVATE")) as Asked).score).toMatchObject({ n: 100 });
    expect(await ask(run(), { levels: ["REASONING"] }, "PRIVATE")).toMatchObject(REFUSED);
  });

  it.runIf(slug === "whole")("hides them again if it accepts submissions again", async () => {
    await closeChallenge(server, slug, FAR);
    expect(await ask(run(), { levels: ["REASONING"] })).toMatchObject(REFUSED);
    expect(await export_(run())).toBe(403);
    // Neither does a run that is scored in the second round become visible if another release becomes current.
    await importHidden(server, { slug, count: COUNT + 4, replace: true, seed: 9 });
    expect(await export_(run())).toBe(200);
    await server.data(
      `mutation { useRelease(input: { benchmark: "${slug}", version: 1, replace: true }) { changed } }`,
    );
    expect(await export_(run())).toBe(403);
    const { keys, labels } = await importHidden(server, { slug: "unused", count: COUNT });
    await server.submit(
      { benchmark: slug, visibility: "PUBLIC", predictions: answering(keys, labels) },
      { key: guest },
    );
    await server.data(
      `mutation { useRelease(input: { benchmark: "${slug}", version: 2, replace: true }) { changed } }`,
    );
    expect(await export_(run())).toBe(403);
  });
});
