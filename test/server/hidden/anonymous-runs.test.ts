import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "./hidden-benchmark.ts";

/*
 * A run that does not beat its owner's best run shows the best run's scores again. An anonymous run shows no score in this
 * case, because equal scores would show that it has the same owner as a run with a name.
 */

const COUNT = 200;
const RUN = "id anonymous model { name } score { value repeatsBest } breakdown(by: [TASK]) { score { value } }";

interface ShownRun {
  readonly id: string;
  readonly anonymous: boolean;
  readonly score: { readonly value: number; readonly repeatsBest: boolean } | null;
  readonly breakdown: readonly object[];
}

let server: TestServer;
let hidden: HiddenBenchmark;
beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: COUNT });
  await liftQuota(server, hidden.slug);
});
afterAll(() => server.close());

/** Labels for all questions. The given share of them is right. */
const right = (share: number): string[] =>
  hidden.labels.map((label, index) => (index < share * COUNT ? label : (LABELS.find((one) => one !== label) ?? "A")));

const submit = (key: string, share: number, model: string, anonymous: boolean) =>
  server.submit<{ id: string }>(
    {
      benchmark: hidden.slug,
      predictions: answering(hidden.keys, right(share)),
      visibility: "PUBLIC",
      model: { name: model },
      anonymous,
    },
    { key },
  );

const shown = async (run: string, key: string | null): Promise<ShownRun> =>
  (await server.data<{ run: ShownRun }>(`{ run(id: "${run}") { ${RUN} } }`, {}, { key })).run;

const exported = async (run: string, format: string): Promise<{ status: number; text: string }> => {
  const response = await server.app.request(`/export/runs/${run}?format=${format}`);
  const headers = decodeURI(response.headers.get("x-export-warnings") ?? "");
  return { status: response.status, text: headers + (await response.text()) };
};

describe("an anonymous run that does not beat its owner's best run", () => {
  let owner: string;
  let [named, anonymous, weaker] = ["", "", ""];
  beforeAll(async () => {
    owner = await keyOf(server, "ann");
    named = (await submit(owner, 0.8, "Named Net", false)).id;
    anonymous = (await submit(owner, 0.3, "Veiled Net", true)).id;
    weaker = (await submit(owner, 0.2, "Other Net", false)).id;
  });

  it("shows no score to others, and the best run's score to its owner", async () => {
    const other = await keyOf(server, "bob");
    const best = await shown(named, null);
    expect(best.score?.repeatsBest).toBe(false);
    for (const key of [null, other]) {
      expect(await shown(anonymous, key)).toMatchObject({ anonymous: true, score: null, breakdown: [] });
      // Runs with names may have equal scores, because everyone may know that they have one owner.
      expect((await shown(weaker, key)).score).toEqual({ value: best.score?.value, repeatsBest: true });
    }
    expect((await shown(anonymous, owner)).score).toEqual({ value: best.score?.value, repeatsBest: true });
  });

  it("has no score in exports, and no entry on the leaderboard", async () => {
    const value = String((await shown(named, null)).score?.value);
    expect((await exported(anonymous, "model-card")).status).toBe(409);
    for (const format of ["eee", "lmms-eval-results"]) {
      const { status, text } = await exported(anonymous, format);
      expect([format, status]).toEqual([format, 200]);
      expect(text).not.toContain(value);
      expect(text).toContain("SCORE_NOT_SHOWN");
    }
    const { leaderboard } = await server.data<{ leaderboard: { nodes: { run: { id: string } }[] } }>(
      `{ leaderboard(benchmark: "secrets") { nodes { ... on RankedRun { run { id } } } } }`,
      {},
      { key: null },
    );
    expect(leaderboard.nodes.map(({ run }) => run.id)).not.toContain(anonymous);
  });

  it("shows the best run's score again once it is named", async () => {
    await server.data(`mutation { nameRun(input: { run: "${anonymous}" }) { __typename } }`, {}, { key: owner });
    const best = await shown(named, null);
    expect((await shown(anonymous, null)).score).toEqual({ value: best.score?.value, repeatsBest: true });
  });
});

describe("an anonymous run that is its owner's best", () => {
  it("shows its own score, and no other model's run shows it", async () => {
    const owner = await keyOf(server, "cleo");
    const best = (await submit(owner, 0.7, "Best Net", true)).id;
    const same = (await submit(owner, 0.4, "Best Net", true)).id;
    const named = (await submit(owner, 0.4, "Plain Net", false)).id;
    const pseudonym = (await submit(owner, 0.4, "Third Net", true)).id;
    const { score } = await shown(best, null);
    expect(score?.repeatsBest).toBe(false);
    // Everyone sees that the runs of one pseudonym are of one model.
    expect((await shown(same, null)).score).toEqual({ value: score?.value, repeatsBest: true });
    for (const run of [named, pseudonym]) expect((await shown(run, null)).score).toBeNull();
  });
});

describe("a public run without a question that can be scored", () => {
  it("has exports that state this reason, and not that it did not beat another run", async () => {
    const captions = await importHidden(server, {
      slug: "captions",
      count: 20,
      question: () => ({ answerFormat: "CAPTION", options: undefined, answer: ["It rings."] }),
    });
    const run = await server.submit<{ id: string; status: string }>(
      {
        benchmark: captions.slug,
        predictions: captions.keys.map((question) => ({ question, response: "a bell" })),
        visibility: "PUBLIC",
        model: { name: "Captioner" },
      },
      { key: await keyOf(server, "dora"), fields: "id status" },
    );
    expect(run.status).toBe("SCORED");
    expect((await shown(run.id, null)).score).toBeNull();
    const card = await exported(run.id, "model-card");
    expect(card).toEqual({ status: 409, text: expect.stringContaining("No question of the release can be scored") });
    expect((await exported(run.id, "eee")).text).not.toContain("SCORE_NOT_SHOWN");
  });
});
