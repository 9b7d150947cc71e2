import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSchema, isInputObjectType } from "graphql";
import { describe, expect, test, vi } from "vitest";
import { canonicalJson, keyOfContent } from "../../src/sdk/idempotency-key.ts";
import {
  Omnidex,
  OmnidexBadUserInputError,
  OmnidexConflictError,
  OmnidexInputError,
  type PredictionInput,
  type SubmitProgress,
  type SubmitRunOptions,
} from "../../src/sdk/index.ts";
import { typeDefs } from "../../src/server/generated/schema-sdl.ts";
import { inFolder } from "../cli/cli-process.ts";
import { cannedServer, data } from "./support/canned-server.ts";
import { keptRun, rows, sizesOf, submission, type Validate } from "./support/kept-run.ts";
import { sampleReport, sampleRun } from "./support/sample-run.ts";
import { schemaServer } from "./support/schema-server.ts";

describe("a submission that fits in one call", () => {
  test("is sent in one call, with a key made from its content", async () => {
    const submitRun = vi.fn((_: { input: { idempotencyKey: string } }) => ({
      run: sampleRun(),
      report: sampleReport({ rows: 2 }),
      replayed: false,
    }));
    await using server = await schemaServer({ submitRun });
    const omnidex = new Omnidex({ url: server.url });
    const run = await omnidex.submitRun(submission(2));
    await omnidex.submitRun(submission(2));
    await omnidex.submitRun(submission(3));
    expect(run).toMatchObject({ id: "run-1", status: "SCORED", report: { ok: true, rows: 2 } });
    const [first, again, other] = submitRun.mock.calls.map(([{ input }]) => input.idempotencyKey);
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("keeps the given idempotency key", async () => {
    await using server = await cannedServer(data({ submitRun: { run: sampleRun(), report: sampleReport() } }));
    await new Omnidex({ url: server.url }).submitRun({ ...submission(1), idempotencyKey: "mine" });
    expect(server.received[0]?.variables).toMatchObject({ input: { idempotencyKey: "mine" } });
  });

  test("is rejected if the run with the same key was withdrawn", async () => {
    const withdrawn = { run: sampleRun({ status: "WITHDRAWN" }), report: sampleReport() };
    await using server = await cannedServer(data({ submitRun: withdrawn }));
    await expect(new Omnidex({ url: server.url }).submitRun(submission(1))).rejects.toThrow(OmnidexConflictError);
  });

  test("is rejected with a report of its rows", async () => {
    const report = sampleReport({ ok: false, errorCount: 1 });
    await using server = await cannedServer(data({ submitRun: { run: null, replayed: false, report } }));
    const error = await new Omnidex({ url: server.url }).submitRun(submission(1)).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexBadUserInputError);
    expect(error.report).toEqual(report);
  });
});

const rowIssue = (row: number, question: string, code: "UNKNOWN_QUESTION" | "CONFLICTING_PREDICTION") =>
  ({ row, question, code, severity: "ERROR", message: "no" }) as const;

describe("a submission in pieces", () => {
  test("is checked, opened, filled and closed, with one report over all rows", async () => {
    const kept = keptRun();
    await using server = await schemaServer(kept);
    const told: SubmitProgress[] = [];
    const onProgress = (progress: SubmitProgress): number => told.push(progress);
    const run = await new Omnidex({ url: server.url }).submitRun(submission(4_999), { onProgress });
    expect(run).toMatchObject({ status: "SCORED", skipped: 0, replayed: false });
    expect(sizesOf(kept.validateRun)).toEqual([999, 2_000, 2_000]);
    expect(sizesOf(kept.appendPredictions)).toEqual([999, 2_000, 2_000]);
    expect(told.at(-1)).toEqual({ phase: "sending", run: "run-1", read: 4_999, sent: 4_999, skipped: 0, total: 4_999 });
    expect(told.filter(({ phase }) => phase === "reading").map(({ read }) => read)).toEqual([2_000, 4_000, 4_999]);
    expect(run.report).toMatchObject({ ok: true, rows: 4_999, missing: 7, missingKeys: ["q/29999"], warningCount: 3 });
    expect(run.report.issues.map((issue) => issue.row)).toEqual([1, 2_001, 4_001]);
  });

  test("resumes where it stopped, without sending stored predictions again", async () => {
    const all = rows(5_000);
    const kept = keptRun(all.filter((_, index) => index % 3 > 0));
    await using server = await schemaServer(kept);
    const run = await new Omnidex({ url: server.url }).submitRun(submission(5_000));
    expect(run).toMatchObject({ skipped: 3_333, replayed: false, report: { rows: 5_000 } });
    expect(sizesOf(kept.appendPredictions)).toEqual([1_667]);
    expect(kept.held.size).toBe(5_000);
  });

  test("is not sent again if it was finished before", async () => {
    const kept = keptRun(rows(5_000), "SCORED");
    await using server = await schemaServer(kept);
    const run = await new Omnidex({ url: server.url }).submitRun(submission(5_000));
    expect(run).toMatchObject({ skipped: 5_000, replayed: true, report: { ok: true, rows: 5_000, questions: 30_000 } });
    expect(kept.appendPredictions).not.toHaveBeenCalled();
  });

  test("reports each row that differs from the stored one", async () => {
    const other = [7, 4_321].map((index) => ({ question: `q/${index}`, response: "B" }));
    await using server = await schemaServer(keptRun(other));
    const input = { ...submission(5_000), idempotencyKey: "mine" };
    const error = await new Omnidex({ url: server.url }).submitRun(input).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexBadUserInputError);
    expect(error.report.issues.filter(({ severity }: { severity: string }) => severity === "ERROR")).toMatchObject([
      { row: 7, question: "q/7", code: "CONFLICTING_PREDICTION" },
      { row: 4_321, question: "q/4321", code: "CONFLICTING_PREDICTION" },
    ]);
    expect(error.details.run).toBe("run-1");
  });

  test("is not continued if its run was withdrawn", async () => {
    const kept = keptRun([], "WITHDRAWN");
    await using server = await schemaServer(kept);
    await expect(new Omnidex({ url: server.url }).submitRun(submission(5_000))).rejects.toThrow(OmnidexConflictError);
    expect(kept.appendPredictions).not.toHaveBeenCalled();
  });

  test("is refused with all bad rows, numbered as in the whole submission, before anything is stored", async () => {
    const kept = keptRun();
    kept.validateRun.mockImplementation(({ input: { predictions } }) => {
      const bad = predictions.findIndex(({ question }) => /^q\/(0|3000)$/.test(question));
      const issues = bad < 0 ? [] : [rowIssue(bad, predictions[bad]?.question ?? "", "UNKNOWN_QUESTION")];
      return { report: sampleReport({ errorCount: issues.length, issues }) };
    });
    await using server = await schemaServer(kept);
    const predictions = [...rows(5_000), { question: "q/9", response: "B" }, { question: "q/6000", response: "\0" }];
    const error = await new Omnidex({ url: server.url })
      .submitRun({ ...submission(0), predictions })
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexBadUserInputError);
    expect(error.message).toMatch(/^4 of 5002 rows cannot be accepted; nothing was sent\. Row 0 \('q\/0'\)/);
    expect(error.report.issues.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [0, "UNKNOWN_QUESTION"],
      [3_000, "UNKNOWN_QUESTION"],
      [5_000, "DUPLICATE_QUESTION"],
      [5_001, "INVALID_TEXT"],
    ]);
    expect(kept.createRun).not.toHaveBeenCalled();
  });

  test("collects the problems of all pieces if the rows were not checked before", async () => {
    const kept = keptRun();
    const append = kept.appendPredictions.getMockImplementation();
    kept.appendPredictions.mockImplementation((call) => {
      const { predictions } = call.input;
      const bad = predictions.findIndex(({ question }) => /^q\/(10|4500)$/.test(question));
      if (bad < 0) return append?.(call) as never;
      const report = sampleReport({
        ok: false,
        errorCount: 1,
        issues: [rowIssue(bad, predictions[bad]?.question ?? "", "UNKNOWN_QUESTION")],
      });
      return { run: kept.finalizeRun().run, added: 0, repeated: 0, total: 0, report };
    });
    await using server = await schemaServer(kept);
    const input = { ...submission(0), predictions: rows(6_000).values(), idempotencyKey: "mine" };
    const error = await new Omnidex({ url: server.url }).submitRun(input).catch((caught) => caught);
    const wrong = error.report.issues.filter(({ severity }: { severity: string }) => severity === "ERROR");
    expect(wrong.map(({ row }: { row: number }) => row)).toEqual([10, 4_500]);
    expect(error.message).toContain("run run-1 stays open");
    expect(kept.held.size).toBe(2_000);
  });

  test("is not closed if its source changed between two readings", async () => {
    let reading = 0;
    const predictions = (): PredictionInput[] => rows(5_000 + reading++);
    const kept = keptRun();
    await using server = await schemaServer(kept);
    await expect(new Omnidex({ url: server.url }).submitRun({ ...submission(0), predictions })).rejects.toThrow(
      /changed while they were read: 5000 rows .* 5001 .*Run run-1 stays open/s,
    );
    expect(kept.finalizeRun).not.toHaveBeenCalled();
  });

  test("sends at most three calls at once, and a signal ends them", async () => {
    const kept = keptRun();
    let open = 0;
    kept.appendPredictions.mockImplementation((() => {
      open += 1;
      return new Promise(() => {});
    }) as never);
    await using server = await schemaServer(kept);
    const controller = new AbortController();
    const call = new Omnidex({ url: server.url }).submitRun(submission(20_000), { signal: controller.signal });
    const failed = expect(call).rejects.toThrow("enough");
    await vi.waitFor(() => expect(open).toBe(3), { timeout: 60_000 });
    // A fourth call would arrive among these.
    for (let calls = 0; calls < 20; calls += 1) await new Omnidex({ url: server.url }).query("{ __typename }");
    expect(open).toBe(3);
    controller.abort(new Error("enough"));
    await failed;
    expect(kept.finalizeRun).not.toHaveBeenCalled();
  });

  test.each([0, 2_500, 10_000])("is ended by a signal if its source hangs after %i rows", async (count) => {
    await using server = await schemaServer(keptRun());
    async function* stuck(): AsyncGenerator<PredictionInput> {
      yield* rows(count);
      await new Promise(() => {});
    }
    for (const idempotencyKey of ["mine", undefined]) {
      const input = { ...submission(0), predictions: stuck(), ...(idempotencyKey && { idempotencyKey }) };
      const call = new Omnidex({ url: server.url }).submitRun(input, { signal: AbortSignal.timeout(100) });
      await expect(call).rejects.toThrow("timeout");
    }
    const read = new Omnidex({ url: server.url }).submitRun(
      { ...submission(0), predictions: stuck },
      { signal: AbortSignal.timeout(100) },
    );
    await expect(read).rejects.toThrow("timeout");
  });
});

