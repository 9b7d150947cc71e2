import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Omnidex, type Question } from "../../src/sdk/index.ts";
import { seeded } from "../server/hidden/hidden-benchmark.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
const sdk = (): Omnidex => new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
const DEMO = "omnidex-demo";
/** The models of the runs that are added to the demo's three runs. The demo's models are one family. */
const MODELS = ["alpha-1", "alpha-2", "beta-1", "beta-2", "gamma-1", "gamma-2", "delta-1", "delta-2", "epsilon-1"];
/** The question whose answer key all models contradict, and the label of the option that they choose. */
let wrong: Question;
let other: string;

beforeAll(async () => {
  const questions = await sdk()
    .questions({ filter: { benchmarks: [DEMO] } })
    .toArray();
  wrong = questions[10] as Question;
  other = wrong.options.find(({ label }) => label !== wrong.answer?.label)?.label ?? "";
  for (const [index, name] of MODELS.entries()) {
    const random = seeded(100 + index);
    const skill = 0.3 + 0.07 * index;
    const predictions = questions.map(({ key, answer, options }) => {
      const [knows, guess] = [random(), random()];
      const lure = options[Math.floor(guess * options.length)]?.label ?? "A";
      const right = key === wrong.key ? other : (answer?.label ?? "A");
      return { question: key, response: knows < skill || key === wrong.key ? right : lure };
    });
    await sdk().submitRun({ benchmark: DEMO, model: { name }, inputs: ["VIDEO"], visibility: "PUBLIC", predictions });
  }
}, 600_000);

