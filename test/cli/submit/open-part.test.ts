import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { inFolder } from "../cli-process.ts";
import { ADMIN_KEY, serveCli } from "../served-cli.ts";

const cli = serveCli();
const SOUNDS = "kitchen-sounds";
/** Two questions about each video, one of which has the text of a question about another video. */
const QUESTIONS = Array.from({ length: 120 }, (_, index) => ({
  key: `q${index}`,
  video: `v${Math.floor(index / 2)}`,
  task: "Counting",
  level: "PERCEPTION",
  text: index % 2 === 0 ? `What is sound ${index}?` : "What is heard last?",
  options: ["a bell", "a dog"],
  answer: "A",
}));

let alice: Readonly<Record<string, string>>;
let omnidex: Omnidex;
/** The keys of the questions of the two parts. */
let hidden: readonly string[];
let open: readonly string[];

beforeAll(async () => {
  await inFolder(async (folder) => {
    const file = join(folder, "sounds.json");
    const videos = Array.from({ length: 60 }, (_, index) => ({ key: `v${index}` }));
    const about = { slug: SOUNDS, title: "Kitchen sounds" };
    await writeFile(file, JSON.stringify({ benchmark: about, videos, questions: QUESTIONS }));
    const imported = await cli.run(["import", SOUNDS, file, "--open", "0.4"]);
    expect(imported.code, imported.stderr).toBe(0);
  });
  const admin = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const { secret } = await admin.createApiKey({ name: "alice", owner: "alice" });
  alice = { OMNIDEX_API_KEY: secret };
  omnidex = new Omnidex({ url: cli.url(), apiKey: secret });
  const keysOf = async (slug: string) =>
    (await omnidex.questions({ filter: { benchmarks: [slug] } }).toArray()).map(({ key }) => key);
  [hidden, open] = [await keysOf(SOUNDS), await keysOf(`${SOUNDS}-open`)];
  expect(Math.min(hidden.length, open.length)).toBeGreaterThan(20);
});

const ANSWERS = QUESTIONS.map(({ key }, at) => ({ question: key, response: at % 3 === 0 ? "B" : "A" }));
const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");

const submit = (text: string, options: readonly string[], name = "results.jsonl") =>
  inFolder(async (folder) => {
    const file = join(folder, name);
    await writeFile(file, text);
    const stated = ["--benchmark", SOUNDS, "--inputs", "video,audio"];
    return cli.run(["submit", file, ...stated, ...options], alice);
  });

const predictedKeys = async (run: string): Promise<readonly string[]> =>
  (await omnidex.predictions(run).toArray()).map(({ question }) => question.key);

const submittedModels = async (): Promise<readonly string[]> =>
  (await omnidex.runs({ filter: { mine: true } }).toArray()).map(({ model }) => model.name);

