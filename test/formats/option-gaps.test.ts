import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../src/formats/files/importer.ts";
import { jsonFile, parquetFile, tsvFile } from "../fixtures/file-writing.ts";
import { mmworldFixture } from "../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchRows } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseRows } from "../fixtures/worldsense-fixture.ts";
import { importerOf } from "../support/importing.ts";

const LABELLED = ["A. one", "B. two", "D. four"];

const [worldSense] = worldSenseFixture();
const [mmworld] = mmworldFixture();
const [omni] = omniVideoBenchFixture();
if (worldSense === undefined || mmworld === undefined || omni === undefined) throw new Error("a fixture is empty");

const ofWorldSense = (answer: string) => {
  const [task] = worldSense.questions;
  return [{ ...worldSense, questions: task === undefined ? [] : [{ ...task, candidates: LABELLED, answer }] }];
};
const ofOmni = (answer: string) => {
  const [question] = omni.questions;
  const changed = question && { ...question, options: LABELLED, correct_option: answer, answer: "one" };
  return [{ ...omni, questions: changed === undefined ? [] : [changed] }] as ReturnType<typeof omniVideoBenchFixture>;
};
const ofMmworld = (label: string) => ({
  ...mmworld,
  questions: mmworld.questions.slice(0, 1).map((question) => ({
    ...question,
    options: { a: "one", b: "two", d: "four" },
    correct_answer_label: label.toLowerCase(),
  })),
});
const flatMmworld = (label: string) => {
  const { questions, ...video } = ofMmworld(label);
  return questions.map((own) => ({ ...video, ...own, options: JSON.stringify({ ...own.options, c: null }) }));
};

/** Every reader whose options have labels, in each of its shapes; the file has one question. */
const READERS: readonly (readonly [
  slug: string,
  shape: string,
  file: (answer: string) => ImportFile,
  place: string,
])[] = [
  ["worldsense", "JSON", (answer) => worldSenseJson(ofWorldSense(answer)), ".task0.candidates"],
  ["worldsense", "TSV", (answer) => tsvFile("w.tsv", worldSenseRows(ofWorldSense(answer), true)), "row 1.candidates"],
  [
    "worldsense",
    "Parquet",
    (answer) => parquetFile("w", worldSenseRows(ofWorldSense(answer), true)),
    "row 1.candidates",
  ],
  ["omnivideobench", "nested", (answer) => jsonFile("data.json", ofOmni(answer)), "$[0].questions[0].options"],
  ["omnivideobench", "flat", (answer) => jsonFile("data.json", omniVideoBenchRows(ofOmni(answer))), "$[0].options"],
  ["mmworld", "nested", (answer) => jsonFile("mmworld.json", [ofMmworld(answer)]), "$[0].questions[0].options"],
  ["mmworld", "flat", (answer) => jsonFile("train.json", flatMmworld(answer)), "$[0].options"],
];

describe.each(READERS)("option labels with a gap, in %s as %s", (slug, _, file, place) => {
  it("are reported as an oddity, and the answer refers to the label", async () => {
    for (const [answer, position] of [
      ["D", 2],
      ["B", 1],
    ] as const) {
      const batch = await importerOf(slug)([file(answer)]);
      const [question] = batch.questions;
      expect(question?.options).toEqual(["one", "two", "four"]);
      expect(question?.answer).toMatchObject({ kind: "option", position });
      const oddities = batch.oddities.filter(({ code }) => code === "OPTION_LABELS_WITH_GAP");
      expect(oddities).toEqual([
        { code: "OPTION_LABELS_WITH_GAP", key: question?.key, message: expect.stringContaining(`${place};`) },
      ]);
      expect(oddities[0]?.message).toMatch(
        /^The labels of the options are (A, B, D|a, b, d) at .* Here they become A, B, C\.$/,
      );
    }
  });

  it("are refused if the answer names the missing label", async () => {
    await expect(importerOf(slug)([file("C")])).rejects.toThrow(/expected one of the labels (A, B, D|a, b, d), found/);
  });
});
