import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boardText } from "../../src/dashboard/views/leaderboard/board-copies.ts";
import { boardRow } from "../../src/dashboard/views/leaderboard/board-row.ts";
import { scoreTableText } from "../../src/dashboard/views/leaderboard/score-table-copies.ts";
import { breakdownTable } from "../../src/formats/tables/breakdown-table.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

// Of 60 questions of AMIC with one dog each, 18 answers are right, 32 name the dog and count seven too many, and 10 name
// another animal, which is an error of 7. By appendix G.1.1 of AVI-Bench's paper:
const [RIGHT, TOO_MANY, OTHER, N] = [18, 32, 10, 60];
const counting = (error: number): number => 1 - Math.tanh(0.3 * error);
/** Each question's own score is (F1 + counting score) / 2, and 0 if the F1 is 0. */
const MEAN = (RIGHT + (TOO_MANY * (1 + counting(7))) / 2) / N;
/** The score of the task takes the root mean square of the errors over all questions before the formula. */
const OFFICIAL = ((RIGHT + TOO_MANY) / N + counting(Math.sqrt(((TOO_MANY + OTHER) * 49) / N))) / 2;

/** What the copied tables are about. */
const ABOUT = {
  ...{ benchmark: "avi-bench", release: 1, filter: {}, questions: N, scorings: [null], date: "2026-11-30" },
};

const percent = (share: number): string => (100 * share).toFixed(1);

const records = Array.from({ length: N }, (_, index) => ({
  id: String(index).padStart(5, "0"),
  task: "AMIC",
  subtask: null,
  input: {
    question: { prompt: "prompt_amic", text: "What is heard?", options: null },
    audio: `./input/wavs/${index}.wav`,
  },
  output: { question_answer: { dog: 1 } },
}));
const answerTo = (index: number): string =>
  index < RIGHT ? '{"dog": 1}' : index < RIGHT + TOO_MANY ? '{"dog": 8}' : '{"cat": 1}';