describe("a result file with rows of a benchmark and of its open part", () => {
  it("is two runs with the same settings, shown before they are sent", async () => {
    const options = ["--model", "m1", "--frames", "8", "--seed", "7", "--visibility", "public"];
    const asked = await submit(lines(ANSWERS), options);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("--yes submits them as the table says");
    const { code, stdout, stderr } = await submit(lines(ANSWERS), [...options, "--yes"]);
    expect(code, stderr).toBe(0);
    const note = `Note: ${open.length} rows of ${SOUNDS}-open, the open part of ${SOUNDS}: a run of its own.`;
    expect(stderr.split("\n")).toEqual([
      note,
      expect.stringMatching(/^results\.jsonl: submitted as run_\d+\.$/),
      expect.stringMatching(/^results\.jsonl, open part: submitted as run_\d+\.$/),
      "",
    ]);
    const count = (keys: readonly string[]): string => `${keys.length} +${keys.length}`;
    const row = "m1 +kitchen-sounds";
    expect(stdout).toMatch(new RegExp(`^results\\.jsonl +${row} +video,audio +8 +${count(hidden)}$`, "m"));
    expect(stdout).toMatch(
      new RegExp(`^results\\.jsonl +open part +${row}-open +video,audio +8 +${count(open)}$`, "m"),
    );
    const [first = "", second = ""] = [...stderr.matchAll(/run_\d+/g)].map(([id]) => id);
    expect((await predictedKeys(first)).toSorted()).toEqual(hidden.toSorted());
    expect((await predictedKeys(second)).toSorted()).toEqual(open.toSorted());
    const settings = { model: { name: "m1" }, frames: 8, seed: 7, visibility: "PUBLIC", partial: false };
    expect(await omnidex.run(first)).toMatchObject({ benchmark: { slug: SOUNDS }, ...settings });
    expect(await omnidex.run(second)).toMatchObject({ benchmark: { slug: `${SOUNDS}-open` }, ...settings });
    expect((await omnidex.run(second))?.score?.coarse).toBe(false);
  });

  it("sent again is the same two runs, and --json has both", async () => {
    const options = ["--model", "m2", "--yes", "--json"];
    const ids = async (text: string) => {
      const { stdout } = await submit(text, options);
      const { ok, runs } = JSON.parse(stdout);
      expect({ ok, parts: runs.map(({ part }: { part: string | null }) => part) }).toEqual({
        ok: true,
        parts: [null, "open part"],
      });
      const read = { problemCount: 0, missing: 0 };
      expect(runs).toMatchObject([
        { fields: { benchmark: SOUNDS }, read: { ...read, predictions: hidden.length, errors: 0 } },
        { fields: { benchmark: `${SOUNDS}-open` }, read: { ...read, predictions: open.length, errors: 1 } },
      ]);
      return runs.map(({ run }: { run: { id: string } }) => run.id);
    };
    const failed = ANSWERS.map((row) => (row.question === open[0] ? { question: open[0], error: "timeout" } : row));
    expect(await ids(lines(failed))).toEqual(await ids(lines(failed.toReversed())));
  });

  it("--dry-run validates both and stores nothing", async () => {
    const { code, stdout } = await submit(lines(ANSWERS), ["--model", "m3", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toContain("The server validated 2 runs. Nothing was stored.");
    expect(await submittedModels()).not.toContain("m3");
  });

  it("is sent whole or not at all, unless --allow-partial says otherwise", async () => {
    const rows = [...ANSWERS, { question: "q999", response: "A" }];
    const refused = await submit(lines(rows), ["--model", "m4", "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(
      [
        "results.jsonl: line 121: No question 'q999' in kitchen-sounds; nearest: q99.",
        "omnidex: 1 row cannot be used; nothing was submitted. --allow-partial submits the other 120.",
        "",
      ].join("\n"),
    );
    expect(await submittedModels()).not.toContain("m4");
    const partly = await submit(lines(rows), ["--model", "m4", "--yes", "--allow-partial"]);
    expect(partly.code).toBe(0);
    expect(partly.stderr.match(/submitted as run_\d+/g)).toHaveLength(2);
  });

  it("names questions by text and video; a row that fits a question of each part is refused", async () => {
    const rows = QUESTIONS.map(({ text, video, options }) => ({ question: text, video, options, response: "A" }));
    const { code, stdout, stderr } = await submit(lines(rows), ["--model", "m5", "--dry-run", "--json"]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).runs).toMatchObject([
      { read: { predictions: hidden.length } },
      { read: { predictions: open.length } },
    ]);
    const unclear = rows.map(({ video, ...row }) => (row.question.endsWith("last?") ? row : { ...row, video }));
    const refused = await submit(lines(unclear), ["--model", "m5", "--dry-run"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/line 2 and 59 more rows?: It may be any of 60 questions/);
  });

  it("has no single idempotency key", async () => {
    const { code, stderr } = await submit(lines(ANSWERS), ["--model", "m6", "--yes", "--idempotency-key", "mine"]);
    expect(code).toBe(2);
    expect(stderr).toContain("One idempotency key cannot be that of several runs.");
  });

  it("divides each column of a wide table", async () => {
    const table = `sample_id,8f,16f\n${QUESTIONS.map(({ key }) => `${key},A,B`).join("\n")}\n`;
    const { stdout } = await submit(table, ["--dry-run", "--json"], "Wide-Model.csv");
    expect(JSON.parse(stdout).runs.map(({ part }: { part: string }) => part)).toEqual([
      "8f",
      "8f, open part",
      "16f",
      "16f, open part",
    ]);
  });
});

it("a file of one part alone is one run, and a file of the other part is refused", async () => {
  const own = ANSWERS.filter(({ question }) => hidden.includes(question));
  const { code, stdout } = await submit(lines(own), ["--model", "m7", "--dry-run", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ run: { benchmark: SOUNDS }, read: { predictions: hidden.length } });
  const others = ANSWERS.filter(({ question }) => open.includes(question));
  const refused = await submit(lines(others), ["--model", "m7", "--dry-run"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`No row fits ${SOUNDS}: the file may belong to another benchmark.`);
});
