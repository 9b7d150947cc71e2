import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aviLevels } from "../../../src/scoring/metrics/avi-levels.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { generateAviRun } from "./generated-avi-run.ts";
import { plainRecords, withoutSomeSizes } from "./plain-avi-bench.ts";
import { plainLevels } from "./plain-avi-rules.ts";
import { plainTaskScore } from "./plain-avi-tasks.ts";

const files = withoutSomeSizes(aviBenchFiles());
const records = plainRecords(files);
const generated = generateAviRun(records, 11);
const byKey = new Map(generated.map((prediction) => [prediction.row.question, prediction]));
const TASKS = "AMIC VMIC AVL AVM VAR AVR AVC AVH VAH AVQA AVLG ASQA VSQA AVSQA".split(" ");

interface Part {
  readonly name: string;
  readonly value: number;
}
interface TaskScore {
  readonly task: { readonly slug: string };
  readonly metric: string;
  readonly value: number | null;
  readonly n: number;
  readonly valueStrict: number | null;
  readonly nStrict: number;
  readonly mean: number | null;
  readonly parts: readonly Part[];
  readonly partsStrict: readonly Part[];
  readonly reason: string | null;
}
interface Levels extends Record<"overall" | "taskAdaptive", number | null> {
  readonly modalityAdaptive: number | null;
  readonly stageAdaptive: number | null;
  readonly domainAdaptive: number | null;
  readonly partial: boolean;
  readonly missing: readonly string[];
  readonly stages: readonly { stage: string; value: number | null; partial: boolean; missing: readonly string[] }[];
}
const SCORES = `taskScores { task { slug } metric value n valueStrict nStrict mean parts { name value }
  partsStrict { name value } reason }`;
/** The scores of the tasks that can be scored, without any code of Omnidex. */
const plainScores = (figure: "value" | "strict"): Readonly<Record<string, number>> =>
  Object.fromEntries(
    TASKS.filter((task) => task !== "AVC").map((task) => [
      task,
      plainTaskScore(task, records, byKey)[figure] ?? Number.NaN,
    ]),
  );
const LEVELS = "overall taskAdaptive modalityAdaptive stageAdaptive domainAdaptive";

