import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boardRows, boardSort } from "../../src/dashboard/views/leaderboard/board.tsx";
import { boardFigure, boardText } from "../../src/dashboard/views/leaderboard/board-copies.ts";
import type { Asked } from "../../src/dashboard/views/leaderboard/board-query.ts";
import type { BoardRow } from "../../src/dashboard/views/leaderboard/board-row.ts";
import { BEST_FIRST, sortedRows, sortFrom, sortText } from "../../src/dashboard/views/leaderboard/column-sort.tsx";
import { figureTitle } from "../../src/dashboard/views/leaderboard/copy-actions.ts";
import { cliSnippet, graphqlSnippet, sdkSnippet } from "../../src/dashboard/views/leaderboard/copy-snippets.ts";
import { scoreTableFigure, scoreTableText } from "../../src/dashboard/views/leaderboard/score-table-copies.ts";
import { runLabels } from "../../src/formats/tables/run-labels.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const WHOLE: Asked = { benchmark: "omnidex-demo", filter: {}, runs: {}, published: true, partial: false, by: null };
const SLICE: Asked = {
  ...WHOLE,
  filter: { levels: ["REASONING"], audioTypes: { any: ["MUSIC"] }, text: `it's "loud"`, durationSeconds: { gt: 60.5 } },
  runs: { openEnded: false },
  published: false,
  partial: true,
};

describe("a board as GraphQL", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it.each([
    ["the whole", WHOLE, "all", 3],
    ["the whole by name", WHOLE, "-model", 3],
    ["the worst first", WHOLE, "-all", 3],
    ["an order that the API does not have", WHOLE, "n", 3],
    ["a slice without questions", SLICE, "all", 0],
    ["columns", { ...WHOLE, by: "LEVEL" as const }, "all", 3],
    ["a table sorted by one of its columns", { ...WHOLE, by: "LEVEL" as const }, "REASONING", 3],
    ["columns of a slice without questions", { ...SLICE, by: "AUDIO_TYPE" as const }, "model", 0],
  ])("%s is a document that the server answers", async (_, asked, sort, runs) => {
    for (const total of [runs, 10_003]) {
      const document = graphqlSnippet(asked, sortFrom(sort), total);
      const data = await server.data<Record<string, { nodes: { model: { name: string } }[] }>>(document);
      const [board] = Object.values(data);
      expect(board?.nodes).toHaveLength(runs);
      expect(Object.keys(data)).toEqual([asked.by === null ? "leaderboard" : "scoreTable"]);
    }
  });

  it("requests the order of the page, or says in a comment that it cannot", async () => {
    const names = async (sort: string) =>
      (
        await server.data<{ leaderboard: { nodes: { model: { name: string } }[] } }>(
          graphqlSnippet(WHOLE, sortFrom(sort), 3),
        )
      ).leaderboard.nodes.map(({ model }) => model.name);
    const best = await names("all");
    expect(await names("-all")).toEqual([...best].reverse());
    expect(await names("model")).toEqual([...best].sort());
    expect(await names("-model")).toEqual([...best].sort().reverse());
    expect(graphqlSnippet(WHOLE, sortFrom("n"), 3)).toContain("# The page sorts these rows by n, descending.\n");
    expect(sdkSnippet(WHOLE, sortFrom("-inputs"), "http://h")).toContain(
      "// The page sorts these rows by inputs, desc",
    );
  });

  it("requests every row, or says how many rows are left out", () => {
    expect(graphqlSnippet(WHOLE, BEST_FIRST, 3)).toContain("first: 3)");
    expect(graphqlSnippet(WHOLE, BEST_FIRST, 10_003)).toMatch(
      /^# The first 1000 of 10003 rows;.*\n\{\n.*first: 1000\)/,
    );
    expect(cliSnippet(WHOLE, BEST_FIRST, 10_003, "http://h")).toContain(" --limit 10003");
  });
});

it("a board as a command quotes characters that a shell would interpret", () => {
  expect(cliSnippet(WHOLE, BEST_FIRST, 3, "http://h")).toBe("OMNIDEX_URL=http://h omnidex leaderboard omnidex-demo");
  const asked: Asked = { ...SLICE, filter: { text: "it's" }, by: "AUDIO_TYPE" };
  expect(cliSnippet(asked, BEST_FIRST, 3, "http://h")).toBe(
    `OMNIDEX_URL=http://h omnidex leaderboard omnidex-demo --by audio-type --filter '{"text":"it'\\''s"}' --no-published --partial`,
  );
});

it("a board with columns as SDK code calls scoreTable", () => {
  expect(sdkSnippet({ ...WHOLE, by: "LEVEL" }, BEST_FIRST, "http://h")).toContain(
    'omnidex.scoreTable("omnidex-demo", { by: ["LEVEL"] })',
  );
});

