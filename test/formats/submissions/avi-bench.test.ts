import { beforeAll, describe, expect, it } from "vitest";
import { importAviBench } from "../../../src/formats/avi-bench/avi-bench-importer.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import type { JoinRelease } from "../../../src/formats/join/found-question.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { type AviPredict, aviBenchResults } from "../../fixtures/results/avi-bench-results.ts";
import { releaseOf } from "../../fixtures/results/model-outputs.ts";
import { join } from "./joined.ts";

const FILES = aviBenchFiles();
const SAID: AviPredict = (folder, position) => `${folder} ${position}`;

describe("AVI-Bench's tasks/<TASK>.json", () => {
  let release: JoinRelease;
  beforeAll(async () => {
    release = releaseOf(await importAviBench(FILES));
  });

  it("are matched by position; the second file of VSQA follows the first", async () => {
    const { submission, report, responses } = await join(aviBenchResults(FILES, SAID), release);
    expect(submission.header).toMatchObject({ benchmark: "avi-bench", model: "gemini-2.5-pro" });
    expect(report).toMatchObject({ rows: 5864, predictions: 5864, problemCount: 0, missing: 0 });
    expect(responses.get("AVQA/17")).toBe("AVQA 17");
    expect(responses.get("VSQA/619")).toBe("VSQA_I 619");
    expect(responses.get("VSQA/620")).toBe("VSQA_V 0");
    expect(responses.get("VSQA/1199")).toBe("VSQA_V 579");
  });

  it("count empty slots, failures and empty predictions as unanswered", async () => {
    const predict: AviPredict = (folder, position) =>
      folder !== "AVQA" ? "x" : [undefined, null, "", "yes"][position % 4];
    const { report, responses } = await join(aviBenchResults(FILES, predict), release);
    const slots = release.questions.filter(({ key }) => key.startsWith("AVQA/")).length;
    expect(report.problems).toEqual([]);
    expect(responses.has("AVQA/0") || responses.has("AVQA/1") || responses.has("AVQA/2")).toBe(false);
    expect(responses.get("AVQA/3")).toBe("yes");
    expect(report.predictions).toBe(5864 - Math.ceil((slots * 3) / 4));
  });

  it("are refused from the first slot that belongs to another question", async () => {
    const [file] = aviBenchResults(FILES, SAID).filter(({ name }) => name.endsWith("/AVM.json"));
    const slots = JSON.parse(new TextDecoder().decode(file?.bytes)) as unknown[];
    const { report } = await join([jsonFile("m/tasks/AVM.json", slots.toSpliced(5, 1))], release);
    expect(report.problemCount).toBe(slots.length - 6);
    expect(report.problems[0]).toEqual({
      file: "AVM.json",
      place: "$[5] (line 1)",
      reason: "At position 5 of AVM is the id '00005', not '00006'.",
    });
  });
});

const record = (id: string, answer: string) => ({
  id,
  task: "AVQA",
  input: { question: { text: `Question ${id}?`, options: ["yes", "no"] }, video: `./input/videos/${id}.mp4` },
  output: { question_answer: answer },
});

describe("the checks of AVI-Bench", () => {
  const data = [
    record("1", "yes"),
    record("2", "no"),
    record("1", "no"),
    record("pre_1", "yes"),
    record("pre_1", "no"),
  ];
  const files: readonly ImportFile[] = [jsonFile("levels/reasoning/AVQA/data.json", data)];

  it("become confirmations of their questions, in order if several share an id", async () => {
    const release = releaseOf(await importAviBench(files));
    const { report, predictions } = await join(aviBenchResults(files, SAID), release);
    expect(report.problems).toEqual([]);
    expect(predictions.map(({ question, confirmation }) => [question, confirmation])).toEqual([
      ["AVQA/0", "AVQA 3"],
      ["AVQA/1", null],
      ["AVQA/2", "AVQA 4"],
    ]);
  });

  it("are reported if they belong to no question", async () => {
    const release = releaseOf(await importAviBench(files));
    const slots = [{ task: "AVQA", subtask: null, id: "pre_9", predict: "yes" }];
    const { report } = await join([jsonFile("AVQA.json", slots)], release);
    expect(report.problems[0]?.reason).toBe("'pre_9' checks no question: AVQA has 0 questions with the id '9'.");
  });
});
