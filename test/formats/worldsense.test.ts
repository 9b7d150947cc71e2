import { describe, expect, it } from "vitest";
import type { ImportBatch } from "../../src/domain/import-batch.ts";
import { taxonomyOf } from "../../src/domain/taxonomy.ts";
import { jsonFile, textFile } from "../fixtures/file-writing.ts";
import {
  worldSenseFixture,
  worldSenseJson,
  worldSenseParquet,
  worldSenseRows,
  worldSenseTsv,
} from "../fixtures/worldsense-fixture.ts";
import { importerOf } from "../support/importing.ts";
import { sharedDataset } from "../support/shared-datasets.ts";
import { codes, countBy } from "./batch-reading.ts";

const videos = worldSenseFixture();
const original = worldSenseJson(videos);

describe("WorldSense", () => {
  it("has the published counts at full size", async () => {
    const batch = await importerOf("worldsense")([original]);
    const taxonomy = taxonomyOf("worldsense");
    expect(batch.videos).toHaveLength(1662);
    expect(batch.questions).toHaveLength(3172);
    expect(countBy(batch.questions, ({ task }) => task)).toEqual(
      Object.fromEntries(taxonomy.tasks.map((task) => [task.slug, task.questions])),
    );
    expect(countBy(batch.questions, ({ level }) => level)).toEqual({
      PERCEPTION: 1435,
      UNDERSTANDING: 907,
      REASONING: 830,
    });
    expect(batch.oddities).toEqual([]);
  });

  it("makes equal batches from its three encodings if they hold the same fields", async () => {
    const batches: ImportBatch[] = [];
    // In turn, because a Parquet file is read within a limit of time.
    for (const file of [original, worldSenseTsv(videos, true), worldSenseParquet(videos, true)])
      batches.push(await importerOf("worldsense")([file]));
    const [json, tsv, parquet] = batches.map(({ source, ...rest }) => rest);
    expect(tsv).toEqual(json);
    expect(parquet).toEqual(json);
  });

  it("loses only the seconds of durations in the published re-encodings", async () => {
    const expected = withoutSeconds(await importerOf("worldsense")([original]));
    for (const file of [worldSenseTsv(videos), worldSenseParquet(videos)]) {
      const { source, ...rest } = await importerOf("worldsense")([file]);
      expect(rest).toEqual(expected);
    }
  });

  it("recognises a file by its content and not by its extension", async () => {
    const tsv = worldSenseTsv(videos.slice(0, 3));
    const batch = await importerOf("worldsense")([{ ...tsv, name: "worldsense.json" }]);
    expect(batch.source).toEqual({ format: "recipe", files: ["worldsense.json", "worldsense.yaml"] });
  });

  it("reads list columns written as JSON and as numpy arrays", async () => {
    const [row] = worldSenseRows(videos.slice(0, 1), false);
    const cells = { ...row, candidates: '["A. x", "B. y", "C. z"]', audio_class: "['Speech'\n 'Music']" };
    const batch = await importerOf("worldsense")([jsonFile("rows.json", [cells])]);
    expect(batch.questions[0]?.options).toEqual(["x", "y", "z"]);
    expect(batch.questions[0]?.audioTypes.map(({ type }) => type)).toEqual(["SPEECH", "MUSIC"]);
  });

  it("reads videos given by path, and rows that are not grouped by video", async () => {
    const rows = worldSenseRows(videos.slice(0, 2), false);
    const mixed = [rows[0], rows.at(-1), rows[1]].map((row) => ({ ...row, video: row?.video_path ?? "" }));
    const batch = await importerOf("worldsense")([jsonFile("rows.json", mixed)]);
    expect(batch.questions.map(({ key }) => key)).toEqual(["AAAAAAAA/task0", "AAAAAAAB/task0", "AAAAAAAA/task1"]);
  });

  it("keeps and reports oddities", async () => {
    const [row] = worldSenseRows(videos.slice(0, 1), true);
    const odd = {
      ...row,
      video_duration: "400s",
      duration: "<1min",
      domain: "Weather",
      task_domain: "Reasoning",
      task_type: "Object Counting",
      candidates: ["A. Two.", "B. two.", "C. Three."],
    };
    const batch = await importerOf("worldsense")([jsonFile("rows.json", [odd, { ...odd, task_type: "Juggling" }])]);
    expect(codes(batch)).toEqual({
      DURATION_DISAGREES: 1,
      UNKNOWN_CATEGORY: 1,
      LEVEL_DISAGREES: 1,
      DUPLICATE_OPTIONS: 2,
      UNKNOWN_TASK: 1,
    });
    expect(batch.questions[0]?.level).toBe("REASONING");
    expect(batch.tasks.map(({ slug, level }) => [slug, level])).toEqual([
      ["object-counting", "PERCEPTION"],
      ["juggling", "REASONING"],
    ]);
    expect(batch.videos[0]?.durationSeconds).toBe(400);
  });

  it.each([
    ["an answer without an option", { answer: "E" }, "$[0].answer: expected a label from A to C"],
    ["an unknown sound", { audio_class: ["Noise"] }, "$[0].audio_class[0]: expected one of Speech, Event, Music"],
    [
      "a broken duration",
      { video_duration: "long" },
      "$[0].video_duration: expected a number of seconds, without quotes, or a duration such as",
    ],
    ["an unknown level", { task_domain: "Guessing" }, "$[0].task_domain: expected one of Recognition"],
    ["a broken list", { candidates: "['a', " }, "$[0].candidates: expected a list, as JSON or as Python writes it"],
    ["options that are not strings", { candidates: [[1], 2] }, "$[0].candidates[0]: expected the text of an option"],
  ])("refuses %s", async (_, change, message) => {
    const [row] = worldSenseRows(videos.slice(0, 1), true);
    const file = jsonFile("rows.json", [{ ...row, candidates: ["A. x", "B. y", "C. z"], answer: "A", ...change }]);
    await expect(importerOf("worldsense")([file])).rejects.toThrow(`rows.json: ${message}`);
  });

  it("names the row in which a table is broken", async () => {
    const header = "video\tduration\tdomain";
    await expect(importerOf("worldsense")([textFile("w.tsv", `${header}\na\t<1min\n`)])).rejects.toThrow(
      "w.tsv: row 1: expected 3 cells, found 2.",
    );
    await expect(importerOf("worldsense")([textFile("w.tsv", `${header}\na\t<1min\tMusic\n`)])).rejects.toThrow(
      "w.tsv: row 1.audio_class: expected a value, found nothing.",
    );
  });

  it("reads the real sample", async (context) => {
    const batch = await importerOf("worldsense")([sharedDataset(context, "worldsense/worldsense_qa.sample3.json")]);
    expect(batch.questions.map(({ key }) => key)).toEqual([
      "dvOkwKAs/task0",
      "UYkFSXsh/task0",
      "UYkFSXsh/task1",
      "hHwdqJxc/task0",
    ]);
    expect(batch.videos.map(({ durationSeconds }) => durationSeconds)).toEqual([60, 119, 408]);
    expect(batch.oddities).toEqual([]);
  });
});

function withoutSeconds({ source, ...batch }: ImportBatch) {
  const videos = batch.videos.map((video) => {
    const { video_duration, ...native } = video.native;
    return { ...video, durationSeconds: null, native };
  });
  return { ...batch, videos };
}
