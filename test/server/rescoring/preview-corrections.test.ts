import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { type AskedQuestion, askedQuestions, correct, submit, wrongLabel } from "./rescoring-client.ts";

const DEMO = "omnidex-demo";
const PREVIEW = `mutation ($input: PreviewCorrectionsInput!) { previewCorrections(input: $input) {
  rescored changed judging affected release { version }
  standings { run { id } valueBefore valueAfter rankBefore rankAfter } } }`;
const BOARD = `{ leaderboard(benchmark: "${DEMO}", first: 1000) { nodes { rank value ... on RankedRun { run { id } } } } }`;

interface Standing {
  readonly run: { readonly id: string };
  readonly valueBefore: number;
  readonly valueAfter: number;
  readonly rankBefore: number;
  readonly rankAfter: number;
}
interface Preview {
  readonly rescored: number;
  readonly changed: number;
  readonly judging: number;
  readonly affected: number;
  readonly standings: readonly Standing[];
}

describe("a preview of corrections", () => {
  let server: TestServer;
  let questions: readonly AskedQuestion[];

  beforeAll(async () => {
    server = await createTestServer();
    questions = await askedQuestions(server, DEMO);
    for (const [place, right] of [5, 6, 4].entries()) {
      const rows = questions.map((question, index) => ({
        question: question.key,
        response: index % 10 < right ? question.label : wrongLabel(question),
      }));
      await submit(server, DEMO, `model ${place}`, rows);
    }
    await submit(server, DEMO, "private", [{ question: questions[0]?.key ?? "", response: "A" }], "PRIVATE");
  });
  afterAll(() => server.close());

  const board = async () => {
    const { leaderboard } = await server.data<{
      leaderboard: { nodes: { rank: number; value: number; run?: { id: string } }[] };
    }>(BOARD);
    return new Map(leaderboard.nodes.flatMap(({ run, rank, value }) => (run ? [[run.id, { rank, value }]] : [])));
  };

  /** Corrections of the questions that only the last of the three models has wrong. */
  const corrections = () =>
    questions
      .filter((_, index) => index % 10 === 4)
      .map((question) => ({ question: question.key, answer: wrongLabel(question) }));

  it("lists what the correction would change, and stores nothing", async () => {
    const before = await board();
    const stored = await server.data(`{ benchmark(slug: "${DEMO}") { releases { keyRevisions { revision } } }
      runs { nodes { scorings { revision score { value } } } } }`);
    const input = { benchmark: DEMO, corrections: corrections() };
    const { previewCorrections: preview } = await server.data<{ previewCorrections: Preview }>(PREVIEW, { input });
    expect(await board()).toEqual(before);
    expect(
      await server.data(`{ benchmark(slug: "${DEMO}") { releases { keyRevisions { revision } } }
      runs { nodes { scorings { revision score { value } } } } }`),
    ).toEqual(stored);

    const { rescored, changed } = await correct(server, DEMO, corrections());
    expect(preview).toMatchObject({ rescored, changed, judging: 0 });
    const after = await board();
    const moved = [...after].filter(([run, now]) => JSON.stringify(before.get(run)) !== JSON.stringify(now));
    expect(preview.standings).toEqual(
      moved.map(([run, now]) => ({
        run: { id: run },
        valueBefore: before.get(run)?.value,
        valueAfter: now.value,
        rankBefore: before.get(run)?.rank,
        rankAfter: now.rank,
      })),
    );
    expect(preview.affected).toBe(moved.length);
    expect(preview.standings.some(({ rankBefore, rankAfter }) => rankBefore !== rankAfter)).toBe(true);
  });

  it("is refused if the correction would be refused, and to callers who may not correct", async () => {
    const input = { benchmark: DEMO, corrections: [{ question: "nothing/0", answer: "A" }] };
    const wrong = await server.request(PREVIEW, { input });
    expect(wrong.errors?.[0]).toMatchObject({
      extensions: { code: "BAD_USER_INPUT", details: { issues: [{ row: 0 }] } },
    });
    const reader = await server.request(PREVIEW, { input }, { key: null });
    expect(reader.errors?.[0]).toMatchObject({ extensions: { code: "UNAUTHENTICATED" } });
  });
});
