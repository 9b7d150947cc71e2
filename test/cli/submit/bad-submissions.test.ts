import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { choiceOutputs, type Outputs } from "../../fixtures/results/model-outputs.ts";
import { omnidexNdjson } from "../../fixtures/results/omnidex-results.ts";
import { worldSenseVlmXlsx } from "../../fixtures/results/worldsense-results.ts";
import { zipFile } from "../../fixtures/results/zip-file.ts";
import { worldSenseFixture } from "../../fixtures/worldsense-fixture.ts";
import { importerOf } from "../../support/importing.ts";
import { type Finished, inFolder, omnidexProcess } from "../cli-process.ts";
import { ADMIN_KEY, serveCli } from "../served-cli.ts";
import { importInto, write } from "./submitting.ts";

const cli = serveCli();
const QUESTIONS = omniVideoBenchJson(omniVideoBenchFixture());
const OPTIONS = ["--benchmark", "omnivideobench", "--model", "bad", "--inputs", "video"];
let outputs: Outputs;
beforeAll(async () => {
  await importInto(cli, "omnivideobench", [QUESTIONS]);
  outputs = choiceOutputs((await importerOf("omnivideobench")([QUESTIONS])).questions);
});

const submit = (file: ImportFile, options: readonly string[] = OPTIONS): Promise<Finished> =>
  inFolder(async (folder) => cli.run(["submit", await write(folder, file), ...options]));

/** Expects that the command fails with code 1 and a message on stderr without a stack. */
function expectRefused({ code, stdout, stderr }: Finished, message: RegExp, expected = 1): void {
  expect(stderr).toMatch(message);
  expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
  expect(stderr).not.toContain("    at ");
}

const lines = (): string[] => new TextDecoder().decode(omnidexNdjson(outputs).bytes).trimEnd().split("\n");
const bomb = (name: string, entry: string): ImportFile => {
  const data = deflateRawSync(Buffer.alloc(300 * 2 ** 20), { level: 9 });
  const book = { name: "xl/workbook.xml", method: 0, data: Buffer.from("<workbook/>"), size: 11 };
  return zipFile(name, [
    ...(entry.startsWith("xl/") ? [book] : []),
    { name: entry, method: 8, data, size: 300 * 2 ** 20 },
  ]);
};

/** A Parquet file that says it unpacks to 300 MB. test/formats/parquet-bomb.test.ts has one that does. */
function parquetBomb(): ImportFile {
  const text = Buffer.alloc(60_000_000, "a");
  const data = Array.from({ length: 5 }, (_, index) => text.subarray(index));
  const columnData = [{ name: "response", data, type: "BYTE_ARRAY" as const }];
  const compressors = { SNAPPY: () => new Uint8Array(8) };
  return {
    name: "bomb.parquet",
    bytes: new Uint8Array(parquetWriteBuffer({ columnData, statistics: false, codec: "SNAPPY", compressors })),
  };
}

describe("a bad file is refused with the reason", () => {
  it.each<[string, () => ImportFile | Promise<ImportFile>, RegExp]>([
    [
      "a picture",
      () => ({ name: "frame.png", bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]) }),
      /^omnidex: frame\.png: expected a result file, found a PNG picture\.$/m,
    ],
    [
      "an empty file",
      () => textFile("empty.jsonl", ""),
      /^omnidex: empty\.jsonl: expected a result file, found an empty file\.$/m,
    ],
    [
      "a benchmark's own questions",
      () => QUESTIONS,
      /^omnidex: data\.json: expected rows of .*, found OmniVideoBench's own question file; `omnidex import` takes it\.$/m,
    ],
    [
      "a spreadsheet of another benchmark",
      () => worldSenseVlmXlsx(worldSenseFixture(), new Map()),
      /^No row fits omnivideobench: the file says that it belongs to worldsense\.\n.*_audio\.xlsx: row 2: No question of omnivideobench has the text ".*"; question 0 of omnivideobench \(video_1\/0\) is ".*".*\n(.*\n)*omnidex: 3,172 rows cannot be used; nothing was submitted\. No row fits omnivideobench: the file says that it belongs to worldsense\.\n$/,
    ],
    [
      "a bomb of a spreadsheet",
      () => bomb("bomb.xlsx", "xl/worksheets/sheet1.xml"),
      /^omnidex: bomb\.xlsx: expected a spreadsheet that unpacks to at most 268435456 bytes, found 314572811\.$/m,
    ],
    [
      "a bomb of an Inspect log",
      () => bomb("bomb.eval", "samples/1_epoch_1.json"),
      /at most 67108864 bytes in samples\/1_epoch_1\.json, found 314572800/,
    ],
    [
      "a bomb of a Parquet file",
      parquetBomb,
      /^omnidex: bomb\.parquet: expected a whole Parquet file, found a damaged one \(it unpacks to too much\)\.$/m,
    ],
  ])("%s", async (_name, file, message) => {
    expectRefused(await submit(await file()), message);
  });

  it("a folder without result files is refused", () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "logs"));
      expectRefused(
        await cli.run(["submit", folder, ...OPTIONS]),
        /expected result files, or the folder of AVI-Bench's tasks\/\*\.json, found a folder of logs\.$/m,
      );
    }));

  it("a file that does not exist is refused", async () => {
    expectRefused(
      await cli.run(["submit", "/no/such.jsonl", ...OPTIONS]),
      /^omnidex: There is no file or folder '\/no\/such\.jsonl'\.$/m,
      2,
    );
  });
});

