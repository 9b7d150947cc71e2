import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { differenceTexts, intervalText, pText, scoreText } from "../../src/domain/figures-text.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { connectMcp, dataOf, textOf } from "../mcp/mcp-client.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
const BY = ["LEVEL"] as const;

/** A file of `/tables`, with dates that do not depend on the day. */
async function table(path: string): Promise<string> {
  const response = await fetch(`${cli.url()}/tables/${path}`);
  const text = await response.text();
  expect([response.status, text.slice(0, 200)]).toEqual([200, text.slice(0, 200)]);
  return undated(text);
}
const undated = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d/g, "<day>");

/** What a command writes in each format of `/tables`. */
async function written(args: readonly string[], extension: string): Promise<string> {
  const format = extension === "tex" ? "latex" : extension;
  const { code, stdout } = await cli.run([...args, "--format", format]);
  expect(code).toBe(0);
  return undated(stdout);
}

const QUESTIONS = [
  {
    name: "one comparison",
    path: (extension: string) => `comparison.${extension}?a=demo-large&b=demo-medium&by=LEVEL`,
    command: ["compare", "demo-large", "demo-medium", "--by", "level"],
    tool: ["compare_runs", { a: "demo-large", b: "demo-medium", by: BY }],
    python: `client.compare(runs["demo-large"], runs["demo-medium"], by=["LEVEL"])`,
  },
  {
    name: "one breakdown",
    path: (extension: string) => `breakdown.${extension}?run=demo-large&by=LEVEL`,
    command: ["breakdown", "demo-large", "--by", "level"],
    tool: ["breakdown", { run: "demo-large", by: BY }],
    python: `client.breakdown(runs["demo-large"], ["LEVEL"])`,
  },
  {
    name: "one leaderboard",
    path: (extension: string) => `leaderboard.${extension}?benchmark=omnidex-demo`,
    command: ["leaderboard", "omnidex-demo"],
    tool: ["leaderboard", { benchmark: "omnidex-demo" }],
    python: `client.leaderboard("omnidex-demo")`,
  },
] as const;

it.each(QUESTIONS)(
  "$name is the same text over HTTP, from the command line, and in the answer of the tool",
  async ({ path, command, tool: [name, args] }) => {
    for (const extension of ["csv", "md", "tex"])
      expect(await written(command, extension)).toBe(await table(path(extension)));
    const client = await connectMcp(cli.url(), null);
    const answer = await client.callTool({ name, arguments: { ...args } });
    expect(undated(textOf(answer))).toContain((await table(path("md"))).trim());
    await client.close();
  },
);

it.each(["md", "tex"])(
  "a table of runs by level is the same text over HTTP and from the command line as %s",
  async (extension) => {
    expect(await written(["table", "omnidex-demo", "--by", "level"], extension)).toBe(
      await table(`scores.${extension}?benchmark=omnidex-demo&by=LEVEL`),
    );
  },
);

const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import sys; assert sys.version_info >= (3, 9)"]).status === 0,
);

it.skipIf(skipsWithout("Python 3.9", python !== undefined)).each(QUESTIONS)(
  "$name is the same text from Python (skipped without Python 3.9)",
  async ({ path, python: expression }) => {
    const runs = await new Omnidex({ url: cli.url() }).runs().toArray();
    const ids = Object.fromEntries(runs.map(({ id, model }) => [model.name, id]));
    const program = `
import json, omnidex, sys
client = omnidex.Client(sys.argv[1], "")
runs = json.loads(sys.argv[2])
found = ${expression}
json.dump([found.to_latex(), found.to_markdown(), found.to_csv()], sys.stdout)
`;
    const texts = await pythonOutput(program, cli.url(), JSON.stringify(ids));
    expect(JSON.parse(texts).map(undated)).toEqual([
      await table(path("tex")),
      await table(path("md")),
      await table(path("csv")),
    ]);
  },
);

