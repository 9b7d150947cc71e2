import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { answering, type FakeJudge, startFakeJudge } from "./fake-judge.ts";
import { outcomes, readRun, submit } from "./judged-runs.ts";
import { importQuestions, type JudgedServer, looksForWork, startJudgedServer } from "./judged-server.ts";

/** Responses that the extractor does not read, with what the judge says of them. */
const UNREAD: Readonly<Record<string, string>> = {
  "Like the sky on a clear day.": answering("B"),
  "The colour of blood.": answering("A"),
  "Either the first or the third.": answering(null),
  "I'm sorry, but I can't help with that.": "I would rather not say.",
};

/** Responses that no judge reads again: they are read, empty, or a failure of the API; open text is scored as it is. */
const OTHERS = ["B", "C", " ", "Error: 429 Too Many Requests", "navy blue", "turquoise"];

const RESPONSES = Object.fromEntries([
  ...[...Object.keys(UNREAD), ...OTHERS.slice(0, 4)].map((response, index) => [`c${index}`, response]),
  ["o0", OTHERS[4] ?? ""],
  ["o1", OTHERS[5] ?? ""],
]);

const RESCORE = `mutation ($input: RescoreRunInput!) { rescoreRun(input: $input) { rescored message run { id rejudging } } }`;
interface Rescored {
  readonly rescoreRun: { readonly rescored: boolean; readonly message: string; readonly run: { rejudging: boolean } };
}

describe("the unread responses of a stored run", () => {
  let base: SeededPlace;
  let judge: FakeJudge;
  let server: JudgedServer;

  beforeAll(async () => {
    base = await seededPlace();
    judge = await startFakeJudge(({ response }) => UNREAD[response] ?? answering("A"));
    server = await startJudgedServer(base, { judge: judge.url });
    await importQuestions(server);
  });
  afterAll(async () => {
    await server.close();
    await judge.close();
    await base.drop();
  });

  const judgeable = async (run: string): Promise<number | null> =>
    (await server.request<{ run: { judgeable: number | null } }>(`{ run(id: "${run}") { judgeable } }`)).data.run
      .judgeable;
  const rescore = (run: string, judged = true) =>
    server.request<Rescored>(RESCORE, { input: { run, ...(judged && { judge: true }) } });

  it("are counted, and a judge is asked about exactly these, once", async () => {
    const run = await submit(server, RESPONSES, { judge: false });
    expect(judge.received).toEqual([]);
    expect(run.counts).toMatchObject({ unparsed: 5, errored: 1 });
    expect(await judgeable(run.id)).toBe(Object.keys(UNREAD).length);
    expect((await rescore(run.id, false)).data.rescoreRun.message).toContain("Nothing has changed");

    const before = outcomes(run);
    const { rescoreRun } = (await rescore(run.id)).data;
    expect(rescoreRun).toMatchObject({
      rescored: false,
      message: "The judge is asked about 4 responses that were not read; the score follows.",
    });
    await expect.poll(async () => (await readRun(server, run.id))?.scoring?.revision, { timeout: 120_000 }).toBe(2);
    expect(judge.asked()).toEqual(Object.fromEntries(Object.keys(UNREAD).map((response) => [response, 1])));
    const after = await readRun(server, run.id);
    expect(after?.scoring).toMatchObject({ revision: 2, judge: "judge-1" });
    expect(after && outcomes(after)).toEqual({
      ...before,
      c0: "CORRECT B judge",
      c1: "WRONG A judge",
      c2: "UNPARSED - judge-none",
      c3: "UNPARSED - judge-unreadable",
    });
    expect(await judgeable(run.id)).toBe(0);

    const again = (await rescore(run.id)).data.rescoreRun;
    expect(again.message).toBe("There is no response that was not read and that a judge would read.");
    await looksForWork(server, 3);
    expect(judge.received).toHaveLength(4);
    expect((await readRun(server, run.id))?.scoring?.revision).toBe(2);
  });

  it("are scored at once if the judge has read the same responses in another run", async () => {
    const asked = judge.received.length;
    const run = await submit(server, { c0: "Like the sky on a clear day." }, { judge: false });
    await rescore(run.id);
    await expect.poll(async () => (await readRun(server, run.id))?.scoring?.revision, { timeout: 120_000 }).toBe(2);
    expect((await readRun(server, run.id))?.counts).toMatchObject({ correct: 1, unparsed: 0 });
    expect(judge.received).toHaveLength(asked);
  });

  it("are not judged where answers are hidden, or on a server without a judge", async () => {
    await importQuestions(server, { answers: "HIDDEN" }, "secret-lamps");
    const key = await keyOf("ann");
    const input = { benchmark: "secret-lamps", judge: false };
    const submitted = await server.request<{ submitRun: { run: { id: string } } }>(
      "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }",
      {
        input: {
          ...input,
          model: { name: "A model" },
          inputs: ["VIDEO"],
          idempotencyKey: "hidden",
          predictions: [{ question: "c0", response: "The colour of blood." }],
        },
      },
      key,
    );
    const { id } = submitted.data.submitRun.run;
    const refused = await server.request(RESCORE, { input: { run: id, judge: true } }, key);
    expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await rescore(id)).errors).toBeUndefined();
    const silent = await startJudgedServer(base, {});
    const { errors } = await silent.request(RESCORE, { input: { run: id, judge: true } });
    await silent.close();
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  async function keyOf(owner: string): Promise<string> {
    const { data } = await server.request<{ createApiKey: { secret: string } }>(
      "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }",
      { input: { name: owner, owner } },
    );
    return data.createApiKey.secret;
  }
});
