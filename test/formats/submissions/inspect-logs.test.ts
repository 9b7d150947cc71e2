import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { compress } from "@bokuweb/zstd-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { zstandard, zstandardInJavaScript } from "../../../src/formats/files/zip-archive.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import {
  chunked,
  deflated,
  inChunks,
  unpacked,
  zstandardEntry,
  zstandardReady,
} from "../../fixtures/results/inspect-packing.ts";
import { zipFile } from "../../fixtures/results/zip-file.ts";
import { upstreamFile } from "../../support/shared-datasets.ts";
import { join, open, question, rowsOf } from "./joined.ts";

const LOGS = [
  "log_formats.eval",
  "log_message_deduplication.eval",
  "log_read_sample.eval",
  "log_streaming.eval",
  "mmlu-no-summary-choices.eval",
  "mmlu-summary-choices.eval",
];

beforeAll(() => zstandardReady());

/** The rows of a log, or of one of its epochs. */
const rows = async (file: ImportFile, epoch?: number) =>
  rowsOf(await open([file], epoch === undefined ? {} : { epoch }));

describe.each(LOGS)("%s from Inspect's own tests", (log) => {
  it("has the same rows with deflate, with Zstandard, and with samples in chunks", async (context) => {
    const file = upstreamFile(context, `inspect/${log}`);
    const epoch = log === "log_streaming.eval" ? 1 : undefined;
    const plain = await rows(file, epoch);
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.filter((row) => "reason" in row)).toEqual([]);
    const entries = await unpacked(file);
    const packed = entries.map(([name, bytes]) => zstandardEntry(name, bytes));
    expect(await rows(zipFile(file.name, packed), epoch)).toEqual(plain);
    const placeless = (all: readonly object[]) => all.map((row) => ({ ...row, place: null }));
    expect(placeless(await rows(zipFile(file.name, inChunks(entries, zstandardEntry)), epoch))).toEqual(
      placeless(plain),
    );
  });
});

describe("a sample in chunks", () => {
  const sample = {
    id: "v0/0",
    epoch: 1,
    input: [{ role: "user", content: [{ type: "text", text: `attachment://${"a".repeat(32)}` }] }],
    choices: ["a cat", "two dogs", "birds"],
    target: "A",
    output: { choices: [], completion: `attachment://${"c".repeat(32)}` },
    metadata: { confirmation: "Yes." },
    attachments: { ["a".repeat(32)]: "What is number 0?", ["b".repeat(32)]: "unused", ["c".repeat(32)]: "It is B." },
  };
  const file = zipFile("x.eval", [
    deflated("header.json", Buffer.from('{"eval": {"task": "t", "model": "m"}}')),
    ...chunked("samples/v0/0_epoch_1.json", sample, deflated),
  ]);

  it("takes its metadata and its long texts from the chunk that holds them", async () => {
    expect(await rows(file)).toMatchObject([
      { names: { key: "v0/0", prompt: "What is number 0?" }, response: "It is B.", confirmation: "Yes." },
    ]);
  });
});

describe("options that the dataset shuffled", () => {
  const shuffled = (completion: string) =>
    jsonFile("log.json", {
      version: 2,
      status: "success",
      eval: { task: "t", model: "m" },
      samples: [
        {
          id: "v0/0",
          epoch: 1,
          input: "What is number 0?",
          choices: ["birds", "a cat", "two dogs"],
          target: "B",
          output: { choices: [], completion },
          scores: {},
        },
      ],
    });
  const release = { benchmark: "made-up", answersVisible: false, questions: [question(0)] };

  it.each([
    ["ANSWER: A", "ANSWER: C"],
    ["ANSWER: B", "ANSWER: A"],
    ["Answer: (c).", "Answer: (B)."],
    ["A", "C"],
    // A template with reasoning: only the last line counts. Inspect drops the rest when it maps shuffled
    // choices back.
    ["Birds sing, so B is out.\n\nANSWER: A", "ANSWER: C"],
    ["It is A.\nanswer : **b**. \n", "ANSWER: A"],
  ])("turn the response %j into %j, by the order that was shown", async (completion, response) => {
    const { responses, report } = await join([shuffled(completion)], release as never);
    expect(report.problems).toEqual([]);
    expect(responses.get("v0/0")).toBe(response);
  });

  it.each([
    "Since birds fly, it is A.",
    "ANSWER: A\nBut B is possible, too.",
    "ANSWER: A\nNo.\nANSWER: B",
    "ANSWER: A, B\n\nANSWER: A",
    "The letter is\nA",
  ])("are reported as a problem if the response %j is more than a label", async (completion) => {
    const { report } = await join([shuffled(completion)], release as never);
    expect(report.problemCount).toBe(1);
  });
});

describe("a Zstandard entry", () => {
  const plain = Buffer.from(
    Array.from({ length: 20_000 }, (_, index) => `{"id": ${index}, "text": "né ${index % 7}"}`).join("\n"),
  );

  it.each([
    ["by Node, if it can", zstandard],
    ["in JavaScript", zstandardInJavaScript],
  ])("is unpacked from pieces of any size: %s", async (_, make) => {
    const packed = Buffer.from(compress(plain, 10));
    for (const size of [1, 7, 1000, packed.length]) {
      const pieces = Array.from({ length: Math.ceil(packed.length / size) }, (_each, index) =>
        packed.subarray(index * size, (index + 1) * size),
      );
      expect((await buffer(Readable.from(pieces).pipe(make()))).equals(plain)).toBe(true);
    }
  });

  it("is refused if it is damaged or cut off", async () => {
    const entry = zstandardEntry("samples/1_epoch_1.json", plain);
    const header = zstandardEntry("header.json", Buffer.from("{}"));
    const whole = Buffer.from(entry.data);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 20, 60);
    for (const data of [damaged, whole.subarray(0, whole.length / 2), Buffer.from("not zstd")]) {
      await expect(rows(zipFile("d.eval", [header, { ...entry, data }]))).rejects.toThrow(/damaged|samples\/1_epoch_1/);
    }
  });

  it("is refused if it unpacks to more bytes than it states", async () => {
    const entry = { ...zstandardEntry("samples/1_epoch_1.json", plain), size: 1000 };
    const header = zstandardEntry("header.json", Buffer.from("{}"));
    await expect(rows(zipFile("b.eval", [header, entry]))).rejects.toThrow("1000 bytes in samples/1_epoch_1.json");
  });
});
