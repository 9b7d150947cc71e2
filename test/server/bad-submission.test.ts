import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withdrawRun } from "../../src/server/runs/submission/change-run.ts";
import { appendPredictions } from "../../src/server/runs/submission/submission-pipeline.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { ask, expectFault, type Fault } from "./faults.ts";

const SUBMIT =
  "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id} report{ok errorCount inputIssues{message} issues{row question code message}}}}";
const CREATE = "mutation($input:CreateRunInput!){createRun(input:$input){run{id}}}";
const APPEND = "mutation($input:AppendPredictionsInput!){appendPredictions(input:$input){total}}";
const FINALIZE = "mutation($input:FinalizeRunInput!){finalizeRun(input:$input){run{id status}}}";
const VALIDATE = "mutation($input:SubmitRunInput!){validateRun(input:$input){report{ok}}}";
const WITHDRAW = "mutation($input:WithdrawRunInput!){withdrawRun(input:$input){run{id status}}}";

const NUL = "a\0b";
const bad = "BAD_USER_INPUT";
const QUESTION = "video-001/0";
const RUN = { benchmark: "omnidex-demo", model: { name: "m" }, inputs: ["VIDEO"], idempotencyKey: "new" };
const predictions = [{ question: QUESTION, response: "A" }];

let server: TestServer;
let scored: string;

beforeAll(async () => {
  server = await createTestServer();
  const input = { ...RUN, idempotencyKey: "scored", predictions };
  scored = (await server.data<{ submitRun: { run: { id: string } } }>(SUBMIT, { input })).submitRun.run.id;
});
afterAll(() => server.close());

const countRuns = async (): Promise<number> =>
  (await server.data<{ runs: { totalCount: number } }>("{runs(filter:{statuses:[OPEN,SCORED,WITHDRAWN]}){totalCount}}"))
    .runs.totalCount;

interface Submitted {
  readonly run: object | null;
  readonly report: {
    readonly ok: boolean;
    readonly inputIssues: readonly { readonly message: string }[];
    readonly issues: readonly { readonly row: number; readonly question: string; readonly message: string }[];
  };
}

/** The report of a rejected submission contains the expected problem. */
function expectRefused({ run, report }: Submitted, [code, message]: Fault): void {
  expect([run, report.ok, code]).toEqual([null, false, bad]);
  const rows = report.issues.map((issue) => `Row ${issue.row} ('${issue.question}'): ${issue.message}`);
  expect([...report.inputIssues.map((issue) => issue.message), ...rows].join(" ")).toMatch(message);
}

type Row<T> = readonly [name: string, request: T, ...fault: Fault];