describe("the key of a submission's content", () => {
  const keyOf = async (predictions: SubmitRunOptions["predictions"]): Promise<string | undefined> => {
    const kept = keptRun();
    await using server = await schemaServer(kept);
    await new Omnidex({ url: server.url }).submitRun({ ...submission(0), predictions });
    return kept.createRun.mock.calls[0]?.[0].input.idempotencyKey;
  };

  test("is the same for the same rows in any order and from any source", async () => {
    const all = rows(2_500);
    const text = all.map((row) => JSON.stringify(row)).join("\n");
    const sources: SubmitRunOptions["predictions"][] = [
      all.toReversed(),
      all.values(),
      new Set(all),
      () => all,
      async () => all.map((row) => ({ error: null, ...row })),
      new Blob([text]),
      new Blob([`\uFEFF  ${JSON.stringify(all, null, 2)}\n`]),
      new File([`\n${text.replaceAll("\n", "\r\n\n")}\n`], "results.jsonl"),
      new File([gzipSync(text)], "results.jsonl.gz"),
      new Blob([gzipSync(`${text}\n`.slice(0, 50_000)), gzipSync(`${text}\n`.slice(50_000))]),
    ];
    const key = await keyOf(all);
    expect(key).toMatch(/^sha256:[0-9a-f]{64}$/);
    for (const source of sources) expect(await keyOf(source)).toBe(key);
    expect(await keyOf([...all.slice(1), { question: "q/0", response: "B" }])).not.toBe(key);
    expect(await keyOf(all.slice(1))).not.toBe(key);
  });

  test("is the same with the schema's defaults, and another with other values", async () => {
    const type = buildSchema(typeDefs).getType("SubmitRunInput");
    if (!isInputObjectType(type)) throw new Error("the input is in the schema");
    const defaults = Object.values(type.getFields()).filter((field) => field.defaultValue !== undefined);
    expect(defaults.length).toBeGreaterThan(3);
    const keyWith = async (fields: object): Promise<string | undefined> => {
      const kept = keptRun();
      await using server = await schemaServer(kept);
      await new Omnidex({ url: server.url }).submitRun({ ...submission(0), ...fields, predictions: rows(2_500) });
      return kept.createRun.mock.calls[0]?.[0].input.idempotencyKey;
    };
    const key = await keyWith({});
    for (const { name, defaultValue } of defaults) {
      expect([name, await keyWith({ [name]: defaultValue })]).toEqual([name, key]);
      const other = typeof defaultValue === "boolean" ? !defaultValue : "PUBLIC";
      expect([name, await keyWith({ [name]: other })]).not.toEqual([name, key]);
    }
  });

  test("is the same for a file by its path or its URL; a missing file gives the system's error", () =>
    inFolder(async (folder) => {
      const all = rows(2_500);
      const path = join(folder, "results, all of them.jsonl");
      await writeFile(path, all.map((row) => JSON.stringify(row)).join("\n"));
      const key = await keyOf(all);
      expect(await keyOf(path)).toBe(key);
      expect(await keyOf(pathToFileURL(path))).toBe(key);
      await writeFile(`${path}.gz`, gzipSync(await readFile(path)));
      expect(await keyOf(`${path}.gz`)).toBe(key);
      await expect(keyOf(join(folder, "none.jsonl"))).rejects.toThrow(/ENOENT.*none\.jsonl/);
    }));

  test("is random for a source that is too long for memory and can be read only once", async () => {
    const long = "x".repeat(900_000);
    function* many(): Generator<PredictionInput> {
      for (let index = 0; index < 38; index += 1) yield { question: `q/${index}`, response: long };
    }
    const kept = keptRun();
    await using server = await schemaServer(kept);
    const run = await new Omnidex({ url: server.url }).submitRun({ ...submission(0), predictions: many() });
    expect(kept.createRun.mock.calls[0]?.[0].input.idempotencyKey).toMatch(/^random:/);
    expect(kept.held.size).toBe(38);
    expect(run.report.rows).toBe(38);
  });

  test("is the same for inputs that mean the same to the server: absent fields, null, and defaults", async () => {
    const keyUnder = async (said: Partial<SubmitRunOptions>): Promise<string | undefined> => {
      const kept = keptRun();
      await using server = await schemaServer(kept);
      await new Omnidex({ url: server.url }).submitRun({ ...submission(2_500), ...said });
      return kept.createRun.mock.calls[0]?.[0].input.idempotencyKey;
    };
    const key = await keyUnder({});
    expect(
      await keyUnder({ frames: null, seed: undefined, visibility: "PRIVATE", judge: false, openEnded: false }),
    ).toBe(key);
    expect(await keyUnder({ model: { name: "my-model", parameters: null } })).toBe(key);
    for (const said of [{ visibility: "PUBLIC" }, { judge: true }, { frames: 0 }, { notes: "" }] as const)
      expect(await keyUnder(said)).not.toBe(key);
  });

  test("ignores the order of fields, and fields that are not sent", async () => {
    const keys = [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1, e: undefined },
    ].map(keyOfContent);
    const [first, second] = await Promise.all(keys);
    expect(second).toBe(first);
  });

  test("must be given if there is no SHA-256, as on a page without https", async () => {
    vi.stubGlobal("crypto", {});
    await expect(keyOfContent({})).rejects.toThrow("pass `idempotencyKey`");
    vi.unstubAllGlobals();
  });
});