/** It must not block this process, which is also the server. */
async function pythonOutput(program: string, ...args: readonly string[]): Promise<string> {
  const { execFile } = await import("node:child_process");
  const env = {
    ...process.env,
    PYTHONPATH: resolve(import.meta.dirname, "../../python"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return new Promise((done, failed) => {
    execFile(python ?? "", ["-c", program, ...args], { env }, (error, stdout, stderr) =>
      error === null ? done(stdout) : failed(new Error(`${error.message}\n${stderr}`)),
    );
  });
}

it("one comparison has the numbers of the SDK in JSON, CSV, the aligned text and the tool", async () => {
  const omnidex = new Omnidex({ url: cli.url() });
  const [a = "", b = ""] = (await omnidex.leaderboard("omnidex-demo").toArray()).flatMap((entry) =>
    entry.__typename === "RankedRun" ? [entry.run.id] : [],
  );
  const found = await omnidex.compareRuns(a, b, { by: BY });
  const tests = [found, ...found.cells];
  const json = await cli.json<typeof found>(["compare", a, b, "--by", "level"]);
  const { disagreements: _list, ...figures } = found;
  expect(json).toEqual(JSON.parse(JSON.stringify(figures)));
  expect(JSON.stringify(json)).not.toContain('"pValue"');
  const client = await connectMcp(cli.url(), null);
  const told = dataOf<object>(await client.callTool({ name: "compare_runs", arguments: { a, b, by: BY } }));
  await client.close();
  const rows = parse(await table(`comparison.csv?a=${a}&b=${b}&by=LEVEL`), { columns: true }) as Record<
    string,
    string
  >[];
  const printed = readTable(await cli.print(["compare", a, b, "--by", "level"]), "LEVEL");
  expect([rows.length, printed.length]).toEqual([tests.length, tests.length]);
  for (const [place, test] of tests.entries()) {
    const { n, difference, adjustedInterval, adjustedPValue, tests: family } = test;
    expect(rows[place]).toMatchObject({ n: String(n), p: String(adjustedPValue), tests: String(family) });
    expect([rows[place]?.difference, rows[place]?.lower, rows[place]?.upper].map(Number)).toEqual([
      difference,
      adjustedInterval.lower,
      adjustedInterval.upper,
    ]);
    const { value, range } = differenceTexts(test);
    expect(printed[place]).toMatchObject({
      ...{ DIFFERENCE: value, "95 %": range, P: pText(adjustedPValue).replace(/^p (= )?/, "") },
    });
    const { lower, upper } = adjustedInterval;
    expect(place === 0 ? told : (told as { cells: object[] }).cells[place - 1]).toMatchObject({
      ...{ n, difference, adjustedPValue, adjustedInterval: { lower, upper }, tests: family },
    });
  }
  const headline = differenceTexts(found);
  expect(await cli.print(["compare", a, b])).toContain(
    `difference      ${headline.value} points (95 %: ${headline.range}), ${pText(found.adjustedPValue)}`,
  );
});

it("one breakdown has the numbers of the SDK in CSV and the aligned text", async () => {
  const cells = await new Omnidex({ url: cli.url() }).breakdown("run_3", { by: BY });
  const rows = parse(await table("breakdown.csv?run=run_3&by=LEVEL"), { columns: true }) as Record<string, string>[];
  const printed = readTable(await cli.print(["breakdown", "run_3", "--by", "level"]), "LEVEL");
  for (const [place, { keys, score }] of cells.entries()) {
    expect(rows[place]).toMatchObject({
      ...{ level: keys[0]?.label, n: String(score.n), score: String(score.value) },
      ...{ lower: String(score.interval.lower), upper: String(score.interval.upper) },
    });
    expect(printed[place]).toMatchObject({
      LEVEL: keys[0]?.label,
      SCORE: scoreText(score),
      "95 %": intervalText(score),
    });
  }
  expect(cells.length).toBe(4);
});

it.each([
  ["breakdown.md?run=demo-large", 400, "The parameter 'by' is missing"],
  ["breakdown.md?run=demo-larg&by=LEVEL", 404, "Did you mean 'demo-large'?"],
  ["breakdown.pdf?run=demo-large&by=LEVEL", 400, "must be one of csv, md, tex"],
  ["breakdown.md?run=demo-large&by=LEVE", 400, "LEVE"],
  ["breakdown.md?run=demo-large&by=LEVEL&filter=%7B", 400, "it is not JSON"],
  ["breakdown.md?run=demo-large&by=LEVEL&filter=3", 400, "must be an object in JSON"],
  ["leaderboard.csv?benchmark=no-such", 404, "no-such"],
  ["leaderboard.csv?benchmark=omnidex-demo&partial=yes", 400, "'partial' must be true or false; got 'yes'."],
  ["scores.csv?benchmark=omnidex-demo", 400, "by"],
  ["comparison.csv?a=run_1&by=LEVEL", 400, "'b' is missing"],
  ["comparison.csv?a=run_1&b=run_2&limit=3", 400, "There is no parameter 'limit' here"],
  ["ranks.csv?benchmark=omnidex-demo", 404, "There is nothing at"],
])("GET /tables/%s is refused with a reason", async (path, status, message) => {
  const response = await fetch(`${cli.url()}/tables/${path}`);
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(message)]);
});
