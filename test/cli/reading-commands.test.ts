import { describe, expect, it } from "vitest";
import { DEFAULT_EXTRACTOR } from "../../src/reading/extractor-registry.ts";
import type { BreakdownCell, Facet, Question, Run } from "../../src/sdk/index.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
const sdk = (): Omnidex => new Omnidex({ url: cli.url() });

describe("omnidex benchmarks", () => {
  it("lists the benchmarks, and describes one", async () => {
    const rows = readTable(await cli.print(["benchmarks"]), "BENCHMARK");
    expect(rows.find(({ BENCHMARK }) => BENCHMARK === "omnidex-demo")).toMatchObject({
      QUESTIONS: "480",
      VIDEOS: "160",
    });
    const text = await cli.print(["benchmarks", "omnidex-demo"]);
    expect(text).toContain("Release 1: 480 questions, 160 videos");
    expect(readTable(text, "TASK").map(({ TASK }) => TASK)).toContain("event-order");
    expect(readTable(text, "CATEGORY").map(({ CATEGORY }) => CATEGORY)).toEqual([
      "indoors",
      "outdoors",
      "stage",
      "studio",
    ]);
  });

  it("describes how the data of a benchmark were made, with the section of the paper", async () => {
    const text = await cli.print(["benchmarks", "worldsense"]);
    expect(text).toMatch(/^Annotators: 80 professional annotators .* \(WorldSense, Appendix A and I\.3\)$/m);
    expect(text).toContain("\nLicence, not the same everywhere: CC BY-NC 4.0 (WorldSense, Appendix I.6)");
    expect(text).not.toContain("Annotations per question");
    expect(await cli.json(["benchmarks", "worldsense"])).toMatchObject({
      slug: "worldsense",
      datasheet: await sdk().datasheet("worldsense"),
    });
    expect(await cli.json(["benchmarks", "omnidex-demo"])).toMatchObject({ datasheet: null });
  });

  it("prints the SDK's nodes as JSON", async () => {
    expect(await cli.json(["benchmarks"])).toEqual(await sdk().benchmarks());
  });
});

describe("omnidex questions", () => {
  const slice = ["--audio", "music", "--level", "reasoning", "--min-duration", "10m"];

  it("prints the slice as a table, which is not cut if the output is not a terminal", async () => {
    const rows = readTable(await cli.print(["questions", ...slice]), "BENCHMARK");
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ KEY: "video-049/1", LEVEL: "reasoning", DURATION: "13:44" });
    for (const row of rows) expect(row.AUDIO).toContain("music");
    expect(rows[0]?.QUESTION).toMatch(/^Synthetic question 140: .*\?$/);
  });

  it("prints all of the SDK's nodes as JSON", async () => {
    const filter = { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"], durationSeconds: { gte: 600 } } as const;
    expect(await cli.json(["questions", ...slice])).toEqual(await sdk().questions({ filter }).toArray());
    expect(await cli.json<Question[]>(["questions"])).toHaveLength(480);
    expect(await cli.json(["questions", "--text", "nowhere to be found"])).toEqual([]);
  });

  it("can count, limit, order and choose columns", async () => {
    expect(await cli.print(["questions", "--count"])).toBe("480\n");
    expect(await cli.json(["questions", "--count", ...slice])).toEqual({ count: 6 });
    const two = await cli.print(
      ["questions", "--columns", "key,durationSeconds", "-L", "2", "--sort", "duration", "--desc"],
      "2 of 480 questions. --limit shows more; --output writes all to a file.",
    );
    const longest = readTable(two, "key").map((row) => Number(row.durationSeconds));
    const videos = await sdk()
      .videos({ orderBy: { field: "DURATION", direction: "DESC" } })
      .take(1)
      .toArray();
    expect(longest[0]).toBe(videos[0]?.durationSeconds);
    expect(await cli.json(["questions", "--columns", "key,level", "--limit", "1"])).toEqual([
      { key: "video-001/0", level: "PERCEPTION" },
    ]);
  });

  it("says so if no question matches", async () => {
    expect(await cli.print(["questions", "--min-duration", "50h"], "No question matches.")).toBe("");
    const empty = "mmworld has no questions yet. Get them with 'omnidex pull mmworld', or with";
    const { stdout, stderr } = await cli.run(["questions", "-b", "mmworld", "--count"]);
    expect([stdout, stderr.slice(0, empty.length)]).toEqual(["0\n", empty]);
  });
});