describe("a submission", () => {
  it.each<Row<object>>([
    ["an unknown benchmark", { benchmark: "none" }, "NOT_FOUND", /'none'/],
    ["a benchmark without questions", { benchmark: "worldsense" }, "NOT_FOUND", /no questions yet/],
    ["NUL in the benchmark", { benchmark: NUL }, bad, /NUL/],
    ["no predictions", { predictions: [] }, bad, /at least one row/],
    [
      "10,001 predictions",
      { predictions: Array.from({ length: 10_001 }, () => ({ question: "x" })) },
      bad,
      /10001 rows/,
    ],
    [
      "an unknown question",
      { predictions: [{ question: "video-001/x" }] },
      bad,
      /Row 0 .*no such question.*Nearest: video-001\/0/,
    ],
    ...[{}, { confirmation: "A" }].map(
      (output): Row<object> => [
        `neither response nor error in ${JSON.stringify(output)}`,
        { predictions: [{ question: QUESTION, ...output }] },
        bad,
        /Row 0 .*Neither 'response' nor 'error' is given\. Write "" as the 'response'/,
      ],
    ),
    ["a question twice", { predictions: [...predictions, ...predictions] }, bad, /Row 1 .*Row 0 already/],
    ["NUL in a question", { predictions: [{ question: NUL }] }, bad, /no such question/],
    ["a question of a million characters", { predictions: [{ question: "q".repeat(1e6) }] }, bad, /no such question/],
    ...(["response", "error", "confirmation"] as const).flatMap((field): Row<object>[] => [
      [`NUL in ${field}`, { predictions: [{ question: QUESTION, [field]: NUL }] }, bad, /NUL/],
      [
        `a ${field} too long`,
        { predictions: [{ question: QUESTION, [field]: "x".repeat(1_000_001) }] },
        bad,
        /longer than 1000000/,
      ],
    ]),
    ["no inputs", { inputs: [] }, bad, /'inputs'/],
    ["an unknown input", { inputs: ["SMELL"] }, bad, /SMELL/],
    ["negative frames", { frames: -1 }, bad, /'frames'.*-1/],
    ["frames that are not an integer", { frames: 1.5 }, bad, /non-integer/],
    ["a seed that is too large", { seed: 2 ** 31 }, bad, /32-bit/],
    ["a model of blanks", { model: { name: "  " } }, bad, /'model.name'/],
    ["a model of an emoji", { model: { name: "🦉" } }, bad, /letter or a digit/],
    ["a model name that is too long", { model: { name: "m".repeat(201) } }, bad, /'model.name'.*200/],
    ["NUL in the model's name", { model: { name: NUL } }, bad, /'model.name'.*NUL/],
    ["NUL in the model's size", { model: { name: "m", parameters: NUL } }, bad, /'model.parameters'.*NUL/],
    ["a javascript: address", { model: { name: "m", url: " JavaScript:alert(1)" } }, bad, /'model.url'/],
    ["notes that are too long", { notes: "n".repeat(10_001) }, bad, /'notes'/],
    ["NUL in the prompt", { prompt: NUL }, bad, /'prompt'.*NUL/],
    ["an empty idempotency key", { idempotencyKey: "" }, bad, /'idempotencyKey'/],
    ["an idempotency key that is too long", { idempotencyKey: "k".repeat(201) }, bad, /'idempotencyKey'/],
    ["NUL in the idempotency key", { idempotencyKey: NUL }, bad, /'idempotencyKey'.*NUL/],
    ["a key that was used with other fields", { idempotencyKey: "scored", notes: "another" }, "CONFLICT", /'scored'/],
    [
      "a key that was used with other predictions",
      { idempotencyKey: "scored", predictions: [{ question: QUESTION }] },
      "CONFLICT",
      /'scored'/,
    ],
  ])("is refused and stores nothing because of %s", async (_, change, ...fault) => {
    const before = await countRuns();
    const answer = await ask(server, SUBMIT, { input: { ...RUN, predictions, ...change } });
    const { data }: { data?: { submitRun?: Submitted } | null } = await answer.clone().json();
    if (data?.submitRun == null) await expectFault(server, answer, fault);
    else expectRefused(data.submitRun, fault);
    expect(await countRuns()).toBe(before);
  });

  it("is refused with a report of every bad row", async () => {
    const rows = [{ question: "x" }, ...predictions, ...predictions, { question: "video-001/1", response: NUL }];
    const { submitRun } = await server.data<{ submitRun: object }>(SUBMIT, { input: { ...RUN, predictions: rows } });
    expect(submitRun).toMatchObject({
      run: null,
      report: {
        ok: false,
        errorCount: 3,
        issues: [
          { row: 0, code: "UNKNOWN_QUESTION" },
          { row: 2, code: "DUPLICATE_QUESTION" },
          { row: 3, code: "INVALID_TEXT" },
        ],
      },
    });
  });

  it("is stored with the replacement character in place of half a surrogate pair", async () => {
    const input = { ...RUN, idempotencyKey: "\ud800", notes: "\udfff", model: { name: "m\ud800" } };
    const submitted = { input: { ...input, predictions: [{ question: QUESTION, response: "A \ud83d" }] } };
    const document = SUBMIT.replace("run{id}", "run{notes model{name} predictions(first:1){nodes{response}}}");
    expect(await server.data(document, submitted)).toMatchObject({
      submitRun: { run: { notes: "\ufffd", model: { name: "m" }, predictions: { nodes: [{ response: "A \ufffd" }] } } },
    });
  });
});

