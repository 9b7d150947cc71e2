import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runLabels } from "../../src/dashboard/data/run-labels.ts";
import { boardFigure } from "../../src/dashboard/views/leaderboard/board-figure.ts";
import type { BoardRow } from "../../src/dashboard/views/leaderboard/board-row.ts";
import { boardRows } from "../../src/dashboard/views/leaderboard/board-sort.ts";
import { boardText } from "../../src/dashboard/views/leaderboard/board-text.ts";
import { sortedRows, sortFrom, sortText } from "../../src/dashboard/views/leaderboard/column-sort.ts";
import {
  type Asked,
  cliSnippet,
  graphqlSnippet,
  sdkSnippet,
} from "../../src/dashboard/views/leaderboard/copy-snippets.ts";
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
    ["the whole", WHOLE, 3],
    ["a slice without questions", SLICE, 0],
    ["columns", { ...WHOLE, by: "LEVEL" as const }, 3],
    ["columns of such a slice", { ...SLICE, by: "AUDIO_TYPE" as const }, 0],
  ])("%s is a document that the server answers", async (_, asked, runs) => {
    const data = await server.data<Record<string, { nodes: unknown[] }>>(graphqlSnippet(asked));
    const [board] = Object.values(data);
    expect(board?.nodes).toHaveLength(runs);
    expect(Object.keys(data)).toEqual([asked.by === null ? "leaderboard" : "scoreTable"]);
  });
});

it("a board as a command quotes what a shell would read", () => {
  expect(cliSnippet(WHOLE, "http://h")).toBe("OMNIDEX_URL=http://h npx omnidex leaderboard omnidex-demo");
  expect(cliSnippet({ ...SLICE, filter: { text: "it's" }, by: "AUDIO_TYPE" }, "http://h")).toBe(
    `OMNIDEX_URL=http://h npx omnidex leaderboard omnidex-demo --by audio-type --filter '{"text":"it'\\''s"}' --no-published --partial`,
  );
});

it("a board as a call of the SDK", () => {
  expect(sdkSnippet({ ...WHOLE, by: "LEVEL" }, "http://h")).toContain(
    'omnidex.scoreTable("omnidex-demo", { by: ["LEVEL"] })',
  );
});

const row = (more: Partial<BoardRow>): BoardRow => ({
  ...{ key: "run_1", runId: "run_1", rank: 1, rankRange: { best: 1, worst: 2 }, name: "A & B_1", organization: null },
  ...{
    parameters: null,
    inputs: ["VIDEO", "AUDIO"],
    value: 0.75,
    source: null,
    setting: null,
    isPartial: false,
    isOpenEnded: false,
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

it("a board as text is at full precision in CSV, and safe in LaTeX", () => {
  expect(boardText([row({})], "CSV").split("\n")[1]).toBe("1,1,2,A & B_1,video + audio,0.75,0.709,0.787,480,run_1\r");
  expect(boardText([row({}), HOSTILE], "LATEX")).toContain(
    "1 & 1--2 & A \\& B\\_1 & video + audio & \\textbf{75.0} & 70.9--78.7 & 480 & run\\_1 \\\\\n" +
      "2 & 1--2 & \\textless{}script\\textgreater{}\\textquotedbl{} & video + audio & \\underline{70.0}",
  );
});

it("a board as a figure holds no markup of a name", () => {
  const svg = boardFigure([row({}), HOSTILE, row({ key: "p", runId: null, score: null, source: "T & 1" })], "<b>");
  expect(svg).not.toContain("<script>");
  expect(svg).not.toContain("<b>");
  expect(svg).not.toContain("\u0000");
  expect(svg).toContain("A &amp; B_1");
  expect(svg.match(/<circle /g)).toHaveLength(3);
});

it("rows sort by a column, those without a score last", () => {
  const cell = (value: number) => ({ value });
  const of = (name: string, value: number | null) => ({
    ...{ model: { name }, overall: cell(0.5), cells: [value === null ? null : cell(value)] },
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

it("a leaderboard sorts by each of its columns, figures without a number last", () => {
  const [alpha, beta] = [row({ key: "a", name: "Model 10" }), row({ key: "b", name: "model 9", inputs: ["AUDIO"] })];
  const figure = row({ key: "p", name: "Paper", runId: null, score: null, inputs: [] });
  const keys = (text: string) => boardRows([alpha, beta, figure], sortFrom(text)).map(({ key }) => key);
  expect(keys("all")).toEqual(["a", "b", "p"]);
  expect(keys("-all")).toEqual(["p", "b", "a"]);
  expect(keys("model")).toEqual(["b", "a", "p"]);
  expect(keys("-model")).toEqual(["p", "a", "b"]);
  expect(keys("-inputs")).toEqual(["b", "p", "a"]);
  expect([keys("n").at(-1), keys("-n").at(-1)]).toEqual(["p", "p"]);
});

it("runs of one name are told apart by their inputs, and alike ones by their ids", () => {
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

const hasLatex = spawnSync("pdflatex", ["--version"]).status === 0;
if (!hasLatex)
  console.warn("LaTeX tables are not compiled: there is no pdflatex (Debian's texlive-latex-recommended).");

it.runIf(hasLatex)(
  "tables compile as LaTeX, whatever the names are",
  async () => {
    const names = [`a_b & 50 % #1 {x} $y$ ~ ^ \\end{tabular}`, "שלום", "模型", "İ ß é – ✓"];
    const board = boardText(
      [row({}), HOSTILE, ...names.map((name, place) => row({ key: `n${place}`, name }))],
      "LATEX",
    );
    const folder = await mkdtemp(join(tmpdir(), "omnidex-latex-"));
    await writeFile(
      join(folder, "table.tex"),
      `\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n\\begin{document}\n${board}\\end{document}\n`,
    );
    const { status, stdout } = spawnSync("pdflatex", ["-interaction=nonstopmode", "table.tex"], { cwd: folder });
    await rm(folder, { recursive: true });
    // Letters that the fonts lack are errors of LaTeX that a reader of the message can act on; a broken table is not.
    const faults = stdout
      .toString()
      .split("\n")
      .filter((line) => line.startsWith("! ") && !line.includes("Unicode character"));
    expect(faults).toEqual([]);
    expect([0, 1]).toContain(status);
  },
  60_000,
);