describe("omnidex facets", () => {
  it("counts questions by each dimension", async () => {
    const text = await cli.print(["facets", "--by", "level,audio-type"]);
    expect(readTable(text, "LEVEL").map(({ LEVEL, QUESTIONS }) => [LEVEL, QUESTIONS])).toEqual([
      ["PERCEPTION", "170"],
      ["UNDERSTANDING", "141"],
      ["REASONING", "98"],
      ["SENSATION", "71"],
    ]);
    expect(readTable(text, "AUDIO-TYPE")).toHaveLength(3);
    const [facet] = await cli.json<Facet[]>(["facets", "--by", "audio_type", "--level", "reasoning"]);
    expect(facet).toEqual((await sdk().facets({ by: ["AUDIO_TYPE"], filter: { levels: ["REASONING"] } }))[0]);
  });
});

describe("omnidex runs and omnidex run", () => {
  it("lists runs with score and interval, and the best first on request", async () => {
    const rows = readTable(await cli.print(["runs", "--sort", "score"]), "RUN");
    expect(rows.map(({ MODEL, SCORE }) => [MODEL, SCORE])).toEqual([
      ["demo-large", "75.0"],
      ["demo-medium", "53.3"],
      ["demo-small", "34.6"],
    ]);
    expect(rows[0]).toMatchObject({ "95 %": "70.9–78.7", INPUTS: "video+audio+subtitles", STATUS: "scored" });
    expect(await cli.json(["runs", "--inputs", "video"])).toMatchObject([{ model: { slug: "demo-small" } }]);
    expect(await cli.print(["runs", "--model", "gpt-4o"], "No run matches.")).toBe("");
  });

  it.each(["run_3", "3", "demo-large", "Demo-Large", "latest"])("accepts a run as %s", async (reference) => {
    const { judgeable, groupScores, ...run } = await cli.json<Run & { judgeable: number; groupScores: unknown }>([
      "run",
      reference,
    ]);
    expect(judgeable).toBe(await sdk().judgeable("run_3"));
    expect(groupScores).toBe(await sdk().groupScores("run_3"));
    expect(run).toEqual(
      // The administrator sees the run's owner.
      await new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY }).run("run_3"),
    );
  });

  it("describes one run", async () => {
    const text = await cli.print(["run", "demo-large"]);
    expect(text).toContain("75.0 % (95 %: 70.9–78.7) of 480 questions");
    expect(text).toContain("360 correct, 109 wrong, 6 unparsed, 2 missing, 3 errored");
  });
});

describe("omnidex breakdown", () => {
  it("prints each value with its figures and a bar", async () => {
    const cells = await sdk().breakdown("run_3", { by: ["LEVEL"], filter: { audioTypes: { any: ["MUSIC"] } } });
    const args = ["breakdown", "demo-large", "--by", "level", "--audio", "music"];
    expect(await cli.json<BreakdownCell[]>(args)).toEqual(cells);
    const rows = readTable(await cli.print(args), "LEVEL");
    expect(rows.map(({ LEVEL, N, SCORE }) => [LEVEL, N, SCORE])).toEqual(
      cells.map(({ keys, score }) => [keys[0]?.label, String(score.n), (score.value * 100).toFixed(0)]),
    );
    for (const [at, row] of rows.entries())
      expect(row["0 … 100"]?.indexOf("●")).toBe(Math.round((cells[at]?.score.value ?? 0) * 30));
  });

  it("accepts two dimensions at most", async () => {
    expect(readTable(await cli.print(["breakdown", "3", "--by", "level,audio-type"]), "LEVEL")).toHaveLength(12);
    const three = await cli.run(["breakdown", "3", "--by", "level,task,duration"]);
    expect(three).toMatchObject({ code: 2, stderr: expect.stringContaining("one dimension, or two") });
  });
});

