import { describe, expect, it } from "vitest";
import { jsonFile } from "../fixtures/file-writing.ts";
import { mmworldFixture, mmworldFlatJson, mmworldFlatParquet, mmworldJson } from "../fixtures/mmworld-fixture.ts";
import { importerOf } from "../support/importing.ts";
import { sharedDataset } from "../support/shared-datasets.ts";
import { codes, countBy } from "./batch-reading.ts";

const question = {
  type: "Explanation",
  question: "Why?",
  options: { b: "two", a: "one", c: "three" },
  answer: "two",
  requires_domain_knowledge: true,
  requires_audio: "True",
  requires_visual: false,
  question_only: true,
  correct_answer_label: "b",
};
const video = { video_id: "v/1", video_url: "https://example.org", discipline: "Science", subdiscipline: "Physics" };
const nested = (change: object = {}, own: object = {}) => ({
  ...video,
  ...own,
  questions: [{ ...question, ...change }],
});

describe("MMWorld", () => {
  it("has the published counts at full size", async () => {
    const batch = await importerOf("mmworld")([mmworldJson(mmworldFixture())]);
    const topOf = new Map(batch.videos.map(({ key, category }) => [key, category?.split("/")[0] ?? ""]));
    expect(countBy(batch.questions, (item) => topOf.get(item.video ?? "") ?? "")).toEqual({
      "art-sports": 775,
      business: 143,
      science: 225,
      "health-medicine": 96,
      "embodied-tasks": 143,
      "tech-engineering": 94,
      game: 83,
    });
    expect(batch.categories.find(({ slug }) => slug === "art-sports")?.name).toBe("Sports & Arts");
    expect(batch.oddities).toEqual([]);
  });

  it("makes equal batches from the nested and the flat form", async () => {
    const videos = mmworldFixture();
    const files = [mmworldJson(videos), mmworldFlatJson(videos), mmworldFlatParquet(videos)];
    const batches = await Promise.all(files.map((file) => importerOf("mmworld")([file])));
    const [json, flat, parquet] = batches.map(({ source, ...rest }) => rest);
    expect(flat).toEqual(json);
    expect(parquet).toEqual(json);
  });

  it("reads options in the order of their labels, and reads the flags", async () => {
    const batch = await importerOf("mmworld")([jsonFile("mmworld.json", [nested()])]);
    expect(batch.questions[0]).toMatchObject({
      key: "v/1/0",
      options: ["one", "two", "three"],
      answer: { kind: "option", position: 1, text: "two" },
      requiresAudio: true,
      requiresVisual: false,
      audioTypes: [],
      subset: null,
      questionOnly: true,
      requiresDomainKnowledge: true,
      native: { type: "Explanation" },
    });
  });

  it("reads options written as a Python dictionary", async () => {
    const row = { ...video, ...question, options: "{'a': \"it's\", 'b': 'two', 'c': 'x'}" };
    const batch = await importerOf("mmworld")([jsonFile("train.json", [row])]);
    expect(batch.questions[0]?.options).toEqual(["it's", "two", "x"]);
  });

  it("continues the numbering if a video is repeated", async () => {
    const records = [nested(), nested({ question: "How?" }, { video_url: "https://example.org/other" })];
    const batch = await importerOf("mmworld")([jsonFile("mmworld.json", records)]);
    expect(batch.questions.map(({ key }) => key)).toEqual(["v/1/0", "v/1/1"]);
    expect(batch.videos.map(({ url }) => url)).toEqual(["https://example.org"]);
    expect(codes(batch)).toEqual({ VIDEO_DISAGREES: 1 });
  });

  it("gives both spellings of a discipline the same slug", async () => {
    const records = ["Art & Sports", "Sports & Arts"].map((discipline, index) =>
      nested({}, { video_id: `v${index}`, discipline, subdiscipline: null }),
    );
    const batch = await importerOf("mmworld")([jsonFile("mmworld.json", records)]);
    expect(batch.categories).toEqual([{ slug: "art-sports", name: "Art & Sports", parent: null }]);
  });

  it("reports an unknown type, an unreadable duration and an answer text that differs from every option", async () => {
    const record = nested({ type: "Divination", answer: "four" }, { duration: "a while", subset: "synthetic I" });
    const batch = await importerOf("mmworld")([jsonFile("mmworld.json", [record])]);
    expect(codes(batch)).toEqual({ UNREADABLE_DURATION: 1, UNKNOWN_TASK: 1, ANSWER_TEXT_MATCHES_NO_OPTION: 1 });
    expect(batch.tasks[0]).toMatchObject({ slug: "divination", level: "UNDERSTANDING", levelSource: "CURATED" });
    expect(batch.questions[0]?.subset).toBe("synthetic I");
  });

  it.each([
    [{ correct_answer_label: "e" }, "$[0].questions[0].correct_answer_label: expected a label from A to C"],
    [{ options: {} }, "$[0].questions[0].correct_answer_label: expected options to answer with"],
    [{ options: { a: [] } }, "$[0].questions[0].options.a: expected the text of an option, found an empty array"],
    [{ requires_audio: "maybe" }, "$[0].questions[0].requires_audio: expected true or false"],
  ])("refuses %j", async (change, message) => {
    await expect(importerOf("mmworld")([jsonFile("mmworld.json", [nested(change)])])).rejects.toThrow(
      `mmworld.json: ${message}`,
    );
  });

  it("reads the real sample", async (context) => {
    const batch = await importerOf("mmworld")([sharedDataset(context, "mmworld/mmworld_readme_example.json")]);
    expect(batch.questions[0]).toMatchObject({ key: "eng_vid1/0", task: "explanation", requiresVisual: true });
    expect(batch.videos[0]?.category).toBe("tech-engineering/robotics");
  });
});
