import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DURATION_BUCKETS, durationBucketOf } from "../../src/domain/duration-buckets.ts";
import type { ImportQuestion } from "../../src/domain/import-batch.ts";
import { AUDIO_TYPES, LEVELS } from "../../src/domain/vocabulary.ts";
import { demoBatch } from "../../src/formats/demo/demo-benchmark.ts";
import { demoRuns } from "../../src/formats/demo/demo-runs.ts";

const BATCH = demoBatch();
const VIDEOS = new Map(BATCH.videos.map((video) => [video.key, video]));

const secondsOf = (question: ImportQuestion): number => VIDEOS.get(question.video ?? "")?.durationSeconds ?? -1;
const fingerprint = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** How many questions there are in each combination of level, audio type and duration bucket. */
function cells(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const level of LEVELS)
    for (const type of AUDIO_TYPES)
      for (const { key } of DURATION_BUCKETS) counts.set(`${level} ${type} ${key}`, countCell(level, type, key));
  return counts;
}

const countCell = (level: string, type: string, bucket: string): number =>
  BATCH.questions.filter(
    (question) =>
      question.level === level &&
      question.audioTypes.some((label) => label.type === type) &&
      durationBucketOf(secondsOf(question))?.key === bucket,
  ).length;

describe("demoBatch", () => {
  it("is the same on every machine; a change to it needs a new release of the demo", () => {
    expect(fingerprint(demoBatch())).toBe(fingerprint(BATCH));
    expect(fingerprint(BATCH)).toMatchInlineSnapshot(`"92dad3c0a901165c"`);
  });

  it("has 480 questions over 160 videos", () => {
    expect(BATCH.benchmark).toBe("omnidex-demo");
    expect(BATCH.videos).toHaveLength(160);
    expect(new Set(BATCH.questions.map(({ key }) => key)).size).toBe(480);
    const perVideo = [...VIDEOS.keys()].map((key) => BATCH.questions.filter(({ video }) => video === key).length);
    expect(Math.min(...perVideo)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...perVideo)).toBeGreaterThanOrEqual(6);
  });

  it("has questions in every level, audio type and duration bucket, in different numbers", () => {
    const counts = [...cells().values()];
    expect(counts).toHaveLength(48);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(new Set(counts).size).toBeGreaterThan(15);
  });

  it("has a few reasoning questions about music in long videos", () => {
    const found = BATCH.questions.filter(
      (question) =>
        question.level === "REASONING" &&
        question.audioTypes.some(({ type }) => type === "MUSIC") &&
        secondsOf(question) > 600,
    );
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.length).toBeLessThanOrEqual(20);
  });

  it("has a video on the edge of two duration buckets", () => {
    expect(BATCH.videos.filter(({ durationSeconds }) => durationSeconds === 600)).not.toEqual([]);
  });

  it("refers only to objects that exist", () => {
    const tasks = new Map(BATCH.tasks.map((task) => [task.slug, task]));
    const categories = new Map(BATCH.categories.map((category) => [category.slug, category]));
    for (const question of BATCH.questions) {
      expect(VIDEOS.has(question.video ?? "")).toBe(true);
      expect(tasks.get(question.task)?.level).toBe(question.level);
      expect(question.subset).toBe(VIDEOS.get(question.video ?? "")?.subset);
    }
    for (const video of BATCH.videos) {
      const parent = categories.get(video.category ?? "")?.parent;
      expect(categories.get(parent ?? "")?.parent).toBeNull();
    }
    expect(new Set(BATCH.questions.map(({ task }) => task)).size).toBe(8);
    expect(new Set(BATCH.videos.map(({ category }) => category)).size).toBe(10);
  });

  it("has three or four different options in each question, and right answers at every position", () => {
    const places = new Set<number>();
    for (const { options, answer } of BATCH.questions) {
      expect([3, 4]).toContain(new Set(options).size);
      expect(options[answer.kind === "option" ? answer.position : -1]).toBe(answer.kind === "option" && answer.text);
      if (answer.kind === "option") places.add(answer.position);
    }
    expect([...places].sort()).toEqual([0, 1, 2, 3]);
    expect(new Set(BATCH.questions.map(({ options }) => options.length))).toEqual(new Set([3, 4]));
    expect(BATCH.questions.filter(({ audioTypes }) => audioTypes.length > 1).length).toBeGreaterThan(100);
  });

  it("calls itself synthetic in every question and video", () => {
    for (const { text, native } of BATCH.questions)
      expect([text, native.synthetic]).toEqual([expect.stringMatching(/^Synthetic question \d+: /), true]);
    for (const { caption, url } of BATCH.videos)
      expect([caption, url]).toEqual([expect.stringMatching(/^Synthetic video \d+\. /), null]);
    expect(BATCH.about?.title).toContain("synthetic");
  });
});

describe("demoRuns", () => {
  it("is the same on every machine", () => {
    expect(fingerprint(demoRuns())).toBe(fingerprint(demoRuns()));
    expect(fingerprint(demoRuns())).toMatchInlineSnapshot(`"02eb1f479d66c541"`);
  });
});
