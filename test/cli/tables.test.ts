import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { valueText } from "../../src/domain/figures-text.ts";
import { Omnidex, type ScoreTableCell } from "../../src/sdk/index.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
beforeAll(async () => {
  expect(await cli.run(["keys", "create", "of the tests", "--owner", "a | b & c"])).toMatchObject({ code: 0 });
});
const sdk = (): Omnidex => new Omnidex({ url: cli.url() });

/** The output of a command on stdout. Other tests check the remarks on stderr. */
async function stdoutOf(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli.run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  return stdout;
}

/** The rows of a LaTeX table, without its commands. */
const latexRows = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.endsWith("\\\\"))
    .map((line) =>
      line
        .slice(0, -2)
        .split(" & ")
        .map((cell) => cell.trim()),
    );

/** The rows of a Markdown table. */
const markdownRows = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const csvRows = (text: string): Record<string, string>[] => parse(text, { columns: true });

const standardErrorOf = (cell: ScoreTableCell | null | undefined): number | undefined =>
  cell?.__typename === "ScoreTableRunCell" ? cell.score.standardError : undefined;

/** A paper's figure has one decimal; a score has as many as its error justifies. */
const percentOf = (cell: ScoreTableCell | null): string =>
  cell === null ? "" : valueText(cell.value, cell.__typename === "ScoreTableRunCell" ? cell.score : null);