describe("rows of which none fits", () => {
  it("are listed after the cause", async () => {
    expectRefused(
      await submit(textFile("r.jsonl", '{"question":"clip/7","response":"A"}')),
      /^No row fits omnivideobench: the file may belong to another benchmark\.\nr\.jsonl: line 1: No question 'clip\/7'/,
    );
  });
});

describe("inputs that only the file's name suggests", () => {
  const file = jsonFile("m_OmniVideoBench.json", [{ index: 0, question: "What?", prediction: "A" }]);
  const unstated = OPTIONS.slice(0, 4);

  it("are not stored: without a terminal to ask at, the command fails with exit code 2 and names the option", async () => {
    const runs = async (): Promise<string> => (await cli.run(["runs", "--benchmark", "omnivideobench"])).stdout;
    const before = await runs();
    for (const option of [[], ["--json"]]) {
      const { code, stdout, stderr } = await submit(file, [...unstated, "--allow-partial", ...option]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(
        /Only the file's name or prompt suggests what the model was given: video\..*nothing was submitted/,
      );
      expect(stderr).toContain("--inputs video,audio, or --inputs video if there were no others.");
    }
    expect(await runs()).toBe(before);
  });

  it("are taken by a dry run, with a note", async () => {
    const note = "Only the file's name or prompt suggests the inputs (video), and it may leave some out.";
    expect((await submit(file, [...unstated, "--dry-run"])).stderr).toContain(note);
    expect((await submit(file, [...OPTIONS, "--dry-run"])).stderr).not.toContain("file's name");
    expect((await submit(file)).stderr).not.toContain("file's name");
  });
});

describe("a bad row", () => {
  it("is reported with the nearest question", async () => {
    const rows = [...lines(), '{"question":"video_9/7","response":"A"}'];
    expectRefused(
      await submit(textFile("r.jsonl", rows.join("\n"))),
      /^r\.jsonl: line 1001: No question 'video_9\/7' in omnivideobench; nearest: video_9\/0\.\nomnidex: 1 row cannot be used; nothing was submitted\. --allow-partial submits the other 1000\.$/m,
    );
  });

  it("is reported with the other row that answers the same question", async () => {
    const rows = [...lines(), lines()[41]];
    expectRefused(
      await submit(textFile("r.jsonl", rows.join("\n"))),
      /^r\.jsonl: line 1001: Question video_\d+\/\d is answered already: r\.jsonl: line 42\.$/m,
    );
  });

  it("is reported once with all similar rows if a field is misspelt", async () => {
    const rows = lines().map((line, index) => (index < 3 ? line : line.replace('"response"', '"reponse"')));
    const reason = "It cannot be read as a row of omnidex: it has no 'response'.";
    const { code, stderr } = await submit(textFile("r.jsonl", rows.join("\n")));
    expect([code, stderr.split("\n").filter((line) => line.startsWith("r.jsonl"))]).toEqual([
      1,
      [`r.jsonl: line 4 and 996 more rows: ${reason} Is one of its fields (question, reponse) meant as 'response'?`],
    ]);
    expect(stderr).toContain("997 rows cannot be used; nothing was submitted. --allow-partial submits the other 3.");
  });

  it("is reported if lmms-eval's output is missing", async () => {
    const samples = lines().map((line, index) => {
      const { question, response } = JSON.parse(line);
      return {
        doc_id: index,
        input: question,
        ...(index !== 7 && { resps: [[response]] }),
        x_score: { question_id: index },
      };
    });
    const file = textFile("20260218_234435_samples_x.jsonl", samples.map((row) => JSON.stringify(row)).join("\n"));
    expect((await submit(file)).stderr).toContain(
      "line 8: It cannot be read as a row of lmms-eval: it has neither 'resps' nor 'filtered_resps', the model's output.",
    );
  });

  it("is reported if the last line is cut off", async () => {
    const whole = lines();
    const text = [...whole.slice(0, -1), whole.at(-1)?.slice(0, 30)].join("\n");
    const broken = `^r\\.jsonl: line ${whole.length}, column \\d+: Expected .*, found .*\\.\n.*1 row cannot be used`;
    expectRefused(await submit(textFile("r.jsonl", text)), new RegExp(broken, "m"));
  });

  it("is part of the JSON output, and the command still ends with 1", async () => {
    const { code, stdout } = await submit(textFile("r.jsonl", '{"question":"video_9/7","response":"A"}'), [
      ...OPTIONS,
      "--json",
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      read: { problemCount: 1, problems: [{ file: "r.jsonl", place: "line 1" }] },
    });
  });
});

describe("a submission that lacks a required field, or whose benchmark does not exist or has no questions", () => {
  it.each([
    [
      ["--model", "m", "--inputs", "video"],
      /The file does not say which benchmark it belongs to\.\nState it: --benchmark worldsense/,
    ],
    [["-b", "omnivideobench", "--inputs", "video"], /The file does not say which model made it/],
    [
      [],
      /The file does not say which benchmark it belongs to, or which model made it, or what the model was given\.\nState them: --benchmark worldsense --model my-model --inputs video,audio\n/,
    ],
    [["-b", "omnivideobench", "--model", "m"], /The file does not say what the model was given/],
    [
      ["-b", "omnivideobensh", "--model", "m", "--inputs", "video"],
      /There is no benchmark 'omnivideobensh'\.\nDid you mean 'omnivideobench'/,
    ],
    [
      ["-b", "avi-bench", "--model", "m", "--inputs", "video"],
      /avi-bench has no questions yet\.\nGet them with 'omnidex pull avi-bench'/,
    ],
  ])("is refused as bad usage: %j", async (options, message) => {
    const { code, stderr } = await submit(omnidexNdjson(outputs), options);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe("a file larger than memory", () => {
  it("is read in less than 300 MB, and its bad rows are reported", () =>
    inFolder(async (folder) => {
      const path = join(folder, "large.jsonl");
      const file = await open(path, "w");
      const log = "x".repeat(2 ** 20);
      for (const line of lines().slice(0, 250)) await file.write(`${line.slice(0, -1)},"log":"${log}"}\n`);
      await file.write('{"question":"video_9/7","response":"A"}\n');
      await file.close();
      const { stderr, peak } = await measured(["submit", path, ...OPTIONS]);
      expect(stderr).toMatch(/^large\.jsonl: line 251: No question 'video_9\/7'/m);
      if (peak === null) return;
      expect(peak).toBeLessThan(300);
    }));
});

/**
 * Runs the program until it ends. Returns its largest resident size in MB, too; null if the system does not report it.
 */
async function measured(args: readonly string[]): Promise<{ stderr: string; peak: number | null }> {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(REPORT_PEAK)}`;
  const { stderr } = await omnidexProcess(args, { OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY, NODE_OPTIONS });
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(stderr)?.[1];
  return { stderr, peak: kilobytes === undefined ? null : Number(kilobytes) / 1024 };
}

/** At its end, a process prints to stderr what Linux says about its memory. */
const REPORT_PEAK = `
import { existsSync, readFileSync } from "node:fs";
process.on("exit", () => {
  if (existsSync("/proc/self/status")) console.error(readFileSync("/proc/self/status", "utf8"));
});
`;
