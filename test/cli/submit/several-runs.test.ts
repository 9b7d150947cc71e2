import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { inFolder } from "../cli-process.ts";
import { ADMIN_KEY, serveCli } from "../served-cli.ts";

const cli = serveCli();
const DEMO = "omnidex-demo";
let keys: readonly string[];
let texts: readonly string[];

beforeAll(async () => {
  const omnidex = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const questions = await omnidex
    .questions({ filter: { benchmarks: [DEMO] } })
    .take(40)
    .toArray();
  [keys, texts] = [questions.map(({ key }) => key), questions.map(({ text }) => text)];
});

const rows = (of: (key: string, at: number) => object): string =>
  keys.map((key, at) => JSON.stringify({ question: key, response: "A", ...of(key, at) })).join("\n");

/** Submits files that are written to a folder. */
const submitAll = (
  files: Readonly<Record<string, string>>,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) =>
  inFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const paths = Object.keys(files).map((name) => join(folder, name));
    return cli.run(["submit", ...paths, "--benchmark", DEMO, ...options], environment);
  });

/** Runs `work` with the address of a proxy that refuses the requests whose documents have one of the words. */
async function refusing<T>(words: RegExp, work: (url: string) => Promise<T>): Promise<T> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (words.test(body.toString())) return void response.writeHead(403).end("Refused by a proxy.");
    const headers = new Headers();
    for (const name of ["content-type", "content-encoding", "authorization", "accept"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const { method = "GET", url = "" } = request;
    const answer = await fetch(`${cli.url()}${url}`, { method, headers, ...(method === "POST" && { body }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

describe("several files at once", () => {
  it("each is a run, shown before it is sent; one bad file does not stop the others, and the exit code says so", async () => {
    const files = {
      "Model-One_16frames.jsonl": rows(() => ({})),
      "Model-Two_wide.csv": `sample_id,8f,textonly\n${keys.map((key) => `${key},A,B`).join("\n")}\n`,
      "broken.json": "[{]",
      "unknown.jsonl": rows((_, at) => (at === 0 ? { question: "no-such-key" } : {})),
      "notes.md": "# Notes",
    };
    const { code, stdout, stderr } = await submitAll(files, ["--inputs", "video", "--yes"]);
    expect(code).toBe(1);
    expect(stderr.split("\n")).toEqual([
      "notes.md: left out, no file of results.",
      expect.stringMatching(/^broken\.json: line 1, column 3: expected a field name/),
      "unknown.jsonl: line 1: No question 'no-such-key' in omnidex-demo.",
      "unknown.jsonl: 1 row cannot be used. --allow-partial submits the other 39.",
      expect.stringMatching(/^Model-One_16frames\.jsonl: submitted as run_/),
      expect.stringMatching(/^Model-Two_wide\.csv, 8f: submitted as run_/),
      expect.stringMatching(/^Model-Two_wide\.csv, textonly: submitted as run_/),
      "omnidex: 2 of 5 runs could not be submitted.",
      "",
    ]);
    const [plan = "", board = ""] = stdout.split("\n\n");
    expect(plan).toMatch(/^Model-One_16frames\.jsonl +Model-One +omnidex-demo +video +16 +40 +480$/m);
    expect(plan).toMatch(/^Model-Two_wide\.csv +8f +Model-Two +omnidex-demo +video +8 +40 +480$/m);
    expect(board.match(/^partial +run_\d+/gm)).toHaveLength(3);
  });

  it("a rank that cannot be read does not make the runs unsubmitted", async () => {
    const omnidex = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
    const all = await omnidex.questions({ filter: { benchmarks: [DEMO] } }).toArray();
    const whole = (response: string) => all.map(({ key }) => JSON.stringify({ question: key, response })).join("\n");
    const files = { "Unranked-One.jsonl": whole("A"), "Unranked-Two.jsonl": whole("B") };
    const { code, stdout, stderr } = await refusing(/\bleaderboard\s*\(/, (url) =>
      submitAll(files, ["--inputs", "video", "--yes"], { OMNIDEX_URL: url }),
    );
    expect(stderr.match(/^Unranked-(One|Two)\.jsonl: submitted as run_\d+\.$/gm)).toHaveLength(2);
    expect(stderr.match(/^The rank of run_\d+ could not be read: .+$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^ *run_\d+ +Unranked-One +omnidex-demo/m);
    expect(code).toBe(0);
  });

  it("inputs that only a name suggests are marked in the table that is confirmed", async () => {
    const table = `sample_id,8f,textonly\n${keys.map((key) => `${key},A,B`).join("\n")}\n`;
    const { code, stdout, stderr } = await submitAll({ "Named.csv": table }, ["--dry-run"]);
    expect(stdout).toMatch(/^Named\.csv +8f +Named +omnidex-demo +video\? +8 /m);
    expect(stdout).toMatch(/^Named\.csv +textonly +Named +omnidex-demo +text\? /m);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        "Note: Only names or prompts suggest the inputs with '?', and may leave some out. --inputs states them.\n",
    });
    const printed = await submitAll({ "Named.csv": table }, ["--dry-run", "--json"]);
    expect(JSON.parse(printed.stdout).runs).toMatchObject([{ inputsAreSuggested: true }, { inputsAreSuggested: true }]);
  });

  it("nothing is sent without a confirmation", async () => {
    const files = { "One.jsonl": rows(() => ({})), "Two.jsonl": rows(() => ({ response: "B" })) };
    const refused = await submitAll(files, ["--inputs", "video"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--yes submits them as the table says");
    const dry = await submitAll(files, ["--inputs", "video", "--dry-run"]);
    expect({ code: dry.code, stderr: dry.stderr }).toEqual({ code: 0, stderr: "" });
    expect(dry.stdout).toContain("The server validated 2 runs. Nothing was stored.");
  });

  it("with --model they are the parts of one run, and with --each runs of that model", async () => {
    const half = keys.length / 2;
    const lines = rows(() => ({})).split("\n");
    const parts = { "a.jsonl": lines.slice(0, half).join("\n"), "b.jsonl": lines.slice(half).join("\n") };
    const options = ["--model", "whole", "--inputs", "video", "--json", "--yes"];
    const one = await submitAll(parts, options);
    expect(JSON.parse(one.stdout)).toMatchObject({ read: { predictions: keys.length } });
    const two = await submitAll(parts, [...options, "--each"]);
    expect(JSON.parse(two.stdout).runs).toHaveLength(2);
  });
});

describe("a folder", () => {
  const submitFolder = (files: Readonly<Record<string, string>>, options: readonly string[]) =>
    inFolder(async (folder) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const given = ["--benchmark", DEMO, "--inputs", "video", "--dry-run", "--json", ...options];
      const { code, stdout, stderr } = await cli.run(["submit", folder, ...given]);
      return { code, stderr, printed: code === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : null };
    });

  it("with one file of samples and other files is several runs; no file is ignored", async () => {
    const answers = rows(() => ({}));
    const files = {
      "2026_samples_daily.jsonl": answers,
      "modelB.json": `[${answers.split("\n").join(",")}]`,
      "deeper/modelC.jsonl": answers,
    };
    const { printed } = await submitFolder(files, []);
    const runs = printed?.runs as readonly { readonly file: string }[];
    expect(runs.map(({ file }) => file).toSorted()).toEqual([
      "2026_samples_daily.jsonl",
      "modelB.json",
      "modelC.jsonl",
    ]);
  });

  it("is its one file of samples with --model; the other files are named, but for those that describe the samples", async () => {
    const files = {
      "2026_samples_daily.jsonl": rows(() => ({})),
      "2026_results.json": JSON.stringify({ results: {}, configs: {} }),
      "deeper/modelB.jsonl": rows(() => ({})),
      "notes.md": "# Notes",
    };
    const { code, stderr, printed } = await submitFolder(files, ["--model", "one"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: ["deeper/modelB.jsonl", "notes.md"]
        .map((name) => `${name}: left out, not part of the run in its folder.\n`)
        .join(""),
    });
    expect(printed).toMatchObject({ read: { predictions: keys.length } });
  });

  it("of AVI-Bench's harness is its tasks, and the others are named", async () => {
    const files = { "tasks/AVQA.json": '[{"id":"1","predict":"A"}]', "other.json": "[]" };
    const { stderr } = await submitFolder(files, []);
    expect(stderr).toContain("other.json: left out, not part of the run in its folder.\n");
  });
});

describe("a log of several epochs", () => {
  /** Inspect's log: in epoch n, the first n of each four samples are answered with A, and the others with no option. */
  const log = (epochs: number) => {
    const samples = Array.from({ length: epochs }, (_, epoch) =>
      keys.map((key, at) => ({
        id: key,
        epoch: epoch + 1,
        input: texts[at],
        output: { completion: at % 4 <= epoch ? "A" : "Z" },
      })),
    );
    const spec = { task: DEMO, model: "org/repeated", config: { epochs } };
    return { "log.json": JSON.stringify({ eval: spec, samples: samples.flat() }) };
  };
  const options = ["--inputs", "video", "--json", "--yes"];
  interface Printed {
    readonly runs: readonly {
      readonly part: string;
      readonly run: { readonly id: string; readonly score: { value: number } };
    }[];
    readonly means: readonly {
      readonly group: { readonly mean: number; readonly runs: readonly { readonly id: string }[] };
    }[];
  }

  it("each is a run, and their mean is over the mean of each question", async () => {
    const { stdout } = await submitAll(log(3), options);
    const { runs, means } = JSON.parse(stdout) as Printed;
    expect(runs.map(({ part }) => part)).toEqual([1, 2, 3].map((number) => `repetition ${number} of 3`));
    const scores = runs.map(({ run }) => run.score.value);
    expect(new Set(scores).size).toBeGreaterThan(1);
    expect(means).toHaveLength(1);
    expect(means[0]?.group.mean).toBeCloseTo(scores.reduce((sum, value) => sum + value, 0) / 3, 12);
    expect(means[0]?.group.runs.map(({ id }) => id)).toEqual(runs.map(({ run }) => run.id));
  });

  it("files of one name in two folders have a mean each", async () => {
    const of = (model: string) => log(2)["log.json"].replace("org/repeated", model);
    const files = { "a/log.json": of("org/folder-a"), "b/log.json": of("org/folder-b") };
    const { runs, means } = JSON.parse((await submitAll(files, options)).stdout) as Printed;
    const ids = runs.map(({ run }) => run.id);
    expect(means.map(({ group }) => group?.runs.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
  });

  it("a mean that cannot be read does not make the runs unsubmitted", async () => {
    const named = log(2)["log.json"].replace("org/repeated", "org/unread");
    const { code, stdout, stderr } = await refusing(/runGroups\s*\(/, (url) =>
      submitAll({ "log.json": named }, ["--inputs", "video", "--yes"], { OMNIDEX_URL: url }),
    );
    expect(stderr).toMatch(/^log\.json, repetition 2 of 2: submitted as run_\d+\.$/m);
    expect(stderr).toMatch(/^The means over repetitions could not be read: .+$/m);
    expect(stdout.match(/^partial +run_\d+/gm)).toHaveLength(2);
    expect(stderr).not.toContain("could not be submitted");
    expect(code).toBe(0);
  });

  it("epochs with equal responses are runs, too", async () => {
    const equal = log(2)["log.json"].replaceAll('"completion":"Z"', '"completion":"A"');
    const { stdout } = await submitAll({ "equal.json": equal.replace("org/repeated", "org/equal") }, options);
    const { runs } = JSON.parse(stdout) as Printed;
    expect(new Set(runs.map(({ run }) => run.id)).size).toBe(2);
  });

  it("--epoch submits one of them alone", async () => {
    const { stdout } = await submitAll(log(3), [...options, "--epoch", "2"]);
    expect(JSON.parse(stdout)).toMatchObject({
      read: { predictions: keys.length },
      run: { model: { name: "org/repeated" } },
    });
  });

  it("the mean is printed below the rows of the leaderboard", async () => {
    const named = log(2)["log.json"].replace("org/repeated", "org/printed");
    const { stdout } = await submitAll({ "log.json": named }, ["--inputs", "video", "--yes"]);
    expect(stdout).toMatch(
      /^org\/printed, mean of run_\d+, run_\d+: [\d.]+ % \(95 %: [\d.]+–[\d.]+\), from the mean of each question, by video\.$/m,
    );
  });
});

it("a file whose keys are one question off is refused as a whole", async () => {
  const shifted = rows((_, at) => ({ text: texts[at + 1] ?? texts[0] }));
  const { code, stderr } = await submitAll({ "r.jsonl": shifted }, [
    "--model",
    "m",
    "--inputs",
    "video",
    "--allow-partial",
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/nothing was submitted\. The keys are shifted: each of \d+ rows names the question 1 before/);
  expect(stderr).not.toContain("submits the other");
});

it("a recipe's results section reads a file of another shape", async () => {
  const recipe = [
    "recipe: 1",
    `benchmark: { slug: ${DEMO}, title: Demo }`,
    "question: { text: .q, task: .t }",
    "results:",
    "  records: .runs[0].items[]",
    "  key: '\"\\(.clip)/\\(.number)\"'",
    "  response: .said.text",
    "  error: .said.failure",
    "  model: .by",
  ].join("\n");
  const items = keys.map((key, at) => {
    const [clip, number] = key.split("/");
    return { clip, number, by: "Recipe Model", said: at === 0 ? { failure: "no video" } : { text: "A" } };
  });
  const printed = await inFolder(async (folder) => {
    await writeFile(join(folder, "r.yaml"), recipe);
    await writeFile(join(folder, "out.json"), JSON.stringify({ runs: [{ items }] }));
    const [file, by] = [join(folder, "out.json"), join(folder, "r.yaml")];
    return cli.json<object>(["submit", file, "--recipe", by, "--inputs", "video"]);
  });
  expect(printed).toMatchObject({
    run: { model: { name: "Recipe Model" } },
    read: { format: "recipe", predictions: keys.length, errors: 1, problems: [] },
  });
});