/** What the copied tables are about. */
const ABOUT = { asked: WHOLE, questions: 480, measure: null } as const;

const row = (more: Partial<BoardRow>): BoardRow => ({
  ...{
    key: "run_1",
    runId: "run_1",
    rank: 1,
    rankRange: { best: 1, worst: 2 },
    tiesWithBest: true,
    name: "A & B_1",
    organization: null,
  },
  ...{
    parameters: null,
    inputs: ["VIDEO", "AUDIO"],
    value: 0.75,
    source: null,
    setting: null,
    isPartial: false,
    isOpenEnded: false,
    official: null,
    taskMean: null,
    from: "run_1",
    run: null,
  },
  score: {
    ...{ value: 0.75, valueAnswered: 0.75, n: 480, correct: 360, unparsed: 0, missing: 0, errored: 0, clusters: 160 },
    ...{
      standardError: 0.0189,
      interval: { lower: 0.709, upper: 0.787, level: 0.95 },
      chance: 0.25,
      coarse: false,
      repeatsBest: false,
    },
  },
  ...more,
});

const HOSTILE = row({
  key: "run_2",
  name: `<script>"\u0000\u202e`,
  rank: 2,
  rankRange: { best: 1, worst: 2 },
  value: 0.7,
});

it("a board as text has full precision in CSV, and is escaped in LaTeX", () => {
  expect(boardText([row({})], ABOUT, "CSV").split("\n")[1]).toBe(
    "1,1,2,A & B_1,video + audio,0.75,0.709,0.787,480,run_1\r",
  );
  expect(boardText([row({}), HOSTILE], ABOUT, "LATEX")).toContain(
    "1 & 1--2 & A \\& B\\_1 & video + audio & \\textbf{75.0} & 70.9--78.7 & 480 \\\\\n" +
      "2 & 1--2 & \\textless{}script\\textgreater{}\\textquotedbl{} & video + audio & \\underline{70.0}",
  );
});

it("a board as a figure contains no markup from a name", () => {
  const svg = boardFigure([row({}), HOSTILE, row({ key: "p", runId: null, score: null, source: "T & 1" })], "<b>");
  expect(svg).not.toContain("<script>");
  expect(svg).not.toContain("<b>");
  expect(svg).not.toContain("\u0000");
  expect(svg).toContain("A &amp; B_1");
  expect(svg.match(/<circle /g)).toHaveLength(3);
});

it("the title of a figure names its slice", () => {
  expect(figureTitle(WHOLE, 1_200)).toBe("omnidex-demo: 1,200 questions");
  const filter = { levels: ["REASONING"], durationSeconds: { gt: 600 } } as const;
  expect(figureTitle({ benchmark: "omnidex-demo", filter }, 1)).toBe(
    "omnidex-demo: 1 question with levels: reasoning; durationSeconds: gt 600",
  );
});

it("a figure of a long board says how many of its rows it shows", () => {
  const svg = boardFigure(
    Array.from({ length: 1_200 }, (_, place) => row({ key: String(place) })),
    "Board",
  );
  expect(svg.match(/<circle /g)).toHaveLength(300);
  expect(svg).toContain("<title>Board, the first 300 of 1,200 rows</title>");
});

it("a table as a figure has a cell for each score, and contains no markup from a name", () => {
  const cell = (value: number, rank: number) => ({
    __typename: "ScoreTableFigureCell",
    value,
    rank,
    tiesWithBest: null,
  });
  const page = { columns: [{ keys: [{ key: "x", label: "<i>" }] }] } as never;
  const rows = [
    {
      __typename: "ScoreTableFigures",
      model: { name: "<script>", parameters: null },
      overall: cell(0.5, 1),
      cells: [null],
    },
    {
      __typename: "ScoreTableFigures",
      model: { name: "B", parameters: null },
      overall: cell(0.25, 2),
      cells: [cell(0.875, 1)],
    },
  ] as never;
  const svg = scoreTableFigure(page, rows, "Table");
  expect(svg).not.toMatch(/<script>|<i>/);
  expect([...svg.matchAll(/>(\d+\.\d)<\/text>/g)].map(([, value]) => value)).toEqual(["50.0", "25.0", "87.5"]);
  const assigned = "Understanding (partly assigned by Omnidex)";
  const tall = scoreTableFigure({ columns: [{ keys: [{ label: assigned }] }] } as never, rows, "Table");
  const heightOf = (figure: string) => Number(/ height="(\d+)"/.exec(figure)?.[1]);
  expect(tall).toContain(`>${assigned}</text>`);
  expect(heightOf(tall)).toBeGreaterThan(heightOf(svg) + 100);
});

