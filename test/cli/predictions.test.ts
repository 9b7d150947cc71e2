import { describe, expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import type { Prediction, QuestionFilter } from "../../src/sdk/types.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();

type Outcomes = NonNullable<Prediction["outcome"]>[];

/** The predictions of a demo's run, as the SDK gets them. */
const stored = (run: string, outcomes: Outcomes, questions?: QuestionFilter): Promise<Prediction[]> =>
  new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY })
    .predictions(run, { filter: { outcomes, ...(questions !== undefined && { questions }) } })
    .toArray();

interface Shown {
  readonly question: { readonly key: string; readonly text: string };
  readonly response: string | null;
  readonly outcome: string;
}

const WRONG: Outcomes = ["WRONG", "UNPARSED", "ERRORED"];
const keysOf = (rows: readonly Shown[]): string[] => rows.map(({ question }) => question.key);

describe("omnidex predictions", () => {
  it("lists those that count as wrong in a slice, each with its question, for a run named by its model", async () => {
    const args = ["predictions", "demo-large", "--wrong", "--level", "reasoning", "--audio", "music"];
    const slice: QuestionFilter = {
      benchmarks: ["omnidex-demo"],
      levels: ["REASONING"],
      audioTypes: { any: ["MUSIC"] },
    };
    const expected = await stored("run_3", WRONG, slice);
    expect(expected.length).toBeGreaterThan(3);
    const rows = await cli.json<Shown[]>(args);
    expect(rows).toEqual(
      expected.map(({ question, response, error, outcome, score, extraction }) =>
        expect.objectContaining({
          question: expect.objectContaining({ key: question.key, text: expect.stringMatching(/^Synthetic question/) }),
          extraction: extraction && { answer: extraction.answer, rule: extraction.rule },
          ...{ response, error, outcome, score },
        }),
      ),
    );
    const lines = (await cli.print([...args, "--format", "ndjson"])).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const csv = await cli.print([...args, "--format", "csv"]);
    expect(csv.match(/^"?video-\d+\/\d/gm)).toEqual(keysOf(rows));
    const table = readTable(
      await cli.print([...args, "--limit", "2"], `2 of ${rows.length} predictions. --limit shows more.`),
      "KEY",
    );
    expect(table.map(({ KEY, QUESTION, OUTCOME }) => [KEY, QUESTION, OUTCOME])).toEqual(
      rows.slice(0, 2).map(({ question, outcome }) => [question.key, question.text, outcome.toLowerCase()]),
    );
  });

  it("reads page after page, and has no limit but that of the table", async () => {
    const all = await cli.json<Shown[]>(["predictions", "run_1"]);
    expect(new Set(keysOf(all)).size).toBe(468);
    expect(all).toHaveLength(468);
    expect((await cli.print(["predictions", "1", "--format", "ndjson"])).split("\n")).toHaveLength(469);
    const shown = await cli.print(["predictions", "run_1"], "30 of 468 predictions. --limit shows more.");
    expect(shown.trim().split("\n")).toHaveLength(31);
  });

  it("lists those with some outcomes, or with a part of the response", async () => {
    const unread = await cli.json<Shown[]>(["predictions", "run_2", "--outcome", "unparsed,errored"]);
    expect(keysOf(unread)).toEqual(
      (await stored("run_2", ["UNPARSED", "ERRORED"])).map(({ question }) => question.key),
    );
    const text = unread.find(({ response }) => response !== null)?.response ?? "";
    const found = await cli.json<Shown[]>(["predictions", "run_2", "--response", text.toUpperCase()]);
    expect(found.map(({ response }) => response)).toContain(text);
    expect(await cli.print(["predictions", "run_2", "--response", "no such words"], "No prediction matches.")).toBe("");
  });

  it.each([
    [["run_9"], "There is no run 'run_9'"],
    [["demo-huge"], "There is no run or model 'demo-huge'."],
    [["run_1", "--wrong", "--outcome", "errored"], "cannot be used with"],
    [["run_1", "--outcome", "right"], "Allowed: wrong, correct, unparsed, errored, unscored, partial."],
    [["run_1", "--format", "xml"], "xml"],
    [["run_1", "--format", "csv", "--json"], "cannot be used with"],
    [["run_1", "--response", " "], "--response"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await cli.run(["predictions", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