describe("the official task scores of an AVI-Bench run with every answer format", () => {
  let server: TestServer;
  let run: string;
  let scores: readonly TaskScore[];
  const of = (task: string): TaskScore => {
    const found = scores.find(({ task: { slug } }) => slug === task.toLowerCase());
    if (found === undefined) throw new Error(`no ${task}`);
    return found;
  };

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "avi-bench", files);
    run = await submit(
      server,
      "all",
      generated.map(({ row }) => row),
    );
    scores = await read(server, run);
  });
  afterAll(() => server.close());

  it("are the paper's fourteen, in the paper's order", () => {
    expect(scores.map(({ task }) => task.slug.toUpperCase())).toEqual(TASKS);
    expect([...new Set(scores.map(({ metric }) => metric))]).toEqual([
      "COUNTING",
      "LOCALIZATION",
      "ACCURACY",
      "RETRIEVAL",
      "FENSE",
      "GROUNDING",
    ]);
  });

  it.each(TASKS.filter((task) => task !== "AVC"))("%s is what a plain script computes", (task) => {
    const { value, n, valueStrict, nStrict, reason } = of(task);
    const plain = plainTaskScore(task, records, byKey);
    expect({ n, nStrict, reason }).toEqual({ n: plain.n, nStrict: plain.nStrict, reason: null });
    expect(n).toBeLessThan(nStrict);
    expect(value).toBeCloseTo(plain.value ?? -1, 9);
    expect(valueStrict).toBeCloseTo(plain.strict ?? -1, 9);
  });

  it("differ from the mean over questions only for tasks with another formula", () => {
    for (const { task, valueStrict, mean, partsStrict } of scores) {
      const whole = /mic|avl$|var|avr/.test(task.slug);
      expect([task.slug, partsStrict.length > 0]).toEqual([task.slug, whole]);
      if (whole) expect(Math.abs((valueStrict ?? 0) - (mean ?? 0))).toBeGreaterThan(0.001);
      else if (mean !== null) expect(valueStrict).toBeCloseTo(mean, 6);
    }
  });

  it("have the same means over questions as the breakdown by task", async () => {
    const { run: found } = await server.data<{
      run: { breakdown: { keys: { key: string }[]; score: { value: number; n: number } }[] };
    }>("query ($id: ID!) { run(id: $id) { breakdown(by: [TASK]) { keys { key } score { value n } } } }", { id: run });
    for (const { keys, score } of found.breakdown) {
      expect(of(keys[0]?.key ?? "")).toMatchObject({ mean: expect.closeTo(score.value, 12), nStrict: score.n });
    }
  });

  it("are the values of the breakdown, the leaderboards and the table by task, beside the means and the paper's rows", async () => {
    const SCORE = "taskScore { metric value n valueStrict nStrict task { slug } }";
    const found = await server.data<{
      run: { breakdown: { keys: { key: string }[]; taskScore: Partial<TaskScore> }[]; both: { taskScore: null }[] };
      scoreTable: {
        columns: { keys: { key: string }[] }[];
        nodes: {
          run?: { id: string };
          cells: ({ value: number; rank: number; taskScore?: Partial<TaskScore> } | null)[];
        }[];
      };
    }>(
      `query ($id: ID!) {
        run(id: $id) {
          breakdown(by: [TASK]) { keys { key } ${SCORE} }
          both: breakdown(by: [TASK, LEVEL]) { taskScore { value } }
        }
        scoreTable(benchmark: "avi-bench", by: [TASK], first: 100) {
          columns { keys { key } }
          nodes { ... on ScoreTableRun { run { id } }
            cells { value rank ... on ScoreTableRunCell { ${SCORE} } } }
        }
      }`,
      { id: run },
    );
    expect(found.run.both.every(({ taskScore }) => taskScore === null)).toBe(true);
    for (const { keys, taskScore } of found.run.breakdown) {
      const { task, metric, value, n, valueStrict, nStrict } = of(keys[0]?.key ?? "");
      expect(taskScore).toEqual({ task, metric, value, n, valueStrict, nStrict });
    }
    const row = found.scoreTable.nodes.find((node) => node.run?.id === run);
    for (const [place, { keys }] of found.scoreTable.columns.entries()) {
      const task = keys[0]?.key ?? "";
      const cell = row?.cells[place];
      const { value, valueStrict, mean, metric } = of(task);
      if (mean === null) continue;
      // Over all questions: a run that leaves out hard ones gains no rank.
      expect([task, cell?.value]).toEqual([task, valueStrict]);
      expect(cell?.taskScore).toMatchObject({ metric, value, valueStrict });
      const { leaderboard } = await server.data<{
        leaderboard: {
          nodes: { __typename: string; rank: number; value: number; rankRange: object | null; run?: { id: string } }[];
        };
      }>(
        `query ($tasks: [String!]) { leaderboard(benchmark: "avi-bench", filter: { tasks: $tasks }, first: 100) {
          nodes { __typename rank value rankRange { best } ... on RankedRun { run { id } } } } }`,
        { tasks: [task] },
      );
      const own = leaderboard.nodes.find((node) => node.run?.id === run);
      const figures = leaderboard.nodes.filter(({ __typename }) => __typename === "RankedFigure");
      expect(figures.length).toBe(28);
      expect(own).toMatchObject({ value: cell?.value, rank: cell?.rank });
      expect(own?.rank).toBe(1 + leaderboard.nodes.filter(({ value }) => value > (own?.value ?? 2)).length);
      expect([task, own?.rankRange !== null]).toEqual([task, /ACCURACY|GROUNDING|FENSE/.test(metric)]);
    }
  });

  it("rank runs without the paper's figures, too", async () => {
    const VALUES = "nodes { ... on ScoreTableRun { cells { value } } }";
    const found = await server.data<{
      leaderboard: { nodes: { value: number }[] };
      scoreTable: { columns: { keys: { key: string }[] }[]; nodes: { cells: { value: number }[] }[] };
    }>(
      `{ leaderboard(benchmark: "avi-bench", filter: { tasks: ["amic"] }, published: false) { nodes { value } }
         scoreTable(benchmark: "avi-bench", by: [TASK], published: false) { columns { keys { key } } ${VALUES} } }`,
    );
    const column = found.scoreTable.columns.findIndex(({ keys }) => keys[0]?.key === "amic");
    expect(found.leaderboard.nodes).toEqual([{ value: of("AMIC").valueStrict }]);
    expect(found.scoreTable.nodes.map(({ cells }) => cells[column]?.value)).toEqual([of("AMIC").valueStrict]);
  });

  it("make the means of the stages and the overall score, which are partial and ranked after the paper's complete ones", async () => {
    const MEAN = "taskMean { value valueStrict partial missing }";
    type Entry = {
      __typename: string;
      rank: number;
      value: number;
      rankRange: object | null;
      taskMean?: { value: number; valueStrict: number; partial: boolean; missing: string[] };
    };
    const [official, strict] = [plainLevels(plainScores("value"), true), plainLevels(plainScores("strict"), true)];
    const stages = ["PERCEPTION", "UNDERSTANDING", "REASONING", "SENSATION"];
    for (const [place, stage] of [...stages.entries(), [4, null] as const]) {
      const { leaderboard } = await server.data<{ leaderboard: { measure: string; nodes: Entry[] } }>(
        `query ($levels: [Level!]) { leaderboard(benchmark: "avi-bench", filter: { levels: $levels }, first: 100) {
          measure nodes { __typename rank value rankRange { best } ... on RankedRun { ${MEAN} } } } }`,
        stage === null ? {} : { levels: [stage] },
      );
      expect([stage, leaderboard.measure, leaderboard.nodes.length]).toEqual([stage, "TASKS", 29]);
      const value = (place === 4 ? official.overall : (official.stages[place] ?? Number.NaN)) / 100;
      const valueStrict = (place === 4 ? strict.overall : (strict.stages[place] ?? Number.NaN)) / 100;
      const missing = stage === "UNDERSTANDING" || stage === null ? ["avc"] : [];
      const own = leaderboard.nodes.find(({ __typename }) => __typename === "RankedRun");
      expect(own).toEqual({
        ...{
          __typename: "RankedRun",
          value: expect.closeTo(valueStrict, 9),
          rank: expect.any(Number),
          rankRange: null,
        },
        taskMean: {
          ...{ value: expect.closeTo(value, 9), valueStrict: expect.closeTo(valueStrict, 9) },
          ...{ partial: missing.length > 0, missing },
        },
      });
      const better = leaderboard.nodes.filter((entry) => entry.value > (own?.value ?? 2)).length;
      expect(own?.rank).toBe(missing.length > 0 ? 1 : 1 + better);
      expect(leaderboard.nodes.at(missing.length > 0 ? -1 : better)).toBe(own);
      const figures = leaderboard.nodes.filter(({ __typename }) => __typename === "RankedFigure");
      if (missing.length > 0) expect(figures[0]?.rank).toBe(1);
      // Table 3: Gemini-2.5-pro leads all stages.
      const printed = [0.5458, 0.6897, 0.6906, 0.3622, 0.5721][place];
      expect(figures[0]?.value).toBe(printed);
    }
    const { scoreTable } = await server.data<{
      scoreTable: { measure: string; columns: { measure: string }[]; nodes: { cells: Entry[]; overall: Entry }[] };
    }>(
      `{ scoreTable(benchmark: "avi-bench", by: [LEVEL], published: false) { measure columns { measure }
          nodes { ... on ScoreTableRun { overall { value ${MEAN} } cells { value ${MEAN} } } } } }`,
    );
    expect([scoreTable.measure, ...scoreTable.columns.map(({ measure }) => measure)]).toEqual(Array(5).fill("TASKS"));
    const [row] = scoreTable.nodes;
    expect(row?.overall.value).toBeCloseTo(strict.overall / 100, 9);
    const values = row?.cells.map(({ value }) => value) ?? [];
    expect([...values].sort()).toEqual(
      [...strict.stages].sort((a, b) => a - b).map((value) => expect.closeTo(value / 100, 9)),
    );
  });

  it("are the means of a stage in a table over that stage alone, beside the paper's figures", async () => {
    const { scoreTable } = await server.data<{
      scoreTable: {
        measure: string;
        columns: { measure: string }[];
        nodes: { __typename: string; overall: { value: number } | null; cells: ({ value: number } | null)[] }[];
      };
    }>(
      `{ scoreTable(benchmark: "avi-bench", by: [LEVEL], filter: { levels: [PERCEPTION] }, first: 100) { measure
          columns { measure } nodes { __typename overall { value } cells { value } } } }`,
    );
    expect([scoreTable.measure, scoreTable.columns]).toEqual(["TASKS", [{ measure: "TASKS" }]]);
    expect(scoreTable.nodes).toHaveLength(29);
    for (const { overall, cells } of scoreTable.nodes) expect(cells).toEqual([overall]);
  });

  it("are not the values of other slices, which say that they are means over questions", async () => {
    const { leaderboard } = await server.data<{ leaderboard: { measure: string; nodes: object[] } }>(
      `{ leaderboard(benchmark: "avi-bench", filter: { tasks: ["amic", "avl"] }) {
          measure nodes { value ... on RankedRun { score { value } taskScore { value } taskMean { value } } } } }`,
    );
    const score = { value: expect.any(Number) };
    expect(leaderboard).toEqual({
      measure: "QUESTIONS",
      nodes: [{ value: expect.any(Number), score, taskScore: null, taskMean: null }],
    });
    const [entry] = leaderboard.nodes as { value: number; score: { value: number } }[];
    expect(entry?.value).toBe(entry?.score.value);
  });

  it("have parts that give the value by the paper's formula", () => {
    for (const strict of [false, true]) {
      const part = (task: string, name: string): number =>
        of(task)[strict ? "partsStrict" : "parts"].find((own) => own.name === name)?.value ?? Number.NaN;
      const value = (task: string) => of(task)[strict ? "valueStrict" : "value"];
      expect(value("AMIC")).toBeCloseTo((part("AMIC", "SEMANTIC") + part("AMIC", "COUNTING")) / 2, 12);
      expect(value("AVL")).toBeCloseTo(0.7 * part("AVL", "MEAN_IOU") + 0.3 * part("AVL", "INSTANCE"), 12);
      const recall = (part("VAR", "RECALL_AT_1") + part("VAR", "RECALL_AT_3")) / 2;
      expect(value("VAR")).toBeCloseTo((recall + part("VAR", "F1")) / 2, 12);
    }
  });

  it("give the reason if captions have no score", () => {
    expect(of("AVC")).toEqual({
      task: { slug: "avc" },
      metric: "FENSE",
      value: null,
      n: 0,
      valueStrict: null,
      nStrict: 0,
      mean: null,
      parts: [],
      partsStrict: [],
      reason:
        "None of the task's 280 questions can be scored: the run was scored without FENSE (fense-not-configured).",
    });
  });

  it("give the reason if a run is not scored, or has only a failed prediction", async () => {
    const { createRun } = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input: { ...ABOUT, idempotencyKey: "open" } },
    );
    const open = await read(server, createRun.run.id);
    expect(open).toHaveLength(14);
    expect(new Set(open.map(({ value, valueStrict, reason }) => JSON.stringify([value, valueStrict, reason])))).toEqual(
      new Set(['[null,null,"The run is not scored."]']),
    );
    const failed = await read(server, await submit(server, "failed", [{ question: "AMIC/0", error: "HTTP 503" }]));
    expect(failed[0]).toMatchObject({ value: null, n: 0, valueStrict: 0, nStrict: 518 });
    expect(failed[0]?.reason).toBe("The run has no prediction that the official denominator counts.");
  });

  it("count a null response as missing, and an empty response as wrong", async () => {
    const id = await submit(server, "empty", [
      { question: "AVM/0", response: records.find(({ key }) => key === "AVM/0")?.answer },
      { question: "AVM/1", response: "" },
      { question: "AVM/2", response: null },
    ]);
    expect((await read(server, id)).find(({ task }) => task.slug === "avm")).toMatchObject({ value: 0.5, n: 2 });
  });

  it("are the basis of the levels, in their strict form by default", async () => {
    const { run: found } = await server.data<{ run: Record<"levels" | "official", Record<string, number | null>> }>(
      `query ($id: ID!) { run(id: $id) { levels { ${LEVELS} } official: levels(denominators: OFFICIAL) { ${LEVELS} } } }`,
      { id: run },
    );
    for (const [field, value] of [
      ["levels", "valueStrict"],
      ["official", "value"],
    ] as const) {
      const tasks = TASKS.filter((task) => task !== "AVC").map(
        (task) => [task, of(task)[value] ?? Number.NaN] as const,
      );
      const { overall, levels } = aviLevels(new Map(tasks));
      expect(Object.values(found[field])).toEqual([overall, ...levels]);
    }
  });

  it("give partial levels over the tasks that have a score, which name the missing task", async () => {
    const { run: found } = await server.data<{ run: Record<"complete" | "partial", Levels> }>(
      `query ($id: ID!) { run(id: $id) {
        complete: levels { ${LEVELS} partial missing stages { stage value partial missing } }
        partial: levels(partial: true) { ${LEVELS} partial missing stages { stage value partial missing } } } }`,
      { id: run },
    );
    const { complete, partial } = found;
    expect([complete.partial, complete.missing, complete.overall]).toEqual([false, ["avc"], null]);
    expect(complete.stages[1]).toEqual({ stage: "UNDERSTANDING", value: null, partial: false, missing: ["avc"] });
    expect([partial.partial, partial.missing]).toEqual([true, ["avc"]]);
    // Written out from the paper's Table 3: the tasks of the stages.
    const mean = (tasks: string) =>
      tasks.split(" ").reduce((sum, task) => sum + (of(task).valueStrict ?? Number.NaN), 0) / tasks.split(" ").length;
    const stages = [mean("AMIC VMIC AVL AVM"), mean("VAR AVR"), mean("AVH VAH AVQA AVLG"), mean("ASQA VSQA AVSQA")];
    const [perception = 0, understanding = 0, reasoning = 0, sensation = 0] = stages;
    expect(partial.stages.map(({ value }) => value)).toEqual(stages.map((value) => expect.closeTo(value, 12)));
    expect(partial.stages.map((stage) => stage.partial)).toEqual([false, true, false, false]);
    expect(partial.overall).toBeCloseTo((perception + understanding + reasoning + sensation) / 4, 12);
    expect(partial.taskAdaptive).toBeCloseTo((perception + understanding + reasoning) / 3, 12);
    const plain = plainLevels(plainScores("strict"), true);
    const levels = [partial.taskAdaptive, partial.modalityAdaptive, partial.stageAdaptive, partial.domainAdaptive];
    // The taxonomy has the chances of Table 15 as fractions of four digits.
    expect(levels).toEqual(plain.levels.map((value) => expect.closeTo(value / 100, 6)));
    expect([...stages, partial.overall]).toEqual(
      [...plain.stages, plain.overall].map((value) => expect.closeTo(value / 100, 9)),
    );
  });

  it("need one statement besides those for the vectors and the release, for any number of runs", async () => {
    const ask = (fields: string) =>
      server.request(`{ runs(first: 3, filter: { benchmarks: ["avi-bench"] }) { nodes { ${fields} } } }`);
    // After the first request with a filter, the existing slugs are in memory.
    await ask("id");
    const [one, both] = [await ask("taskScores { value }"), await ask(`taskScores { value } levels { overall }`)];
    expect([one.errors, both.errors]).toEqual([undefined, undefined]);
    // One statement each for the plan, for vectors that are not in memory, and for the answers. The release's questions
    // are in memory.
    for (const { statements } of [one, both]) {
      expect(statements.length).toBeLessThanOrEqual(3);
      expect(statements.filter((text) => text.includes("predictions"))).toHaveLength(1);
    }
  });

  it("are empty for another benchmark, and need no statement", async () => {
    const { data, statements } = await server.request<{ runs: { nodes: { taskScores: TaskScore[] }[] } }>(
      `{ runs(filter: { benchmarks: ["omnidex-demo"] }) { nodes { taskScores { value task { slug } } } } }`,
    );
    expect(data.runs.nodes.length).toBeGreaterThan(0);
    expect(data.runs.nodes.flatMap(({ taskScores }) => taskScores)).toEqual([]);
    expect(statements).toHaveLength(1);
  });

  it("of a private run are not visible to callers without a key", async () => {
    const found = await server.data<{ run: null }>(
      `query ($id: ID!) { run(id: $id) { ${SCORES} } }`,
      { id: run },
      { key: null },
    );
    expect(found.run).toBeNull();
  });

  it("have a cost that grows with the number of scores", async () => {
    const aliases = Array.from({ length: 81 }, (_, index) => `a${index}: taskScores { value }`).join(" ");
    const { errors } = await server.request(`query ($id: ID!) { run(id: $id) { ${aliases} } }`, { id: run });
    expect(errors?.[0]?.extensions.code).toBe("COST_LIMIT_EXCEEDED");
  });

  it("change with a corrected answer key", async () => {
    const before = of("AMIC").value;
    const { key: question } =
      generated.find(({ record, row }) => record.task === "AMIC" && row.response === '{"unicorn":2}')?.record ?? {};
    await server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }", {
      input: {
        benchmark: "avi-bench",
        corrections: [{ question, answer: '{"unicorn": 2}' }],
        reason: "It is one.",
        author: "A test",
      },
    });
    const corrected = records.map((record) =>
      record.key === question ? { ...record, answer: { unicorn: 2 } } : record,
    );
    const after = (await read(server, run))[0];
    expect(after?.value).not.toBe(before);
    expect(after?.value).toBeCloseTo(plainTaskScore("AMIC", corrected, byKey).value ?? -1, 9);
  });
});

const ABOUT = { benchmark: "avi-bench", model: { name: "generated" }, inputs: ["VIDEO", "AUDIO"] };

async function submit(server: TestServer, idempotencyKey: string, predictions: readonly object[]): Promise<string> {
  return (await server.submit({ ...ABOUT, idempotencyKey, predictions })).id;
}

async function read(server: TestServer, id: string): Promise<readonly TaskScore[]> {
  const { run } = await server.data<{ run: { taskScores: readonly TaskScore[] } }>(
    `query ($id: ID!) { run(id: $id) { ${SCORES} } }`,
    { id },
  );
  return run.taskScores;
}