it("rows sort by a column, with missing scores last", () => {
  const cell = (value: number) => ({ value });
  const of = (name: string, value: number | null) => ({
    ...{ model: { name, parameters: null }, overall: cell(0.5), cells: [value === null ? null : cell(value)] },
  });
  const page = { columns: [{ keys: [{ key: "x" }] }], nodes: [of("b", 0.1), of("c", null), of("a", 0.9)] } as never;
  const names = (sort: string) => sortedRows(page, sortFrom(sort)).map(({ model }) => model.name);
  expect(names("x")).toEqual(["a", "b", "c"]);
  expect(names("-x")).toEqual(["b", "a", "c"]);
  expect(names("model")).toEqual(["a", "b", "c"]);
  expect(names("-model")).toEqual(["c", "b", "a"]);
  for (const text of ["x", "-x", "model", "-model", "-all"]) expect(sortText(sortFrom(text))).toBe(text);
  expect(sortText(sortFrom("all"))).toBeNull();
});

it("a leaderboard sorts by each of its columns, with missing numbers last", () => {
  const [alpha, beta] = [row({ key: "a", name: "Model 10" }), row({ key: "b", name: "model 9", inputs: ["AUDIO"] })];
  const figure = row({ key: "p", name: "Paper", runId: null, score: null, inputs: [] });
  const keys = (text: string) => boardRows([alpha, beta, figure], boardSort(sortFrom(text))).map(({ key }) => key);
  expect(keys("all")).toEqual(["a", "b", "p"]);
  expect(keys("-all")).toEqual(["p", "b", "a"]);
  expect(keys("model")).toEqual(["b", "a", "p"]);
  expect(keys("-model")).toEqual(["p", "a", "b"]);
  expect(keys("inputs")).toEqual(["b", "p", "a"]);
  expect(keys("rank")).toEqual(["a", "b", "p"]);
  expect(keys("-rank")).toEqual(["p", "b", "a"]);
  expect(keys("REASONING")).toEqual(["a", "b", "p"]);
  expect([keys("n").at(-1), keys("-n").at(-1)]).toEqual(["p", "p"]);
});

it("runs with the same name are distinguished by their inputs, or else by their ids", () => {
  const run = (id: string, name: string, ...inputs: string[]) => ({ id, model: { name }, inputs });
  const runs = [
    run("1", "A", "VIDEO"),
    run("2", "A", "AUDIO"),
    run("3", "B"),
    run("4", "C", "TEXT"),
    run("5", "C", "TEXT"),
  ];
  expect([...runLabels(runs).values()]).toEqual([
    ...["A (video)", "A (audio)", "B", "C (text only), 4", "C (text only), 5"],
  ]);
});

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;
const [hasPdflatex, hasLualatex] = [has("pdflatex"), has("lualatex")];
const hasFonts = hasLualatex && spawnSync("kpsewhich", ["luaotfload-main.lua"]).status === 0;
if (!hasLualatex)
  console.warn("LaTeX tables with non-Latin letters are not compiled: there is no lualatex (Debian's texlive-luatex).");
else if (!hasFonts)
  console.warn(
    "LaTeX tables with non-Latin letters are compiled without fonts for them: there is no luaotfload (texlive-luatex).",
  );

/** The errors when a program compiles the table in a document with the packages that the table's comments ask for. */
async function latexErrors(program: "pdflatex" | "lualatex", table: string): Promise<readonly string[]> {
  const packages = table
    .split("\n")
    .filter((line) => /^% \\(usepackage|setmainfont)/.test(line) && (hasFonts || !/fontspec|setmainfont/.test(line)))
    .map((line) => line.slice(2).replace("{...}", "{DejaVu Sans}"));
  const folder = await mkdtemp(join(tmpdir(), "omnidex-latex-"));
  const document = ["\\documentclass{article}", ...packages, "\\begin{document}", table, "\\end{document}"];
  await writeFile(join(folder, "table.tex"), `${document.join("\n")}\n`);
  const { status, stdout } = spawnSync(program, ["-interaction=nonstopmode", "table.tex"], { cwd: folder });
  await rm(folder, { recursive: true });
  const errors = stdout
    .toString()
    .split("\n")
    .filter((line) => line.startsWith("! "));
  return status === 0 ? errors : [...errors, `exit code ${status}`];
}

const named = (names: readonly string[]) => names.map((name, place) => row({ key: `n${place}`, name }));

