import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { RUN_FORMATS } from "../../src/formats/run-formats.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { type Finished, inFolder } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();
const SECRET = "secret-sounds";
const KEYS = Array.from({ length: 60 }, (_, index) => `q${index}`);
const ROUNDED = "This benchmark keeps its answers secret. A run has one score";

/** All right answers are A. Only the benchmark's maintainers can see the answers. */
const BENCHMARK = {
  benchmark: { slug: SECRET, title: "Secret sounds", homepage: "https://huggingface.co/datasets/sounds/secret" },
  videos: [{ key: "v" }],
  questions: KEYS.map((key, index) => ({
    key,
    video: "v",
    task: index < 30 ? "Counting" : "Order",
    level: "PERCEPTION",
    subset: `part ${index % 4}`,
    text: `What is sound ${key}?`,
    options: ["a bell", "a dog"],
    answer: "A",
  })),
};

let alice: Readonly<Record<string, string>>;
/** Submits a run of `right` right answers through the program. The last three predictions failed. */
const submit = (model: string, right: number, more: readonly string[] = []): Promise<Finished> =>
  inFolder(async (folder) => {
    const file = join(folder, "rows.jsonl");
    const rows = KEYS.map((question, index) =>
      index < KEYS.length - 3
        ? { question, response: index < right ? "A" : "B" }
        : { question, response: null, error: "timeout" },
    );
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    const options = ["--benchmark", SECRET, "--model", model, "--inputs", "audio", "--visibility", "public"];
    return cli.run(["submit", file, ...options, ...more], alice);
  });

let better: Finished;
let worse: Finished;
beforeAll(async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "secret.json");
    await writeFile(file, JSON.stringify(BENCHMARK));
    const imported = await cli.run(["import", SECRET, file, "--answers", "hidden"]);
    expect(imported.code, imported.stderr).toBe(0);
  });
  const sdk = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  alice = { OMNIDEX_API_KEY: (await sdk.createApiKey({ name: "alice", owner: "alice" })).secret };
  better = await submit("alice-1", 40);
  worse = await submit("alice-2", 40);
});

/** The formats that hold only predictions, without a score over several of them. */
const OF_ROWS: ReadonlySet<string> = new Set(["omnidex", "csv", "parquet", "lmms-eval", "eee-instances"]);
/** An exported file of the better run. Without a key in `environment`, the administrator's key is used. */
const exported = async (format: string, environment: Readonly<Record<string, string>>): Promise<string> =>
  (await cli.run(["export", "run", runOf(better), "--format", format], environment)).stdout;

const runOf = ({ stdout }: Finished): string => /^(run_\d+)/m.exec(stdout)?.[1] ?? "";

it("omnidex import warns if a release would show answers that are hidden elsewhere", async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "open.json");
    await writeFile(file, JSON.stringify({ ...BENCHMARK, benchmark: { slug: "open-sounds", title: "Open sounds" } }));
    const { code, stdout } = await cli.run(["import", "open-sounds", file, "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "WARNING: 60 questions are also in 'secret-sounds', which hides its answers. With this release, everyone can see their answers. Leave them out, or import with --answers hidden.",
    );
  });
});

describe("a run that does not beat its owner's best on a hidden benchmark", () => {
  it("is reported with a note that the leaderboard shows the owner's better run", () => {
    expect(better.stdout).toMatch(/^Rank 1 of 1 /m);
    expect(worse.stdout).toContain(
      `It has no rank of its own: the leaderboard of ${SECRET} shows its owner's better run instead.`,
    );
    expect(worse.stdout).not.toContain("below the first");
  });

  it.each([[[]], [["--by", "task"]]])(
    "is not reported as left out of the leaderboard for lack of predictions: options %j",
    async (options) => {
      const board = await cli.run(["leaderboard", SECRET, ...options], alice);
      expect(board.stdout).toContain("alice-1");
      expect(board.stdout).not.toContain("alice-2");
      expect(board.stderr).not.toContain("Left out: ");
    },
  );
});

it("omnidex predictions shows an owner the responses and neither outcomes nor answers", async () => {
  const { stdout } = await cli.run(["predictions", runOf(better), "--format", "ndjson"], alice);
  const rows = stdout.trim().split("\n");
  expect(rows).toHaveLength(KEYS.length);
  for (const row of rows)
    expect(JSON.parse(row)).toMatchObject({ outcome: null, score: null, question: { answer: null } });
  const none = {
    code: 0,
    stdout: "",
    stderr: "No prediction matches that you may see: the benchmark hides its answers.\n",
  };
  expect(await cli.run(["predictions", runOf(better), "--wrong"], alice)).toEqual(none);
  expect(await cli.run(["predictions", runOf(better)], { OMNIDEX_API_KEY: "" })).toEqual(none);
});

it("omnidex challenge disclosure says how much the scores tell, to maintainers", async () => {
  const { stdout } = await cli.run(["challenge", "disclosure", SECRET]);
  expect(stdout).toMatch(
    /^The scores of \d+ runs over 60 questions tell at most \d+\.\d bits of the answer key\. On average over all keys, nobody gains more than \d+\.\d points over chance with so many bits\.\n/,
  );
  const json = JSON.parse((await cli.run(["challenge", "disclosure", SECRET, "--json"])).stdout);
  expect(json).toMatchObject({ questions: 60, bits: expect.any(Number), points: expect.any(Number) });
  const refused = await cli.run(["challenge", "disclosure", SECRET], alice);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
});