test("canonicalJson keeps the order of lists, and distinguishes null from an absent field", () => {
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
});

describe("a source that cannot be read as predictions", () => {
  const good = JSON.stringify({ question: "q/0", response: "A" });
  test.each<[string, SubmitRunOptions["predictions"], RegExp]>([
    ["null instead of a row", [null as never], /^predictions\[0\] must be an object with a 'question'; it is null\.$/],
    ["no question", [{ response: "A" } as never], /^predictions\[0\]: 'question' must be .*; it is undefined\.$/],
    ["a number for a text", [{ question: "q", response: 3 } as never], /'response' must be a string; it is number\./],
    [
      "an unknown field",
      [{ question: "q", answer: "A" } as never],
      /has a field 'answer', but .* only question, response/,
    ],
    ["a half line", new File([`${good}\n\n${good}\n{"question": "q`], "r.jsonl"), /^r\.jsonl, line 4 is not JSON: /],
    ["a half array", new File([`[${good},${good.slice(0, 9)}`], "r.json"), /^r\.json, element 2: the file ends before/],
    ["an array that ends in a comma", new File([`[${good},]`], "r.json"), /^r\.json, element 2 is not JSON: /],
    ["something after the array", new File([`[${good}] ${good}`], "r.json"), /^r\.json, element 2 is not JSON: /],
    ["two arrays", new File([`[${good}][${good}]`], "r.json"), /^r\.json, element 2 is not JSON: /],
    [
      "a field twice",
      new File([`${good}\n${good.slice(0, -1)},"response":"B"}\n`], "r.jsonl"),
      /^r\.jsonl, line 2: the field 'response' is given twice\.$/,
    ],
    ["the wrong bracket", new File([`[${good}}`], "r.json"), /^r\.json, element 1 is not JSON: /],
    ["a text that is not JSON", new File(["question,response\n"], "r.csv"), /^r\.csv, line 1 is not JSON: /],
    ["a cut archive", new File([gzipSync(good).subarray(0, 20)], "r.gz"), /^r\.gz is not a complete gzip archive\.$/],
    ["an archive of zeros", new Blob([gzipSync(Buffer.alloc(2 ** 26))]), /^A row is longer than 20000000 characters/],
    [
      "bytes that are not UTF-8",
      new File([new Uint8Array([0x7b, 0xff])], "r.jsonl"),
      /^r\.jsonl is not UTF-8; for Latin-1/,
    ],
    [
      "a line without end",
      new Blob(Array(21).fill("x".repeat(1_000_000))),
      /^A row is longer than 20000000 characters/,
    ],
  ])("is refused with the place and the reason: %s", async (_, predictions, message) => {
    const call = new Omnidex({ url: "http://127.0.0.1:9" }).submitRun({ ...submission(0), predictions });
    const error = await call.catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexInputError);
    expect(error.message).toMatch(message);
  });

  test.each<[string, SubmitRunOptions["predictions"]]>([
    ["an array", [{ question: 1, response: 2, reponse: "A" }, { question: "q" }, 7] as never],
    ["a file", new File(['{"question":1,"response":2,"reponse":"A"}\n{"question":"q"}\n7\n'], "r.jsonl")],
  ])("is refused with every wrong field of every row: %s", async (_, predictions) => {
    const call = new Omnidex({ url: "http://127.0.0.1:9" }).submitRun({ ...submission(0), predictions });
    const error: OmnidexInputError = await call.catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexInputError);
    expect(error.row).toBe(0);
    expect(error.message).toMatch(/'question' must be .*, a string; it is number\. And 4 more problems; `problems`/);
    expect(error.problems.map(({ row }) => row)).toEqual([0, 0, 0, 1, 2]);
    expect(error.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("'question' must be the question's key"),
      expect.stringContaining("'response' must be a string; it is number."),
      expect.stringContaining("has a field 'reponse'"),
      expect.stringContaining("has neither 'response' nor 'error'. Write \"\" as the 'response'"),
      expect.stringContaining("must be an object with a 'question'; it is number."),
    ]);
  });

  test("is refused even if a row has more fields than a function call can have arguments", async () => {
    const wide = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`video/${index}`, "A"]));
    const call = new Omnidex({ url: "http://127.0.0.1:9" }).submitRun({
      ...submission(0),
      predictions: [wide as never],
    });
    const error: OmnidexInputError = await call.catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexInputError);
    expect(error.problems).toHaveLength(1_000);
    expect(error.message).toMatch(/ And at least 999 more problems; `problems` of this error lists the first 1,000\.$/);
  });

  test("is refused with a shortened name in the message if the name of a field is long", async () => {
    const predictions = [{ question: "q", ["x".repeat(1_000_000)]: "A" }];
    const call = new Omnidex({ url: "http://127.0.0.1:9" }).submitRun({ ...submission(0), predictions });
    await expect(call).rejects.toThrow(
      `predictions[0] has a field '${"x".repeat(100)}', but a prediction has only question, response`,
    );
  });

  test.each<[string, string | undefined]>([
    ["a derived key", undefined],
    ["a given key", "mine"],
  ])("that may be endless is not read beyond its first wrong row, with %s", async (_, key) => {
    let read = 0;
    function* endless(): Generator<PredictionInput> {
      for (; ; read += 1)
        yield read === 3 ? ({ question: 3, answer: "A" } as never) : { question: `q/${read}`, response: "A" };
    }
    async function* slow(): AsyncGenerator<PredictionInput> {
      yield* endless();
    }
    for (const predictions of [endless(), slow(), endless, slow, async () => slow()]) {
      read = 0;
      const input = { ...submission(0), predictions, ...(key !== undefined && { idempotencyKey: key }) };
      const error = await new Omnidex({ url: "http://127.0.0.1:9" }).submitRun(input).catch((caught) => caught);
      expect(error).toBeInstanceOf(OmnidexInputError);
      expect(error.message).toMatch(
        /^predictions\[3\]: 'question' must be .*And 1 more problem; .* lists all\. The rows after it were not read\.$/,
      );
      expect(error.problems.map((problem: { readonly row: number }) => problem.row)).toEqual([3, 3]);
      expect(read).toBe(3);
    }
  });

  test("is checked to its end if it is an array from a function", async () => {
    const predictions = async () => [7, { question: "q", response: "A" }, 8] as never;
    const call = new Omnidex({ url: "http://127.0.0.1:9" }).submitRun({ ...submission(0), predictions });
    const error: OmnidexInputError = await call.catch((caught) => caught);
    expect(error.problems.map(({ row }) => row)).toEqual([0, 2]);
    expect(error.message).toMatch(/And 1 more problem; `problems` of this error lists all\.$/);
  });

  test("is refused if it is not a source at all", async () => {
    const omnidex = new Omnidex({ url: "http://127.0.0.1:9" });
    await expect(omnidex.submitRun({ ...submission(0), predictions: 3 as never })).rejects.toThrow(TypeError);
    const predictions = new URL("https://example.test/x.jsonl");
    await expect(omnidex.submitRun({ ...submission(0), predictions })).rejects.toThrow(/from files, not from https:/);
  });

  test("is not an empty source, which is sent to the server", async () => {
    const submitRun = vi.fn((_: Validate) => ({ run: sampleRun(), report: sampleReport(), replayed: false }));
    await using server = await schemaServer({ submitRun });
    for (const predictions of [[], new Blob([]), new Blob(["[ ]"]), new Blob([" \n"])]) {
      await new Omnidex({ url: server.url }).submitRun({ ...submission(0), predictions });
      expect(submitRun.mock.lastCall?.[0].input.predictions).toEqual([]);
    }
  });
});
