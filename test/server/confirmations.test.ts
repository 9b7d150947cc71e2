import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeNodeId } from "../../src/domain/node-id.ts";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import {
  type AskedQuestion,
  askedQuestions,
  CHECKED,
  confirmedFiles,
  confirming,
  runInput,
  UNCHECKED,
  wrongAnswer,
} from "./confirmation-runs.ts";

const RUN = `id confirmations score { value valueAnswered n } counts { correct wrong unparsed errored missing }
  predictions(first: 100) { nodes { question { key } outcome extraction { rule } } }`;

interface RunView {
  readonly id: string;
  readonly confirmations: string | null;
  readonly score: { readonly value: number; readonly valueAnswered: number; readonly n: number };
  readonly counts: Readonly<Record<string, number>>;
  readonly predictions: {
    readonly nodes: readonly {
      readonly question: { readonly key: string };
      readonly outcome: string;
      readonly extraction: { readonly rule: string };
    }[];
  };
}
interface Submitted {
  readonly run: RunView;
  readonly report: {
    readonly confirmations: string | null;
    readonly issues: readonly { readonly code: string; readonly message: string }[];
    readonly remarks: {
      readonly suspicious: boolean;
      readonly kinds: readonly { readonly code: string; readonly count: number }[];
    };
  };
}