describe("omnidex items", () => {
  it("prints the SDK's items as JSON, and their figures in a table", async () => {
    const slice = ["--level", "reasoning"];
    const list = sdk().itemAnalysis(DEMO, { filter: { levels: ["REASONING"] }, withModel: true });
    const nodes = await list.take(5).toArray();
    const { evidence, totalCount } = await list.page();
    const printed = await cli.json<object>(["items", DEMO, ...slice, "--limit", "5"]);
    expect(printed).toMatchObject({ evidence, totalCount, leftOut: 0, withheld: [], nodes });
    const text = await cli.print(
      ["items", DEMO, ...slice, "--limit", "5"],
      `5 of ${totalCount} questions. --limit shows more.`,
    );
    const rows = readTable(text, "KEY");
    expect(rows).toHaveLength(5);
    for (const [index, { question, asked, model, discrimination }] of nodes.entries()) {
      expect(rows[index]).toMatchObject({ KEY: question.key, RUNS: String(asked) });
      expect(rows[index]?.A).toBe(model?.a.toFixed(2).replace("-", "−"));
      expect(rows[index]?.B).toBe(model?.b?.toFixed(2).replace("-", "−"));
      expect(rows[index]?.DISCR).toBe(discrimination?.toFixed(2).replace("-", "−"));
    }
  });

  it("orders the items, and writes CSV with full precision", async () => {
    const csv = await cli.print(
      ["items", DEMO, "--order", "share", "--limit", "2", "--format", "csv"],
      `${DEMO}, 12 runs of 6 families\n2 of 480 questions. --limit shows more.`,
    );
    const [head = "", first = ""] = csv.split("\n");
    expect(head.toLowerCase()).toContain("discr,a,a_error,b,");
    const [least] = await sdk()
      .itemAnalysis(DEMO, { orderBy: { field: "SHARE", direction: "ASC" } })
      .take(1)
      .toArray();
    expect(first.startsWith(`${least?.question.key},${least?.asked},`)).toBe(true);
  });

  it("lists on stderr the figures that need more runs", async () => {
    const { code, stdout, stderr } = await cli.run(["items", DEMO, "--model", "demo-small", "--limit", "1"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "All figures need 3 runs of 1 family of models; there is 1 run of 1 family. Submit 2 more.",
    );
    expect(stderr).toContain("A and B need 8 runs of 3 families of models; there is 1 run of 1 family. Submit 7 more");
    expect(readTable(stdout, "KEY")[0]).not.toHaveProperty("RIGHT");
  });
});

describe("omnidex health", () => {
  it("prints the SDK's report as JSON, and its counts and findings in tables", async () => {
    const report = await sdk().benchmarkHealth(DEMO, { first: 3 });
    const printed = await cli.json<object>(["health", DEMO, "--limit", "3"]);
    expect(printed).toEqual({ ...report, findings: report.findings.nodes });
    const { code, stdout, stderr } = await cli.run(["health", DEMO, "--problem", "suspected-key"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "To show what models answer without audio, submit runs of the same models with it and without it.",
    );
    expect(stdout).toContain(`${DEMO}, release 1, 12 runs of 6 families`);
    const counts = readTable(stdout, "PROBLEM");
    expect(counts.map(({ QUESTIONS }) => Number(QUESTIONS))).toEqual(report.problems.map(({ questions }) => questions));
    const [suspect] = readTable(stdout, "KEY");
    expect(suspect).toMatchObject({ KEY: wrong.key, PROBLEM: "The key is probably wrong" });
    expect(suspect?.EVIDENCE).toMatch(/^ln LR \d+\.\d$/);
  });

  it("writes the report as Markdown, and names the findings that need more runs", async () => {
    const { stdout } = await cli.run(["health", DEMO, "--format", "md"]);
    expect(stdout).toMatch(/^# .*omnidex-demo/);
    expect(stdout).toContain(`| ${wrong.key} | ln LR`);
    const few = await cli.run(["health", DEMO, "--model", "demo-small"]);
    expect(few.stderr).toContain("Suspected keys");
    expect(few.stdout).not.toContain("The key is probably wrong");
  });
});

describe("omnidex power", () => {
  it("prints the SDK's plan, in points and in questions", async () => {
    const plan = await sdk().comparisonPlan(DEMO, { difference: 0.05, power: 0.9 });
    expect(await cli.json(["power", DEMO, "--difference", "5", "--power", "0.9"])).toEqual(plan);
    const text = await cli.print(
      ["power", DEMO, "--difference", "5", "--power", "0.9"],
      (plan.questions ?? 0) > 480 ? "The slice has only 480 questions." : "",
    );
    expect(readTable(text, "POINTS")).toMatchObject([
      { POINTS: "5.0", POWER: "90.0", QUESTIONS: plan.questions?.toLocaleString("en-US"), AVAILABLE: "480 on 160" },
    ]);
  });

  it("refuses an invalid difference, and states how many runs are missing", async () => {
    const refused = await cli.run(["power", DEMO, "--difference", "0"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Give points above 0, at most 100.") });
    const few = await cli.run(["power", DEMO, "--model", "demo-small"]);
    const needs =
      "The sizes of a comparison need 4 runs of 2 families of models; there is 1 run of 1 family. Submit 3 more, of 1 other family.";
    expect([few.code, few.stdout, few.stderr]).toEqual([0, "", `${needs}\n`]);
  });
});

describe("omnidex leaderboard --ability", () => {
  it("prints each run's ability, and the score that wrong and ambiguous keys still allow", async () => {
    const { saturation } = await sdk().leaderboard(DEMO, { withAbility: true }).page();
    const { stdout, stderr } = await cli.run(["leaderboard", DEMO, "--ability", "--limit", "3"]);
    const ceiling = ((saturation?.ceiling ?? 0) * 100).toFixed(1);
    expect(stderr).toContain(
      `Wrong and ambiguous keys still allow a score of ${ceiling} % or more; the best run is below it.`,
    );
    const [best] = await sdk().leaderboard(DEMO, { withAbility: true }).take(1).toArray();
    const ability = best?.__typename === "RankedRun" ? best.ability : null;
    expect(readTable(stdout, "RANK")[0]?.ABILITY).toBe(
      `${ability?.value.toFixed(2).replace("-", "−")} ± ${ability?.standardError.toFixed(2)}`,
    );
  });
});

describe("omnidex snapshots", () => {
  it("takes a snapshot, lists it, and uses it in slices", async () => {
    const none = `${DEMO} has no item snapshot. Its maintainers take one with --take.`;
    expect(await cli.print(["snapshots", DEMO], none)).toBe("");
    const [taken] = readTable(await cli.print(["snapshots", DEMO, "--take", "--note", "for a test"]), "SNAPSHOT");
    expect(taken).toMatchObject({ RELEASE: "1", KEY: "1", RUNS: "12", FAMILIES: "6", NOTE: "for a test" });
    expect(await cli.json(["snapshots", DEMO])).toEqual(await sdk().itemSnapshots(DEMO));
    const statistics = { snapshot: taken?.SNAPSHOT ?? "", difficulty: { lte: 0.5 } };
    const { totalCount: count } = await sdk()
      .questions({ filter: { benchmarks: [DEMO], statistics } })
      .page();
    const args = ["questions", "-b", DEMO, "--snapshot", statistics.snapshot, "--max-difficulty", "0.5", "--count"];
    expect(await cli.print(args)).toBe(`${count}\n`);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(480);
    const misplaced = await cli.run(["snapshots", DEMO, "--note", "x"]);
    expect(misplaced).toMatchObject({ code: 2, stderr: expect.stringContaining("--note goes with --take.") });
  });
});

describe("omnidex subset", () => {
  it("chooses questions, writes their keys, and stores the subset for estimates", async () => {
    const folder = mkdtempSync(join(tmpdir(), "omnidex-subset-"));
    const file = join(folder, "keys.txt");
    const { stdout, stderr } = await cli.run(["subset", DEMO, "--size", "40", "--store", "--out", file]);
    expect(stderr).toContain(`Wrote 40 keys to ${file}.`);
    const keys = readFileSync(file, "utf8").trim().split("\n");
    const { subset } = await sdk().representativeSubset(DEMO, { size: 40 });
    expect(keys).toEqual(subset?.keys);
    expect(stdout).toContain(`${DEMO}: 40 of 480 questions, chosen by`);
    expect(stdout).toMatch(/; stored as subset_\d+/);
    const methods = readTable(stdout, "METHOD");
    expect(methods.map(({ ERROR }) => ERROR)).toEqual(
      subset?.errors.map(({ leaveFamilyOut }) => (100 * leaveFamilyOut.mean).toFixed(1)),
    );
    const questions = await sdk()
      .questions({ filter: { benchmarks: [DEMO], keys } })
      .toArray();
    const predictions = questions.map(({ key, answer }) => ({ question: key, response: answer?.label ?? "A" }));
    const answers = join(folder, "answers.jsonl");
    writeFileSync(answers, predictions.map((row) => JSON.stringify(row)).join("\n"));
    const shown = await cli.print(["submit", answers, "-b", DEMO, "--model", "zeta-1", "--inputs", "video"]);
    rmSync(folder, { recursive: true });
    const run = /^(run_\d+)/m.exec(shown)?.[1] ?? "";
    expect((await sdk().estimate(run))?.value).toBeGreaterThan(0.8);
    const estimate = /^estimate .* of all 480 questions, estimated from 40 of subset_\d+; not ranked$/m;
    expect(shown).toMatch(estimate);
    expect(shown).not.toMatch(/(Strongest|Weakest) slices/);
    expect(await cli.print(["run", run])).toMatch(estimate);
    const partial = `${run} is partial: questions without a prediction count as wrong.`;
    expect(await cli.print(["breakdown", run, "--by", "task"], partial)).toContain("TASK");
  });

  it("states how many runs are missing, and prints either JSON or keys", async () => {
    const few = await cli.run(["subset", DEMO, "--size", "40", "--model", "demo-small"]);
    const needs =
      "Subsets need 10 runs of 4 families of models; there is 1 run of 1 family. Submit 9 more, of 3 other families.";
    expect([few.code, few.stdout, few.stderr]).toEqual([0, "", `${needs}\n`]);
    const both = await cli.run(["subset", DEMO, "--out", "-", "--json"]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("With --json, --out must be a file") });
  });
});

describe("omnidex suspects and omnidex review-key", () => {
  it("list first the key that the models contradict, as the SDK does", async () => {
    const list = await cli.json<{ nodes: readonly { readonly question: { readonly key: string } }[] }>([
      "suspects",
      DEMO,
      "--limit",
      "1",
    ]);
    expect(list.nodes).toEqual(await sdk().keySuspects(DEMO, { rankChanges: 100 }).take(1).toArray());
    expect(list.nodes[0]?.question.key).toBe(wrong.key);
    const { stdout, stderr } = await cli.run(["suspects", DEMO, "--limit", "1"]);
    expect(stdout).toContain(`${DEMO}, 12 runs of 6 families; FOR: runs (families) that chose PROPOSED`);
    expect(stderr).toContain("Not counted: 1 partial run.\n");
    expect(readTable(stdout, "KEY")[0]).toMatchObject({ KEY: wrong.key, IS: wrong.answer?.label, PROPOSED: other });
  });

  it("store a review, show it, and correct the key once it is confirmed", async () => {
    const review = (...more: string[]) => cli.print(["review-key", DEMO, wrong.key, "--reason", "looked", ...more]);
    expect(await review("--verdict", "ambiguous")).toBe(
      `${wrong.key}: the key ${wrong.answer?.label} is marked as ambiguous.\n`,
    );
    const { stdout } = await cli.run(["suspects", DEMO, "--reviewed"]);
    expect(readTable(stdout, "KEY")).toMatchObject([{ KEY: wrong.key, REVIEW: "ambiguous" }]);
    const done = await review("--verdict", "confirmed", "--answer", other);
    expect(done).toContain(`the key is now ${other}; it was ${wrong.answer?.label}. Revision 2, 13 runs rescored`);
    expect((await sdk().keyReviews(DEMO, wrong.key))?.map(({ verdict }) => verdict)).toEqual([
      "AMBIGUOUS",
      "CONFIRMED",
    ]);
    expect((await sdk().question(DEMO, wrong.key))?.answer?.label).toBe(other);
    expect(await sdk().keyReviews(DEMO, "none")).toBeNull();
  });

  it("refuse an answer without its verdict, and a caller without a key", async () => {
    const asked = ["review-key", DEMO, wrong.key, "--reason", "r", "--verdict", "right"];
    expect(await cli.run([...asked, "--answer", "A"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--answer needs --verdict confirmed."),
    });
    const { code, stderr } = await cli.run(asked, { OMNIDEX_API_KEY: "" });
    expect(code).not.toBe(0);
    expect(stderr).toContain("Writing needs a key");
  });
});