it("omnidex import --open makes a benchmark of some of the questions, whose answers everyone sees", () =>
  inFolder(async (folder) => {
    const file = join(folder, "parted.json");
    const questions = BENCHMARK.questions.map(({ video: _, ...question }) => ({
      ...question,
      text: `Parted ${question.key}`,
    }));
    await writeFile(file, JSON.stringify({ benchmark: { slug: "parted", title: "Parted" }, questions }));
    const { code, stdout } = await cli.run(["import", "parted", file, "--open", "0.5"]);
    expect(code).toBe(0);
    const [hidden = "", open = ""] = stdout.split("\nThe open part, whose answers everyone sees:\n");
    expect(hidden).toMatch(
      /^parted imported as release 1 .*\n {2}\d+ questions, .*\n {2}its answers are hidden; scores over all questions are shown, and each tells a little about the answers\n/,
    );
    expect(open).toMatch(/^parted-open imported as release 1 .*\n {2}\d+ questions, /);
    expect(open).not.toContain("hidden");
    const wrong = await cli.run(["import", "parted", file, "--open", "2"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("a share above 0 and below 1")]);
  }));

describe("the mark of rounded scores", () => {
  it("is printed with every coarse score", async () => {
    const run = runOf(better);
    expect(better.stdout).toContain(ROUNDED);
    expect((await cli.run(["run", run], alice)).stdout).toContain(ROUNDED);
    for (const args of [
      ["leaderboard", SECRET],
      ["leaderboard", SECRET, "--by", "task"],
    ])
      expect((await cli.run(args, alice)).stderr, args.join(" ")).toContain(ROUNDED);
  });

  it("is in every exported file with a score, without counts that are computed from the rounded score", async () => {
    for (const format of Object.keys(RUN_FORMATS).filter((name) => !OF_ROWS.has(name))) {
      const file = await exported(format, alice);
      expect(file, format).toMatch(/\bare rounded\b/);
      expect(file, format).not.toMatch(/\b(?:correct|unparsed|missing|errored)"?:/);
      expect(await exported(format, {}), format).not.toMatch(/\brounded\b/);
    }
  });

  it("is in the fields of a format that describe the score", async () => {
    const eee = JSON.parse(await exported("eee", alice)).evaluation_results;
    expect(eee).toHaveLength(1);
    expect(eee[0].metric_config.evaluation_description).toContain("the score, its error and its interval are rounded");
    expect(eee[0].score_details.details).toEqual({ n: "60", clusters: "1", chance: "0.5" });
    const { results } = JSON.parse(await exported("inspect", alice));
    expect(results.metadata.denominator).toContain("are rounded");
    expect([results.completed_samples, results.scores[0].scored_samples]).toEqual([60, 60]);
    expect(results.scores[0].metrics.accuracy.metadata).toEqual({ n: 60, clusters: 1, interval: expect.anything() });
    expect(JSON.parse(await exported("eee", {})).evaluation_results[0]).toMatchObject({
      metric_config: { evaluation_description: expect.not.stringContaining("rounded") },
      score_details: { details: { n: "60", correct: "40" } },
    });
  });

  it("says why a breakdown is empty", async () => {
    const { stdout, stderr } = await cli.run(["breakdown", runOf(better), "--by", "task"], alice);
    expect(stdout).toBe("");
    expect(stderr).toContain(
      "No value has a score: the benchmark keeps its answers secret. Until its challenge has closed, a run has one score",
    );
  });

  it("comes with a reason if responses are refused", async () => {
    const { code, stderr } = await cli.run(["export", "run", runOf(better), "--format", "csv"], {
      OMNIDEX_API_KEY: "",
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain("only the owner of the run sees its responses");
  });

  it("is not printed for administrators, who see exact scores", async () => {
    expect(await cli.print(["run", runOf(better)])).not.toContain(ROUNDED);
    expect((await cli.run(["leaderboard", SECRET])).stderr).not.toContain(ROUNDED);
  });
});

describe("a public run whose score would reveal the owner of an anonymous run", () => {
  it("is not reported as unscored: the command says that its score is not shown, and why", async () => {
    const veiled = runOf(await submit("alice-3", 20, ["--anonymous"]));
    const reader = { OMNIDEX_API_KEY: "" };
    const described = await cli.run(["run", veiled], reader);
    expect(described.stdout).toMatch(/score +The score is not shown to you, because .* the owner of an anonymous run/);
    const { stderr } = await cli.run(["breakdown", veiled, "--by", "task"], reader);
    expect(stderr).toMatch(/^run_\d+ is scored\. The score is not shown to you, because /m);
    expect(stderr).not.toContain("is not scored");
    // The owner sees the score of its best run.
    expect((await cli.run(["run", veiled], alice)).stdout).not.toContain("not shown to you");
  });
});

it("a table without columns prints the reason; an administrator sees all columns", async () => {
  const command = ["table", SECRET, "--by", "subset"];
  const seen = await cli.run(command, alice);
  expect(seen.stderr).toContain(
    "4 columns left out: the benchmark keeps its answers secret. Until its challenge has closed, a run has one score, and none over parts of the questions unless the maintainers show some. After that, parts with at least 20 scored questions have scores, too.",
  );
  expect(seen.stdout).toMatch(/^MODEL +INPUTS +ALL +FROM$/m);
  const json = await cli.run([...command, "--json"], alice);
  expect(JSON.parse(json.stdout)).toMatchObject({ columns: [], withheldColumns: 4 });
  const own = await cli.run(command);
  expect(own.stderr).not.toContain("left out");
  expect(own.stdout).toMatch(/^MODEL +INPUTS +ALL +part 0 +part 1 +part 2 +part 3 +FROM$/m);
});