describe("a run whose mean over the questions is 57.5 and whose official score is 44.6", () => {
  const cli = serveCli();
  let folder: string;
  let run: string;
  const sdk = (): Omnidex => new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const rows = async (...args: string[]): Promise<Record<string, string>[]> => {
    const { code, stdout } = await cli.run([...args, "--format", "csv"]);
    expect(code).toBe(0);
    return parse(stdout, { columns: true });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "omnidex-test-"));
    const file = join(folder, "levels", "perception", "AMIC", "data.json");
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, JSON.stringify(records));
    expect(await cli.run(["import", "avi-bench", join(folder, "levels")])).toMatchObject({ code: 0 });
    const submitted = await sdk().submitRun({
      benchmark: "avi-bench",
      model: { name: "Counter" },
      inputs: ["AUDIO"],
      idempotencyKey: "counter",
      predictions: records.map((_, index) => ({ question: `AMIC/${index}`, response: answerTo(index) })),
    });
    run = submitted.id;
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("has these scores", async () => {
    expect([percent(MEAN), percent(OFFICIAL)]).toEqual(["57.5", "44.6"]);
    expect((await sdk().taskScores(run))[0]).toMatchObject({
      ...{ value: expect.closeTo(OFFICIAL, 9), n: N, valueStrict: expect.closeTo(OFFICIAL, 9), nStrict: N },
      mean: expect.closeTo(MEAN, 6),
    });
  });

  it("has the official score in 'omnidex breakdown', before the mean", async () => {
    const { code, stdout } = await cli.run(["breakdown", run, "--by", "task"]);
    expect(code).toBe(0);
    expect(readTable(stdout, "TASK")).toEqual([
      expect.objectContaining({ OFFICIAL: "44.6", STRICT: "44.6", N: "60", SCORE: "57" }),
    ]);
    expect(stdout).toContain("Official is the benchmark's own score of a task");
    const [row] = await rows("breakdown", run, "--by", "task");
    expect([row?.official, row?.strict, row?.score].map(Number)).toEqual([
      expect.closeTo(OFFICIAL, 9),
      expect.closeTo(OFFICIAL, 9),
      expect.closeTo(MEAN, 6),
    ]);
    // A breakdown by another dimension has no official score.
    expect(Object.keys((await rows("breakdown", run, "--by", "answer-format"))[0] ?? {})).not.toContain("official");
  });

  it("has it on the run page and in its copy, which round the mean as its error allows", async () => {
    const cells = await sdk().breakdown(run, { by: ["TASK"] });
    const [row] = breakdownTable(["TASK"], cells, ABOUT).rows;
    expect(row?.slice(1, 6)).toEqual([
      expect.objectContaining({ text: "44.6" }),
      expect.objectContaining({ text: "44.6" }),
      "60",
      "60",
      expect.objectContaining({ text: "57" }),
    ]);
  });

  it("is ranked by it on the leaderboard of the task, among the paper's models, in the CLI and on the page", async () => {
    const board = await rows("leaderboard", "avi-bench", "--task", "amic", "--limit", "100");
    expect(board).toHaveLength(29);
    const own = board.find(({ from }) => from === `${run}, private`);
    // Only Gemini-2.5-pro's 43.01 in Table 3 comes near.
    expect(own).toMatchObject({
      rank: "1",
      score: expect.stringMatching(/^0\.4455/),
      official: expect.stringMatching(/^0\.4455/),
    });
    expect(board.find(({ rank }) => rank === "2")).toMatchObject({ score: "0.4301", official: "" });
    const { nodes, measure } = await sdk()
      .leaderboard("avi-bench", { filter: { tasks: ["amic"] }, pageSize: 100 })
      .page();
    expect(measure).toBe("TASK");
    const [first] = nodes.map(boardRow);
    expect(first).toMatchObject({ runId: run, score: null, official: expect.closeTo(OFFICIAL, 9) });
    expect(boardText(nodes.map(boardRow), { asked: ABOUT, questions: 60, measure }, "MD")).toMatch(
      /\| 1 \| +\| Counter \| audio \| +\*\*44\.6\*\* \| +44\.6 \|/,
    );
  });

  it("has it in the table by task, where the overall score is partial and takes no rank beside the paper's", async () => {
    const { code, stdout, stderr } = await cli.run(["table", "avi-bench", "--by", "task", "--limit", "100"]);
    expect(code).toBe(0);
    const printed = stdout.split("\n").find((line) => line.endsWith(run)) ?? "";
    expect(printed.match(/44\.6†?/g)).toEqual(["44.6†", "44.6"]);
    expect(stdout).toContain("† partial: without VMIC, AVL, AVM, VAR");
    expect(stderr).toContain("The papers' figures are over 5,864 questions");
    const page = await sdk()
      .scoreTable("avi-bench", { by: ["TASK"], pageSize: 100 })
      .page();
    expect(page.columns.map(({ measure }) => measure)).toEqual(["TASK"]);
    const text = scoreTableText(page, page.nodes, { asked: ABOUT, questions: 60, measure: page.measure }, "MD");
    expect(text).toMatch(/\| Counter \|.*\*\*44\.6\*\* \|/);
    expect(text).toContain("† partial: without VMIC");
    const board = await rows("leaderboard", "avi-bench", "--limit", "100");
    expect(board.map(({ rank }) => rank).slice(0, 3)).toEqual(["1", "2", "3"]);
    expect(board.at(-1)).toMatchObject({ rank: "1", from: expect.stringContaining(`${run}, partial: without VMIC`) });
  });

  it("is ranked by the official score of a part of the task", async () => {
    const filter = { tasks: ["amic"], keys: records.slice(0, RIGHT + TOO_MANY).map((_, index) => `AMIC/${index}`) };
    const { nodes, measure } = await sdk().leaderboard("avi-bench", { filter, published: false }).page();
    const part = (1 + counting(Math.sqrt((TOO_MANY * 49) / (RIGHT + TOO_MANY)))) / 2;
    expect([measure, nodes.map(({ value }) => value)]).toEqual(["TASK", [expect.closeTo(part, 9)]]);
  });

  it("has columns for stages, overall and levels in 'omnidex levels', over both denominators and beside the paper's", async () => {
    const { code, stdout, stderr } = await cli.run(["levels", run]);
    expect(code).toBe(0);
    const table = readTable(stdout, "MODEL");
    expect(table).toHaveLength(31);
    const levels = table.filter(({ FROM = "" }) => FROM.startsWith(run));
    expect(levels.map(({ FROM }) => FROM)).toEqual([`${run}, strict`, `${run}, official`, `${run}, strict, partial`]);
    // Without the other tasks, no complete value exists. L2 to L4 need tasks of both modalities, and of the other stages.
    expect(levels[0]).toEqual({ MODEL: "Counter", FROM: `${run}, strict` });
    expect(levels[2]).toEqual({
      ...{ MODEL: "Counter", PERCEPTION: "44.6", OVERALL: "44.6", L1: "44.6", FROM: `${run}, strict, partial` },
    });
    expect(stderr).toContain("No score: VMIC, AVL, AVM, VAR, AVR, AVC, AVH, VAH, AVQA, AVLG, ASQA, VSQA, AVSQA.");
    // Tables 3 and 5 of the paper.
    expect(table.find(({ MODEL = "" }) => MODEL.startsWith("Gemini-2.5-pro"))).toMatchObject({
      ...{ PERCEPTION: "54.6", UNDERSTANDING: "69.0", REASONING: "69.1", SENSATION: "36.2", OVERALL: "57.2" },
      ...{ L1: "64.2", L2: "62.8", L3: "57.1", L4: "33.0" },
    });
    expect(await rows("levels", run, "--no-published")).toHaveLength(3);
    const { strict } = await cli.json<{ strict: unknown }>(["levels", run]);
    expect(JSON.parse((await cli.run(["levels", run, "--json", "strict"])).stdout)).toEqual({ strict });
  });
});