describe("omnidex leaderboard", () => {
  it("ranks runs over a slice, and prints the rank ranges", async () => {
    const rows = readTable(await cli.print(["leaderboard", "omnidex-demo", "--level", "reasoning"]), "RANK");
    expect(rows.map(({ RANK, RANGE, MODEL, SCORE, FROM }) => [RANK, RANGE, MODEL, SCORE, FROM])).toEqual([
      ["1", "1–2", "demo-large", "54", "run_3"],
      ["2", "1–2", "demo-medium", "50", "run_2"],
      ["3", "3", "demo-small", "22", "run_1"],
    ]);
    const board = await cli.json(["leaderboard", "omnidex-demo", "--limit", "1"]);
    expect(board).toMatchObject({
      questions: 480,
      totalCount: 3,
      nodes: [{ __typename: "RankedRun", rank: 1, value: 0.75, run: { id: "run_3" }, score: { n: 480 } }],
    });
  });

  it("says how many runs are below the shown entries", async () => {
    await cli.print(
      ["leaderboard", "omnidex-demo", "--limit", "1"],
      "1 of 3 entries; 2 further runs are below. --limit shows more.",
    );
    await cli.print(
      ["leaderboard", "omnidex-demo", "--limit", "2", "--no-published"],
      "2 of 3 entries; 1 further run is below. --limit shows more.",
    );
  });

  it("marks the papers' figures", async () => {
    const text = await cli.print(
      ["leaderboard", "worldsense", "--audio", "music", "-L", "1"],
      "1 of 40 entries. --limit shows more.",
    );
    expect(text).toMatch(/1 +GPT 4o \* +video \+ subtitles +49\.9 .*WorldSense, Table 4/);
    expect(text).toContain("* A figure from a paper.");
    const without = await cli.print(
      ["leaderboard", "worldsense", "--no-published"],
      "0 questions of worldsense, but no run and no figure from a paper covers them.",
    );
    expect(without).toBe("");
  });
});

describe("omnidex compare", () => {
  it("compares two runs, overall and by value", async () => {
    const args = ["compare", "demo-large", "demo-medium", "--by", "level"];
    const found = await cli.json<{ difference: number; cells: object[] }>(args);
    expect(found).toMatchObject({ n: 480, bothCorrect: 202, onlyA: 158, onlyB: 54, neither: 66, a: { id: "run_3" } });
    const text = await cli.print(args);
    expect(text).toMatch(/difference +\+21\.7 points \(95 %: \+16\.0 to \+27\.3\), p < \.001/);
    expect(text).toMatch(/detectable +8\.1 points at 80 % power/);
    expect(readTable(text, "LEVEL").map(({ LEVEL, N, DIFFERENCE }) => [LEVEL, N, DIFFERENCE])).toEqual([
      ["All of the slice", "480", "+21.7"],
      ["Perception", "170", "+29"],
      ["Understanding", "141", "+24"],
      ["Reasoning", "98", "+4"],
      ["Sensation", "71", "+24"],
    ]);
    expect(/p-values of the (\d+) differences over its parts are corrected together/.exec(text)?.[1]).toBe("4");
    expect(await cli.print([...args, "--level", "reasoning"])).toContain("There is one test");
  });
});

describe("omnidex compare without --by", () => {
  it("compares two runs overall", async () => {
    const found = await cli.json<{ n: number; cells: unknown[] }>(["compare", "demo-large", "demo-medium"]);
    expect(found).toMatchObject({ n: 480, cells: [] });
  });
});