describe("a run", () => {
  it("accepts no new predictions once it is scored, but accepts repeated ones", async () => {
    const more = { input: { run: scored, predictions: [{ question: "video-002/0", response: "A" }] } };
    await expectFault(server, await ask(server, APPEND, more), ["CONFLICT", /SCORED/]);
    expect(await server.data(APPEND, { input: { run: scored, predictions } })).toEqual({
      appendPredictions: { total: 1 },
    });
    const other = { input: { run: scored, predictions: [{ question: QUESTION, response: "B" }] } };
    await expectFault(server, await ask(server, APPEND, other), ["CONFLICT", /SCORED/]);
  });

  it("can be finalized twice without a change", async () => {
    const again = { finalizeRun: { run: { id: scored, status: "SCORED" } } };
    expect(await server.data(FINALIZE, { input: { run: scored } })).toEqual(again);
    expect(await server.data(FINALIZE, { input: { run: scored } })).toEqual(again);
  });

  it("cannot be finalized while it is empty or after it was withdrawn", async () => {
    const created = await server.data<{ createRun: { run: { id: string } } }>(CREATE, {
      input: { ...RUN, idempotencyKey: "empty" },
    });
    const input = { run: created.createRun.run.id };
    await expectFault(server, await ask(server, FINALIZE, { input }), ["CONFLICT", /no predictions/]);
    const withdrawn = { withdrawRun: { run: { id: input.run, status: "WITHDRAWN" } } };
    expect(await server.data(WITHDRAW, { input })).toEqual(withdrawn);
    expect(await server.data(WITHDRAW, { input })).toEqual(withdrawn);
    await expectFault(server, await ask(server, FINALIZE, { input }), ["CONFLICT", /WITHDRAWN/]);
    await expectFault(server, await ask(server, APPEND, { input: { ...input, predictions } }), [
      "CONFLICT",
      /WITHDRAWN/,
    ]);
  });

  it.each<Row<object>>([
    ["an id of another type", { run: "question_1" }, bad, /id of a Run/],
    ["an id without a run", { run: "run_999999" }, "NOT_FOUND", /'run_999999'/],
    ["an id out of range", { run: "run_99999999999" }, bad, /id of a Run/],
    ["NUL in its id", { run: NUL }, bad, /id of a Run/],
  ])("is not found by %s", async (_, input, ...fault) => {
    await expectFault(server, await ask(server, APPEND, { input: { ...input, predictions } }), fault);
    await expectFault(server, await ask(server, FINALIZE, { input }), fault);
    await expectFault(server, await ask(server, WITHDRAW, { input }), fault);
  });

  it.each<Row<object>>([
    ["NUL", { reason: NUL }, bad, /'reason'.*NUL/],
    ["a reason that is too long", { reason: "r".repeat(10_001) }, bad, /'reason'.*10000/],
  ])("cannot be withdrawn for an invalid reason: %s", async (_, reason, ...fault) =>
    expectFault(server, await ask(server, WITHDRAW, { input: { run: scored, ...reason } }), fault),
  );

  it("is not found by another owner who tries to change or withdraw it", async () => {
    const other = { owner: "someone else", admin: false };
    const key = Number(scored.replace("run_", ""));
    const notFound = expect.objectContaining({ code: "NOT_FOUND", message: expect.stringContaining(scored) });
    await expect(withdrawRun(server.services.runs, other, key, null)).rejects.toEqual(notFound);
    await expect(appendPredictions(server.services.runs, other, key, predictions)).rejects.toEqual(notFound);
  });
});

describe("a mutation without a key or with a wrong key is refused", () => {
  const run = { run: "run_1" };
  it.each<readonly [string, string, object]>([
    ["submitRun", SUBMIT, { ...RUN, predictions }],
    ["createRun", CREATE, RUN],
    ["appendPredictions", APPEND, { ...run, predictions: [] }],
    ["finalizeRun", FINALIZE, run],
    ["validateRun", VALIDATE, { ...RUN, predictions }],
    ["withdrawRun", WITHDRAW, run],
  ])("%s", async (_, document, input) => {
    await expectFault(server, await ask(server, document, { input }, null), ["UNAUTHENTICATED", /key/]);
    const wrong = await ask(server, document, { input }, "omx_wrong_key");
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("www-authenticate")).toContain("Bearer");
    await expectFault(server, wrong, ["UNAUTHENTICATED", /unknown to this server/]);
  });
});
