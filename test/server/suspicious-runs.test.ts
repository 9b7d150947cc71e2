import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonFile } from "../fixtures/file-writing.ts";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const QUESTIONS = 50;
const SUMMARY = `{ suspicious rows share kinds { code count share }
  examples { row question code response answer }
  otherReader { extractor { name } rows answered ownAnswered score ownScore } }`;
const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) {
  run { id partial ambiguousShare remarks(examples: 3) ${SUMMARY} } report { partial covered scorable remarks ${SUMMARY} } } }`;

interface Remarks {
  readonly suspicious: boolean;
  readonly rows: number;
  readonly share: number;
  readonly kinds: readonly { readonly code: string; readonly count: number; readonly share: number }[];
  readonly examples: readonly {
    readonly row: number | null;
    readonly question: string;
    readonly code: string;
    readonly response: string | null;
    readonly answer: string | null;
  }[];
  readonly otherReader: {
    readonly extractor: { readonly name: string };
    readonly rows: number;
    readonly answered: number;
    readonly ownAnswered: number;
    readonly score: number | null;
    readonly ownScore: number | null;
  } | null;
}
interface Submitted {
  readonly run: {
    readonly id: string;
    readonly partial: boolean;
    readonly ambiguousShare: number;
    readonly remarks: Remarks;
  };
  readonly report: {
    readonly partial: boolean;
    readonly covered: number;
    readonly scorable: number;
    readonly remarks: Remarks;
  };
}

const content = {
  benchmark: { slug: "lamps", title: "Lamps" },
  tasks: [{ name: "Seeing", level: "PERCEPTION" }],
  videos: [],
  questions: Array.from({ length: QUESTIONS }, (_, index) => ({
    key: `q${index}`,
    text: `Which colour has lamp ${index}?`,
    options: ["Red", "Blue", "Green"],
    answer: "B",
    task: "Seeing",
  })),
};

describe("a submission with remarks", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "lamps", [jsonFile("lamps.json", content)]);
  });
  afterAll(() => server.close());

  const input = (name: string, responses: readonly string[]): object => ({
    benchmark: "lamps",
    model: { name },
    inputs: ["VIDEO"],
    idempotencyKey: name,
    predictions: responses.map((response, index) => ({ question: `q${index}`, response })),
  });
  const submit = async (name: string, responses: readonly string[], key?: string): Promise<Submitted> =>
    (await server.data<{ submitRun: Submitted }>(SUBMIT, { input: input(name, responses) }, key ? { key } : {}))
      .submitRun;
  /** The given number of refusals, followed by right answers. */
  const refusing = (count: number, total = QUESTIONS): readonly string[] =>
    Array.from({ length: total }, (_, index) => (index < count ? "I cannot tell." : "The answer is (B)."));

  it("is suspicious if more than a fifth of its rows have remarks", async () => {
    const [at, above] = [await submit("at", refusing(10)), await submit("above", refusing(11))];
    expect(at.report.remarks).toMatchObject({
      suspicious: false,
      rows: 10,
      share: 0.2,
      examples: [],
      otherReader: null,
    });
    expect(above.report.remarks).toMatchObject({
      suspicious: true,
      rows: 11,
      share: 0.22,
      kinds: [{ code: "UNPARSED_RESPONSE", count: 11, share: 0.22 }],
    });
  });

  it("shows three rows of the most common kind, and another extractor's result on all rows with a remark", async () => {
    const long = `B is what I first thought. ${"So much to see. ".repeat(40)}I cannot determine it.`;
    const { report } = await submit("mixed", [long, ...refusing(15).slice(1), "", ""].slice(0, QUESTIONS));
    const { kinds, examples, otherReader } = report.remarks;
    expect(kinds.map(({ code }) => code)).toEqual(["UNPARSED_RESPONSE"]);
    expect(examples.map(({ row, question }) => [row, question])).toEqual([0, 1, 2].map((row) => [row, `q${row}`]));
    expect(examples[0]).toMatchObject({ code: "UNPARSED_RESPONSE", answer: null });
    expect(examples[0]?.response).toMatch(/^B is what I first thought\..* … .*I cannot determine it\.$/);
    expect(examples[0]?.response?.length).toBeLessThan(210);
    // The official extractor takes the first capital letter that is an option: the B of "B is what…".
    expect(otherReader).toMatchObject({
      extractor: { name: "vlmevalkit-worldsense" },
      rows: 15,
      ownAnswered: 0,
      ownScore: 0,
    });
    expect(otherReader?.answered).toBeGreaterThanOrEqual(1);
    expect(otherReader?.score).toBeGreaterThan(0);
  });

  it("has the same remarks in a dry run and when it is stored", async () => {
    const responses = refusing(20);
    const { validateRun } = await server.data<{ validateRun: { report: { remarks: Remarks } } }>(
      `mutation ($input: SubmitRunInput!) { validateRun(input: $input) { report { remarks ${SUMMARY} } } }`,
      { input: input("validated", responses) },
    );
    const { run, report } = await submit("validated", responses);
    expect(validateRun.report.remarks).toEqual(report.remarks);
    const unnumbered = report.remarks.examples.map((example) => ({ ...example, row: null }));
    expect(run.remarks).toEqual({ ...report.remarks, examples: unnumbered });
  });

  it("has no score from another extractor if answers are hidden", async () => {
    const { createApiKey } = await server.data<{ createApiKey: { secret: string } }>(
      `mutation { createApiKey(input: { name: "reader" }) { secret } }`,
    );
    await server.database.query({ text: "update releases set answer_access = 'HIDDEN'", params: [] });
    const { report } = await submit("hidden", refusing(30), createApiKey.secret);
    await server.database.query({ text: "update releases set answer_access = 'VISIBLE'", params: [] });
    expect(report.remarks.otherReader).toMatchObject({ rows: 30, ownAnswered: 0, score: null, ownScore: null });
    expect(report.remarks.examples).toHaveLength(3);
  });

  it("counts the error messages of evaluation scripts as failures", async () => {
    const { run, report } = await submit(
      "failed",
      Array.from({ length: QUESTIONS }, () => "Video corrupted: NAL unit error"),
    );
    expect(report.remarks.kinds).toEqual([{ code: "FAILURE_RESPONSE", count: QUESTIONS, share: 1 }]);
    const read = await server.data<{ run: { counts: object } }>(
      "query ($id: ID!) { run(id: $id) { counts { errored unparsed } } }",
      { id: run.id },
    );
    expect(read.run.counts).toEqual({ errored: QUESTIONS, unparsed: 0 });
  });

  it.each([
    [QUESTIONS / 2, false],
    [QUESTIONS / 2 - 1, true],
  ])("over %i of 50 questions is partial: %s", async (rows, partial) => {
    const { run, report } = await submit(`over ${rows}`, refusing(0, rows));
    expect([run.partial, report.partial]).toEqual([partial, partial]);
    expect(report).toMatchObject({ covered: rows, scorable: QUESTIONS });
  });

  it("has a share of ambiguous readings, even after a correction of the answer key", async () => {
    const ambiguous = "B. Red";
    const responses = refusing(0).map((response, index) => (index < 5 ? ambiguous : response));
    const { run, report } = await submit("ambiguous", responses);
    expect(report.remarks.kinds).toEqual([{ code: "AMBIGUOUS_RESPONSE", count: 5, share: 0.1 }]);
    expect(run.ambiguousShare).toBe(0.1);
    await server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }", {
      input: {
        benchmark: "lamps",
        corrections: [{ question: "q0", answer: "C" }],
        reason: "A test.",
        author: "A test",
      },
    });
    const read = await server.data<{ run: { ambiguousShare: number } }>(
      "query ($id: ID!) { run(id: $id) { ambiguousShare } }",
      { id: run.id },
    );
    expect(read.run.ambiguousShare).toBe(0.1);
  });
});
