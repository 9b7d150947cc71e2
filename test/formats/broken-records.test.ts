import { describe, expect, it } from "vitest";
import { jsonFile, textFile } from "../fixtures/file-writing.ts";
import { mmworldFixture } from "../fixtures/mmworld-fixture.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchRows } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseRows } from "../fixtures/worldsense-fixture.ts";
import { readerOf } from "../support/importing.ts";
import { changed, failure, problemsOf } from "./problem-reading.ts";

const mmworld = mmworldFixture().slice(0, 3);
const mmworldRows = mmworld.flatMap(({ questions, ...video }) =>
  questions.map((question: object) => ({ ...video, ...question })),
);
const omniVideoBench = omniVideoBenchFixture().slice(0, 3);
const flatOmniVideoBench = [...omniVideoBenchRows(omniVideoBench)];

describe("a broken first record is reported as the only problem", () => {
  const EITHER = "a record with questions at .questions, or a question with the field 'question'";

  it.each([
    ["mmworld", "videos", mmworld],
    ["mmworld", "rows", mmworldRows],
    ["omnivideobench", "videos", omniVideoBench],
    ["omnivideobench", "rows", flatOmniVideoBench],
  ])("for %s, with records of %s", async (slug, _, records) => {
    for (const [first, found] of [
      [7, "7"],
      [{ video_id: "x", video: "x", qustions: [] }, "an object with neither"],
    ]) {
      const { error } = await failure(readerOf(slug), [jsonFile("data.json", [first, ...records])]);
      expect(error.problems).toMatchObject([{ path: "data.json: $[0]", key: null, expected: EITHER, found }]);
    }
  });
});

it("WorldSense: a NUL character in a video is reported for that video, and the other videos are read", async () => {
  const file = worldSenseJson(worldSenseFixture().slice(0, 3));
  const json: Record<string, Record<string, unknown>> = JSON.parse(new TextDecoder().decode(file.bytes));
  const [first = "", second = "", third = ""] = Object.keys(json);
  Object.assign(json[first] ?? {}, { video_duration: "long" });
  Object.assign(json[second] ?? {}, { domain: "a\0b" });
  Object.assign(json[third] ?? {}, { video_duration: "short" });
  expect(await problemsOf("worldsense", jsonFile("worldsense_qa.json", json))).toEqual([
    [`$.${first}.video_duration`, first, "video_duration", 'the string "long"'],
    [`$.${second}.domain`, null, "domain", "a NUL character at position 1"],
    [`$.${third}.video_duration`, third, "video_duration", 'the string "short"'],
  ]);
});

it("WorldSense: a NUL character in the name of a video is reported like any other problem", async () => {
  const file = worldSenseJson(worldSenseFixture().slice(0, 2));
  const json: Record<string, Record<string, unknown>> = JSON.parse(new TextDecoder().decode(file.bytes));
  const [first = "", second = ""] = Object.keys(json);
  Object.assign(json[second] ?? {}, { video_duration: "short" });
  const named = { [first]: json[first], "a\0b": json[first], [second]: json[second] };
  expect((await problemsOf("worldsense", jsonFile("worldsense_qa.json", named))).map(([, , , found]) => found)).toEqual(
    ["a NUL character at position 1", 'the string "short"'],
  );
});

describe("rows after an unreadable row have no key in the report, because their key is uncertain", () => {
  it.each([
    ["worldsense", [...worldSenseRows(worldSenseFixture().slice(0, 1), false)][0] ?? {}, { answer: "Q" }],
    ["omnivideobench", flatOmniVideoBench[0] ?? {}, { correct_option: "Q" }],
    ["mmworld", mmworldRows[0] ?? {}, { correct_answer_label: "q" }],
  ])("%s", async (slug, row, wrong) => {
    const bad = JSON.stringify({ ...row, ...wrong });
    const lines = [bad, bad, '{"question": ', bad];
    const found = await problemsOf(slug, textFile("rows.jsonl", `${lines.join("\n")}\n`));
    expect(found.map(([path, key]) => [String(path).slice(0, 6), key])).toEqual([
      ["line 1", expect.stringMatching(/\/(task)?0$/)],
      ["line 2", expect.stringMatching(/\/(task)?1$/)],
      ["line 3", null],
      ["line 4", null],
    ]);
  });
});

it('a question without a video has no audio types, even if a video is called "undefined"', async () => {
  const whole = omnidexFixture();
  const videos = [...whole.videos, { key: "undefined", audioTypes: ["SPEECH"], subset: "first" }];
  const [, , , , ask = {}] = whole.questions;
  const questions = [{ ...ask, audioTypes: undefined, level: "REASONING" }];
  const seen: unknown[] = [];
  await readerOf("my-bench")([omnidexJson({ ...whole, videos, questions })], {
    video: () => undefined,
    question: ({ audioTypes, subset, video }) => void seen.push({ audioTypes, subset, video }),
  });
  expect(seen).toEqual([{ audioTypes: [], subset: null, video: null }]);
});

it("a problem's texts are cut, however long the texts in the file are", async () => {
  const whole = omnidexFixture();
  const long = "k".repeat(100_000);
  const questions = changed(whole.questions, {
    0: { key: long, text: "" },
    1: { [long]: 1 },
    2: { task: "New", audioTypes: [{ type: "MUSIC", nativeLabel: `${long.slice(0, 999)}😀` }] },
    3: { audioTypes: [{ type: "SOUND", nativeLabel: `${long.slice(0, 999)}😀` }] },
    4: { key: "q4" },
    5: { key: "q4", answer: { [long]: "2" } },
  });
  const { error } = await failure(readerOf("my-bench"), [omnidexJson({ ...whole, questions })]);
  expect(error.problems.length).toBeGreaterThan(2);
  for (const { path, key, field, expected, found, message } of error.problems) {
    for (const text of [path, key ?? "", field ?? "", found]) expect(text.length).toBeLessThanOrEqual(200);
    expect(message).toBe(`Expected ${expected}, found ${found}.`);
    expect(message.length).toBeLessThan(1300);
  }
  expect(error.problems[0]).toMatchObject({ key: `${"k".repeat(199)}…`, field: "text" });
  expect(error.message.length).toBeLessThan(2000);
});