describe("omnidex audit and omnidex rescore", () => {
  it("read a run's responses as another harness would", async () => {
    const args = ["audit", "demo-large", "--extractor", "lmms-eval-worldsense", "-L", "3"];
    const found = await sdk().audit("run_3", "lmms-eval-worldsense", { disagreements: 3 });
    expect(await cli.json(args)).toEqual(found);
    const text = await cli.print(
      args,
      `3 of ${found?.differences} outputs that are read differently. --limit shows more.`,
    );
    expect(readTable(text, "EXTRACTOR")).toMatchObject([
      {
        "ITS SCORE": ((found?.score?.value ?? 0) * 100).toFixed(1),
        "THE RUN'S": "75.0",
        DIFFERENTLY: String(found?.differences),
      },
    ]);
    expect(readTable(text, "QUESTION").map(({ QUESTION }) => QUESTION)).toEqual(
      found?.disagreements.map(({ question }) => question.key),
    );
  });

  it("compare all extractors if none is named, and list their names", async () => {
    const rows = readTable(await cli.print(["audit", "demo-small", "--level", "sensation"]), "EXTRACTOR");
    const names = (await sdk().extractors()).map(({ name, version }) => `${name} ${version}`);
    expect(rows.map(({ EXTRACTOR }) => EXTRACTOR)).toEqual(names);
    const wrong = await cli.run(["audit", "demo-small", "--extractor", "lmms-eval-worldsens"]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean 'lmms-eval-worldsense'?") });
  });

  it("say what a new scoring would change, and store nothing", async () => {
    const current = `${DEFAULT_EXTRACTOR.name} ${DEFAULT_EXTRACTOR.version}`;
    const audit = await sdk().audit("run_3", "omnidex", { disagreements: 0 });
    expect(await cli.json(["rescore", "run_3", "--dry-run"])).toEqual([{ run: "run_3", audit }]);
    const text = await cli.print(
      ["rescore", "run_3", "--dry-run"],
      `Read by ${current}. Nothing was stored; omnidex rescore <run> stores it.`,
    );
    expect(readTable(text, "RUN")).toMatchObject([{ RUN: "run_3", SCORE: "75.0", "WOULD BE": "75.0" }]);
    await cli.print(["rescore", "--dry-run"], `All of your runs were scored by ${current}.`);
    expect(await cli.run(["rescore"])).toMatchObject({ code: 2, stderr: expect.stringContaining("Which run?") });
  });

  it("score a run again for its owner", async () => {
    expect(await cli.json(["rescore", "run_1"])).toMatchObject({ run: { id: "run_1", status: "SCORED" } });
    const stranger = await cli.run(["rescore", "run_1"], { OMNIDEX_API_KEY: "" });
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining("omnidex login") });
  });
});

describe("omnidex withdraw", () => {
  const submitted = async (name: string): Promise<string> => {
    const writer = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
    const predictions = [{ question: "video-001/0", response: "A" }];
    return (await writer.submitRun({ benchmark: "omnidex-demo", model: { name }, inputs: ["TEXT"], predictions })).id;
  };

  it("takes the name of a model with one run, and restores by it", async () => {
    const id = await submitted("Taken back");
    expect(await cli.print(["withdraw", "taken-back", "--reason", "a test"])).toBe(
      `${id}  Taken back on omnidex-demo: withdrawn\n`,
    );
    expect(await cli.json<Run[]>(["runs", "--model", "taken-back"])).toEqual([]);
    expect(await cli.json<Run>(["run", id])).toMatchObject({ status: "WITHDRAWN" });
    expect(await cli.run(["withdraw", "Taken back"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no run that you may see"),
    });
    expect(await cli.print(["runs", "restore", "Taken back"])).toBe(`${id}  Taken back on omnidex-demo: scored\n`);
  });

  it("takes 'latest' for the viewer's own latest run", async () => {
    const id = await submitted("The latest");
    expect(await cli.run(["withdraw", "latest"], { OMNIDEX_API_KEY: "" })).toMatchObject({ code: 2 });
    expect(await cli.json<Run>(["withdraw", "latest"])).toMatchObject({ id, status: "WITHDRAWN" });
  });
});

it("suggest only models that have a run", async () => {
  // A paper has figures for gpt-4o; nobody has submitted a run of it.
  expect(await cli.run(["compare", "gpt4o", "demo-large"])).toMatchObject({
    code: 2,
    stderr: "omnidex: There is no run or model 'gpt4o'.\n'omnidex runs' lists them.\n",
  });
});