describe("omnidex table", () => {
  const options = { by: ["LEVEL"] } as const;

  it("prints the API's scores", async () => {
    const { columns, nodes } = await sdk().scoreTable("omnidex-demo", options).page();
    const rows = readTable(await stdoutOf(["table", "omnidex-demo", "--by", "level"]), "MODEL");
    expect(rows.map(({ MODEL, ALL, FROM }) => [MODEL, ALL, FROM])).toEqual(
      nodes.map((row) => [row.model.name, percentOf(row.overall), "run" in row ? row.run.id : undefined]),
    );
    for (const [place, { keys }] of columns.entries())
      expect(rows.map((row) => row[keys[0]?.label ?? ""])).toEqual(
        nodes.map(({ cells }) => percentOf(cells[place] ?? null)),
      );
    expect(await cli.json(["table", "omnidex-demo", "--by", "level"])).toMatchObject({ columns, nodes, totalCount: 3 });
    expect(await stdoutOf(["leaderboard", "omnidex-demo", "--by", "level"])).toBe(
      await stdoutOf(["table", "omnidex-demo", "--by", "level"]),
    );
  });

  it("writes scores in full precision as CSV", async () => {
    const { columns, nodes } = await sdk().scoreTable("omnidex-demo", options).page();
    const rows = csvRows(await stdoutOf(["table", "omnidex-demo", "--by", "level", "--errors", "--format", "csv"]));
    for (const [index, { overall, cells }] of nodes.entries()) {
      expect(Number(rows[index]?.All)).toBe(overall?.value);
      for (const [place, { keys }] of columns.entries()) {
        const label = keys[0]?.label ?? "";
        expect(Number(rows[index]?.[label])).toBe(cells[place]?.value);
        expect(Number(rows[index]?.[`${label} standard error`])).toBe(standardErrorOf(cells[place]));
      }
    }
  });

  it.each(["MD", "LATEX"] as const)("marks the best scores, and those tied with them, in %s", async (format) => {
    const { nodes } = await sdk()
      .scoreTable("worldsense", { by: ["AUDIO_TYPE"] })
      .page();
    const text = await stdoutOf([
      "table",
      "worldsense",
      "--by",
      "audio-type",
      "-L",
      "100",
      "--format",
      format.toLowerCase(),
    ]);
    const [best, tied] =
      format === "MD" ? [/^\*\*(.*)\*\*$/, /^<u>(.*)<\/u>$/] : [/^\\textbf\{(.*)\}$/, /^\\underline\{(.*)\}$/];
    const rows = format === "MD" ? markdownRows(text).slice(2) : latexRows(text).slice(1);
    expect(rows).toHaveLength(nodes.length);
    for (const [index, { overall, cells }] of nodes.entries()) {
      for (const [place, cell] of [overall, ...cells].entries()) {
        const shown = rows[index]?.[place + 2] ?? "";
        expect(best.test(shown)).toBe(cell?.rank === 1);
        expect(tied.test(shown)).toBe(cell !== null && cell.rank > 1 && cell.tiesWithBest === true);
        expect(shown.replace(best, "$1").replace(tied, "$1")).toBe(percentOf(cell));
      }
    }
  });

  it("has two header rows in LaTeX for two dimensions, with the API's numbers below", async () => {
    const { columns, nodes } = await sdk()
      .scoreTable("omnidex-demo", { by: ["LEVEL", "AUDIO_TYPE"] })
      .page();
    const [command, by] = [["table", "omnidex-demo", "--by"], "level,audio-type"];
    const text = await stdoutOf([...command, by, "--format", "latex"]);
    const [over = [], own = [], ...rows] = latexRows(text);
    expect(own).toEqual(["Model", "Inputs", "All", ...columns.map(({ keys }) => keys[1]?.label)]);
    const spans = over.flatMap((cell): { over: string; count: number }[] => {
      const [, count, label = ""] = /^\\multicolumn\{(\d+)\}\{c\}\{(.*)\}$/.exec(cell) ?? [];
      return [{ over: label, count: Number(count ?? 1) }];
    });
    const heads = spans.flatMap((span) => Array.from({ length: span.count }, () => span.over));
    expect(heads).toEqual(["", "", "", ...columns.map(({ keys }) => keys[0]?.label)]);
    let column = 1;
    const rules = spans.flatMap(({ over: label, count }) => {
      column += count;
      return label === "" ? [] : [`\\cmidrule(lr){${column - count}-${column - 1}}`];
    });
    expect(rules.length).toBeGreaterThan(1);
    expect(text.split("\n")).toContain(rules.join(" "));
    const plain = (cell = "") => cell.replace(/^\\(?:textbf|underline)\{(.*)\}$/, "$1");
    expect(rows.map((row) => row.slice(2).map(plain))).toEqual(
      nodes.map(({ overall, cells }) => [overall, ...cells].map(percentOf)),
    );
    const [title] = markdownRows(await stdoutOf([...command, by, "--format", "md"]));
    expect(title?.slice(3, -1)).toEqual(columns.map(({ keys }) => keys.map(({ label }) => label).join(", ")));
  });

  const hasLatex = spawnSync("pdflatex", ["--version"]).status === 0;
  it.skipIf(skipsWithout("pdflatex", hasLatex))("compiles as LaTeX (skipped without pdflatex)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "omnidex-latex-"));
    try {
      const commands = [
        ["table", "omnidex-demo", "--by", "level,audio-type", "--errors"],
        ["table", "worldsense", "--by", "category"],
        ["leaderboard", "mmworld"],
        ["compare", "run_1", "run_2", "--by", "level"],
        ["runs"],
        ["facets", "--by", "task"],
      ];
      const tables = [];
      for (const command of commands) tables.push(await stdoutOf([...command, "--format", "latex"]));
      const document = `\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n${tables.join("\n\n")}\n\\end{document}\n`;
      await writeFile(join(folder, "tables.tex"), document);
      const log = execFileSync("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "tables.tex"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(log).toContain("Output written on tables.pdf");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    [["--by", "level,task,audio-type"], "--by takes one dimension, or two."],
    [["--by", "level", "--format", "xml"], "xml"],
    [["--by", "level", "--format", "csv", "--json"], "cannot be used with"],
    [[], "--by"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await cli.run(["table", "omnidex-demo", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("--format", () => {
  const commands = [
    ["benchmarks"],
    ["runs"],
    ["leaderboard", "omnidex-demo"],
    ["breakdown", "run_1", "--by", "level"],
    ["facets", "--by", "audio-type"],
    ["compare", "run_1", "run_2", "--by", "level"],
    ["audit", "run_1", "--extractor", "lmms-eval-worldsense"],
    ["benchmarks", "omnidex-demo"],
    ["releases", "omnidex-demo"],
    ["prompts", "worldsense"],
    ["keys", "list"],
    ["questions", "--level", "reasoning"],
    ["questions", "--columns", "key,options,durationSeconds", "--limit", "5"],
    ["table", "omnidex-demo", "--by", "level"],
  ];

  it.each(commands.map((given) => ({ given, name: given.join(" ") })))(
    "of $name prints the same number of rows in each format, and no bars",
    async ({ given }) => {
      const csv = csvRows(await stdoutOf([...given, "--format", "csv"]));
      const markdown = markdownRows(await stdoutOf([...given, "--format", "md"]));
      const latex = latexRows(await stdoutOf([...given, "--format", "latex"]));
      expect(csv.length).toBeGreaterThan(0);
      expect([markdown.length - 2, latex.length - 1]).toEqual([csv.length, csv.length]);
      expect(new Set(markdown.map(({ length }) => length)).size).toBe(1);
      // LaTeX has no column of ids.
      const widths = [markdown[0]?.length ?? 0, (markdown[0]?.length ?? 0) - 1];
      expect(widths).toContain(latex[0]?.length);
      expect(new Set(latex.map(({ length }) => length)).size).toBe(1);
      if (["leaderboard", "table"].includes(given[0] ?? "")) expect(latex[0]).not.toContain("From");
      expect(JSON.stringify([csv, markdown, latex])).not.toMatch(/[█●━]/);
    },
  );

  it("is an option of every command that has --json and prints a table", async () => {
    const { stdout } = await cli.run(["--help"]);
    const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map((match) => match[1] ?? "");
    // These commands print a single object or a result, and no table.
    const others = [
      "api",
      "run",
      "rescore",
      "review-key",
      "withdraw",
      "use-release",
      "import",
      "pull",
      "check",
      "whoami",
      "submit",
      "label-errors",
      "report-scores",
      "backup",
      "restore",
    ];
    for (const name of names.filter((each) => each !== "help" && !others.includes(each))) {
      const help = (await cli.run([name, "--help"])).stdout;
      if (help.includes("--json")) expect(help, name).toContain("--format <format>");
    }
    expect((await cli.run(["keys", "list", "--help"])).stdout).toContain("--format <format>");
  });

  it.each([
    ["--format md -o x.md", "'md'", "Leave out --output."],
    ["--format parquet", "'parquet' is a format for files.", "--output"],
  ])("of omnidex questions refuses %s", async (line, message, hint) => {
    const { code, stderr } = await cli.run(["questions", ...line.split(" ")]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });
});