const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) {
  run { ${RUN} } report { confirmations issues { code message } remarks { suspicious kinds { code count } } } } }`;

describe("a question that is asked twice", () => {
  let server: TestServer;
  let questions: readonly AskedQuestion[];
  const submit = async (name: string, predictions: readonly object[]): Promise<Submitted> =>
    (await server.data<{ submitRun: Submitted }>(SUBMIT, { input: runInput(name, predictions) })).submitRun;
  const codes = ({ report }: Submitted): readonly string[] => [...new Set(report.issues.map(({ code }) => code))];

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "avi-bench", confirmedFiles());
    questions = await askedQuestions(server);
    expect(questions).toHaveLength(CHECKED + UNCHECKED);
  });
  afterAll(() => server.close());

  /** The text that confirms every checked question, and the expected results. */
  const KINDS: readonly [kind: string, text: string | null | undefined, mode: string, outcome: string][] = [
    ["right", "Yes.", "DOUBLE", "CORRECT"],
    ["wrong", "No.", "DOUBLE", "WRONG"],
    ["blank", "", "SINGLE", "CORRECT"],
    ["unreadable", "The weather is fine.", "DOUBLE", "WRONG"],
    ["left out", undefined, "SINGLE", "CORRECT"],
  ];

  it("never pays to omit in a double-response run", async () => {
    const rows: string[] = [];
    for (const share of ["all", "half"]) {
      for (const [kind, text, mode, outcome] of KINDS) {
        const predictions = confirming(
          questions,
          () => text,
          (index) => share === "all" || index % 2 === 0,
        );
        const { run, report } = await submit(`${share} ${kind}`, predictions);
        expect([run.confirmations, report.confirmations]).toEqual([mode, mode]);
        const expected = share === "half" && outcome === "CORRECT" ? ["CORRECT", "WRONG"] : [outcome];
        expect(checkedOutcomes(run)).toEqual(expected);
        const { value, valueAnswered } = run.score;
        rows.push(
          `| ${share} | ${kind} | ${mode} | ${expected.join(", ")} | ${shown(value)} | ${shown(valueAnswered)} |`,
        );
      }
    }
    // Right answers, confirmations, mode, outcomes of the checked questions, score, score of the answered.
    expect(rows).toEqual([
      "| all | right | DOUBLE | CORRECT | 100.0 % | 100.0 % |",
      "| all | wrong | DOUBLE | WRONG | 33.3 % | 33.3 % |",
      "| all | blank | SINGLE | CORRECT | 100.0 % | 100.0 % |",
      "| all | unreadable | DOUBLE | WRONG | 33.3 % | 33.3 % |",
      "| all | left out | SINGLE | CORRECT | 100.0 % | 100.0 % |",
      "| half | right | DOUBLE | CORRECT, WRONG | 50.0 % | 50.0 % |",
      "| half | wrong | DOUBLE | WRONG | 16.7 % | 16.7 % |",
      "| half | blank | SINGLE | CORRECT, WRONG | 50.0 % | 50.0 % |",
      "| half | unreadable | DOUBLE | WRONG | 16.7 % | 16.7 % |",
      "| half | left out | SINGLE | CORRECT, WRONG | 50.0 % | 50.0 % |",
    ]);
  });

  function checkedOutcomes({ predictions }: RunView): readonly string[] {
    const checked = new Set(questions.filter(({ isChecked }) => isChecked).map(({ key }) => key));
    const found = predictions.nodes.filter(({ question }) => checked.has(question.key));
    expect(found).toHaveLength(CHECKED);
    return [...new Set(found.map(({ outcome }) => outcome))].sort();
  }

  const shown = (share: number): string => `${(share * 100).toFixed(1)} %`;

  it("is not right without its confirmation if another question of the run has one", async () => {
    const silence = await Promise.all(
      [null, undefined, "", " "].map(async (text, place) => {
        const submitted = await submit(
          `some ${place}`,
          confirming(questions, (index) => (index < 10 ? "Yes." : text)),
        );
        expect(submitted.run.confirmations).toBe("DOUBLE");
        expect(codes(submitted)).toEqual(["MISSING_CONFIRMATION"]);
        return submitted.run.score;
      }),
    );
    const wrong = await submit(
      "some wrong",
      confirming(questions, (index) => (index < 10 ? "Yes." : "No.")),
    );
    for (const score of silence) expect(score).toEqual(wrong.run.score);
    expect(wrong.run.counts).toMatchObject({ correct: 10 + UNCHECKED, wrong: CHECKED - 10 });
  });

  it("is wrong with a remark if its confirmation cannot be read or failed", async () => {
    const unreadable = await submit(
      "unreadable",
      confirming(questions, () => "I hear the weather."),
    );
    expect(codes(unreadable)).toEqual(["UNPARSED_CONFIRMATION"]);
    expect(unreadable.report.remarks).toMatchObject({
      suspicious: true,
      kinds: [{ code: "UNPARSED_CONFIRMATION", count: CHECKED }],
    });
    const failed = await submit(
      "failed",
      confirming(questions, () => "Error: CUDA out of memory"),
    );
    expect(codes(failed)).toEqual(["FAILED_CONFIRMATION"]);
    expect(failed.run.counts).toMatchObject({ errored: 0, wrong: CHECKED, correct: UNCHECKED });
  });

  it("has no confirmation if the text is blank, so the run is single-response, whole or in pieces", async () => {
    const rows = confirming(questions, (index) => (index === 3 ? " \u00a0\n" : null));
    const { run } = await submit("stray blank", rows);
    expect(run).toMatchObject({ confirmations: "SINGLE", counts: { correct: CHECKED + UNCHECKED } });
    const created = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input: withoutRows(runInput("stray blank in pieces")) },
    );
    const { id } = created.createRun.run;
    await server.data("mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { total } }", {
      input: { run: id, predictions: rows },
    });
    const { finalizeRun } = await server.data<{ finalizeRun: { run: RunView } }>(
      `mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { ${RUN} } } }`,
      { input: { run: id } },
    );
    expect(finalizeRun.run).toEqual({ ...run, id });
  });

  it("has remarks that do not reveal whether the answer is right", async () => {
    const rows = confirming(questions, () => "No.").map((row, index) => {
      const { right } = questions[index] ?? { right: "A" };
      return { ...row, response: `${right}. ${right === "A" ? "a horn" : "a violin"}` };
    });
    const { report } = await submit("ambiguous and not confirmed", rows);
    expect(new Set(report.issues.map(({ code }) => code))).toEqual(new Set(["AMBIGUOUS_RESPONSE"]));
    for (const { message } of report.issues) expect(message).not.toContain("confirmation");
  });

  it("is scored the same in a run in pieces, whichever piece has the first confirmation", async () => {
    const absent = [null, "", " \u00a0"];
    const rows = confirming(questions, (index) => (index === CHECKED - 1 ? "Yes." : absent[index % 3]));
    const whole = await submit("one confirmation", rows);
    const created = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id confirmations } } }",
      { input: withoutRows(runInput("pieces")) },
    );
    const { id } = created.createRun.run;
    for (const piece of [rows.slice(0, 45), rows.slice(45)]) {
      await server.data("mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { total } }", {
        input: { run: id, predictions: piece },
      });
    }
    const { finalizeRun } = await server.data<{ finalizeRun: { run: RunView } }>(
      `mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { ${RUN} remarks(examples: 3) { suspicious rows } } } }`,
      { input: { run: id } },
    );
    expect(finalizeRun.run).toMatchObject({ ...whole.run, id, remarks: { suspicious: true, rows: CHECKED - 1 } });
    expect(whole.run.counts.correct).toBe(1 + UNCHECKED);
  });

  it("keeps its rule when the answer key is corrected", async () => {
    const rows = confirming(questions, (index) => (index === 0 ? "Yes." : null));
    const double = await submit("double, corrected", rows);
    const single = await submit(
      "single, corrected",
      confirming(questions, () => null),
    );
    const [, question] = questions.filter(({ isChecked }) => isChecked);
    await server.data(`mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }`, {
      input: {
        benchmark: "avi-bench",
        corrections: [{ question: question?.key, answer: question?.right === "A" ? "B" : "A" }],
        reason: "A test.",
        author: "A test",
      },
    });
    const read = async (id: string) =>
      (await server.data<{ run: RunView }>(`query ($id: ID!) { run(id: $id) { ${RUN} } }`, { id })).run;
    expect((await read(double.run.id)).counts).toEqual(double.run.counts);
    const { correct = 0, wrong = 0 } = single.run.counts;
    expect((await read(single.run.id)).counts).toMatchObject({ correct: correct - 1, wrong: wrong + 1 });
  });

  it("keeps how an earlier extractor has read a run when the answer key is corrected", async () => {
    const { run } = await submit(
      "migrated",
      confirming(questions, (index) => (index === 0 ? "Yes." : "No.")),
    );
    const number = decodeNodeId(run.id)?.key;
    await server.database.query(sql`update scores set extractor_version = '0' where run_id = ${number}::int`);
    const [first, , spoilt] = questions.filter(({ isChecked }) => isChecked);
    const [plain] = questions.filter(({ isChecked }) => !isChecked);
    await server.data(`mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }`, {
      input: {
        benchmark: "avi-bench",
        corrections: [first, spoilt, plain].map((question) => ({
          question: question?.key,
          answer: question && wrongAnswer(question),
        })),
        reason: "A test.",
        author: "A test",
      },
    });
    const scorings = `query ($id: ID!) { run(id: $id) { ${RUN} scorings { extractorVersion } } }`;
    const after = await server.data<{ run: RunView & { scorings: object[] } }>(scorings, { id: run.id });
    expect(after.run.scorings).toEqual([{ extractorVersion: "0" }, { extractorVersion: "0" }]);
    const { correct = 0, wrong = 0 } = run.counts;
    expect(after.run.counts).toMatchObject({ correct: correct - 2, wrong: wrong + 2 });
  });

  it("has the mode and the summaries that the migration derives from stored predictions", async () => {
    const stored = () =>
      server.database.query(
        sql`select id, confirmations, missing, partial, ambiguous_share from runs where status = 'SCORED' order by id`,
      );
    const before = await stored();
    await server.database.query(
      sql`update runs set confirmations = null, missing = 7, partial = true, ambiguous_share = null`,
    );
    const migration = await readFile(new URL("../../drizzle/0005_run_summaries.sql", import.meta.url), "utf8");
    await server.database.query(sql.raw(migration.split("--> statement-breakpoint").at(-1) ?? ""));
    expect(await stored()).toEqual(before);
  });
});

const withoutRows = (input: object): object => ({ ...input, predictions: undefined });