/** A LaTeX table with columns and a row for each name, from rows as `scoreTable` returns them. */
const columnsText = (names: readonly string[]): string => {
  const cell = (value: number, rank: number) => ({
    ...{ __typename: "ScoreTableRunCell" as const, value, rank, tiesWithBest: rank < 3 },
    score: { n: 9, standardError: 0.02, interval: { lower: 0.1, upper: 0.9 }, chance: 0.25 },
  });
  const rows = names.map((name, place) => ({
    ...{
      __typename: "ScoreTableRun",
      run: { id: `run_${place}`, frames: null, seed: null, prompt: null, release: { version: 1 }, scoring: null },
      model: { name },
      inputs: ["VIDEO"],
    },
    ...{ partial: false, overall: cell(0.5, place + 1), cells: [place === 0 ? null : cell(0.25, place)] },
  }));
  const columns = [{ keys: [{ dimension: "TASK", key: "a_b", label: "Speech & music_50 %" }] }];
  return scoreTableText({ columns } as never, rows as never, ABOUT, "LATEX");
};

it("a table's columns say that they are means over questions, where AVI-Bench has scores of its own", () => {
  const cell = (more: object) => ({
    ...{ __typename: "ScoreTableRunCell", value: 0.446, rank: 1, tiesWithBest: null, taskScore: null, taskMean: null },
    score: { value: 0.575, n: 9, standardError: 0.02, interval: { lower: 0.5, upper: 0.6 }, chance: null },
    ...more,
  });
  const task = { metric: "COUNTING", value: 0.46, n: 8, valueStrict: 0.446, nStrict: 9 };
  const mean = { value: 0.446, valueStrict: 0.446, partial: true, missing: ["avc"] };
  const rows = [
    {
      ...{
        __typename: "ScoreTableRun",
        run: { id: "run_1", frames: null, seed: null, prompt: null, release: { version: 1 }, scoring: null },
        model: { name: "A" },
        inputs: ["VIDEO"],
        partial: false,
      },
      ...{ overall: cell({ taskMean: mean }), cells: [cell({ taskScore: task }), cell({ value: 0.575 })] },
    },
  ];
  const columns = [
    { keys: [{ key: "amic", label: "AMIC" }], measure: "TASK" },
    { keys: [{ key: "under-5m", label: "1 to 5 min" }], measure: "QUESTIONS" },
  ];
  const text = scoreTableText({ columns, measure: "TASKS" } as never, rows as never, ABOUT, "MD");
  expect(text).toContain("1 to 5 min (mean over questions)");
  expect(text).not.toMatch(/(All|AMIC) \(mean/);
  // A partial score is not emphasized as the best.
  expect(text).toMatch(/\| 44\.6† +\| +\*\*44\.6 \/ 46\.0\*\* \| +\*\*57\.5\*\* \|/);
  expect(text).toContain("† partial: without AVC.");
});

const LATIN = [`a_b & 50 % #1 {x} $y$ ~ ^ \\end{tabular} "q" <|>`, "İ ß é – Łódź Çağrı Ångström 10 ± 2 −3"];
const OTHERS = ["a_b & 50 % #1 {x}", "İ ß é – 10 ± 2", "שלום", "模型", "Модель ✓"];

describe.skipIf(skipsWithout("pdflatex", hasPdflatex))(
  "tables compile with pdflatex (skipped without pdflatex)",
  () => {
    it.each([
      ["plain names", ["Model 1"]],
      ["special and accented characters", LATIN],
    ])(
      "with %s",
      async (_, names) => {
        expect(await latexErrors("pdflatex", boardText([row({}), HOSTILE, ...named(names)], ABOUT, "LATEX"))).toEqual(
          [],
        );
        expect(await latexErrors("pdflatex", columnsText(names))).toEqual([]);
      },
      60_000,
    );

    it("with every character below U+2200 for which the table does not require LuaLaTeX or XeLaTeX", async () => {
      const safe = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code)).filter(
        (character) => character.trim() !== "" && !boardText(named([character]), ABOUT, "LATEX").includes("fontspec"),
      );
      expect(safe.length).toBeGreaterThan(200);
      const names = Array.from({ length: Math.ceil(safe.length / 20) }, (_, place) =>
        safe.slice(20 * place, 20 * place + 20).join(""),
      );
      expect(await latexErrors("pdflatex", boardText(named(names), ABOUT, "LATEX"))).toEqual([]);
    }, 60_000);
  },
);

it("if pdflatex cannot typeset a name, the table begins by asking for LuaLaTeX or XeLaTeX", () => {
  for (const table of [boardText(named(OTHERS), ABOUT, "LATEX"), columnsText(OTHERS)])
    expect(table).toMatch(/^% Compile this with LuaLaTeX or XeLaTeX,/);
});

it.runIf(hasLualatex)(
  "a table compiles with lualatex if it has names that pdflatex cannot typeset",
  async () => {
    expect(await latexErrors("lualatex", boardText(named(OTHERS), ABOUT, "LATEX"))).toEqual([]);
    expect(await latexErrors("lualatex", columnsText(OTHERS))).toEqual([]);
  },
  120_000,
);
