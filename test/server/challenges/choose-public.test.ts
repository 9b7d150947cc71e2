import { describe, expect, it } from "vitest";
import { choosePublic, type SplitQuestion } from "../../../src/server/benchmarks/choose-public.ts";

/** Videos of 1 to 5 questions in three tasks, one of which has a single video. */
const QUESTIONS: readonly SplitQuestion[] = Array.from({ length: 60 }, (_, video) =>
  Array.from({ length: (video % 5) + 1 }, () => ({
    cluster: `v${video}`,
    stratum: video === 0 ? "alone" : video % 3 === 0 ? "few" : "many",
  })),
).flat();
const SEEDS = Array.from({ length: 1_000 }, (_, index) => `seed ${index}`);

describe("the questions of a public board", () => {
  it("are those of whole videos: the requested share of all videos, and of the videos of each task", async () => {
    for (const seed of SEEDS.slice(0, 100)) {
      const chosen = new Set(await choosePublic(QUESTIONS, 0.3, seed));
      for (const stratum of ["few", "many", null]) {
        const own = [...QUESTIONS.entries()].filter(([, one]) => stratum === null || one.stratum === stratum);
        const videos = new Set(own.map(([, { cluster }]) => cluster)).size;
        const behind = new Set(own.flatMap(([ordinal, { cluster }]) => (chosen.has(ordinal) ? cluster : []))).size;
        expect(Math.abs(behind - 0.3 * videos)).toBeLessThan(1);
      }
      const sides = new Map<string, Set<boolean>>();
      for (const [ordinal, { cluster }] of QUESTIONS.entries())
        sides.set(cluster, (sides.get(cluster) ?? new Set()).add(chosen.has(ordinal)));
      expect([...sides.values()].every(({ size }) => size === 1)).toBe(true);
    }
  });

  it("are chosen with equal chance for each video, even for the only video of a task", async () => {
    const counts = new Map<string, number>();
    for (const seed of SEEDS)
      for (const cluster of new Set(
        (await choosePublic(QUESTIONS, 0.3, seed)).map((ordinal) => QUESTIONS[ordinal]?.cluster ?? ""),
      ))
        counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
    // 0.3 of 1,000 seeds, within five standard deviations. The seeds are fixed, so this never fails by chance.
    for (let video = 0; video < 60; video++) expect(Math.abs((counts.get(`v${video}`) ?? 0) - 300)).toBeLessThan(73);
  });

  it("depend on the seed alone", async () => {
    expect(await choosePublic(QUESTIONS, 0.5, "a")).toEqual(await choosePublic(QUESTIONS, 0.5, "a"));
    expect(await choosePublic(QUESTIONS, 0.5, "a")).not.toEqual(await choosePublic(QUESTIONS, 0.5, "b"));
  });
});
