import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();
const SOURCE = ["--source", "fense 0.2"];

const caption = (id: string) => ({
  ...{ id, task: "AVC", subtask: null },
  input: { question: { prompt: "prompt_avc", text: "Describe it.", options: null }, video: `./input/videos/${id}.mp4` },
  output: { question_answer: ["a dog barks"] },
});

const written = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

let folder: string;
let run: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-test-"));
  const file = await written("data.json", JSON.stringify(["0", "1", "2"].map(caption)));
  const omnidex = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const imported = await cli.run(["import", "avi-bench", file]);
  expect(imported.code).toBe(0);
  const predictions = [
    { question: "AVC/0", response: "a dog" },
    { question: "AVC/1", response: "a cat" },
  ];
  run = (
    await omnidex.submitRun({
      ...{ benchmark: "avi-bench", model: { name: "Captioner" }, inputs: ["VIDEO"], predictions },
    })
  ).id;
});
afterAll(() => rm(folder, { recursive: true }));

it("stores scores from a table, and 'levels' says whose they are", async () => {
  const scores = await written("fense.csv", "question,value\nAVC/0,0.5\nAVC/1,0.25\n");
  const { stdout, stderr } = await cli.run(["report-scores", run, scores, ...SOURCE]);
  expect(stderr).toBe("");
  expect(stdout).toBe(`${run}  Captioner on avi-bench: 2 rows stored; 2 predictions have a reported FENSE.\n`);
  const levels = await cli.run(["levels", run, "--no-published"]);
  expect(levels.stderr).toContain(
    "AVC 25.0: FENSE, computed elsewhere and reported by the run's owner (fense 0.2). This server did not check it.",
  );
  expect(levels.stdout).toContain(`${run}, strict, with reported scores`);
});

it("reads the field externalScore of a result file, and removes a score whose value is empty", async () => {
  const rows = [
    { question: "AVC/0", response: "a dog", externalScore: { metric: "FENSE", value: 0.75 } },
    { question: "AVC/1", value: null },
    // A result file has rows of other tasks, too.
    { question: "AVM/0", response: "yes" },
  ];
  const path = await written("rows.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { stdout } = await cli.run(["report-scores", run, path, ...SOURCE, "--json"]);
  expect(JSON.parse(stdout)).toEqual({ run, rows: 2, reported: 1 });
});

it("names every row that cannot be read, and then stores nothing", async () => {
  const path = await written("bad.csv", "question,value\nAVC/0,high\n,0.5\n");
  const { code, stderr } = await cli.run(["report-scores", run, path, ...SOURCE]);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/bad\.csv: .*value.*expected a number from -1 to 1/i);
  expect(stderr).toMatch(/the key of a question/);
});

it("passes on what the server refuses", async () => {
  const path = await written("unknown.csv", "question,value\nAVC/9,0.5\n");
  const { code, stderr } = await cli.run(["report-scores", run, path, ...SOURCE]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("scores[0].question: expected the key of a question of the run's release, found 'AVC/9'");
});
