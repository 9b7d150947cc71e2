import { expect, it } from "vitest";
import { taskMean } from "../../../src/server/boards/capability-levels.ts";
import type { TaskScore } from "../../../src/server/boards/task-scores.ts";

const score = (slug: string, value: number | null, valueStrict: number | null): TaskScore => ({
  ...{ slug, metric: "ACCURACY", value, n: 1, valueStrict, nStrict: 2 },
  ...{ mean: valueStrict, parts: [], partsStrict: [], reason: null },
});
const PERCEPTION = ["amic", "vmic", "avl", "avm"];

it("the official mean of tasks does not leave out a task that has no response without a word", () => {
  const all = PERCEPTION.map((slug) => score(slug, 0.5, 0.25));
  expect(taskMean(all, ["PERCEPTION"])).toEqual({ value: 0.5, valueStrict: 0.25, partial: false, missing: [] });
  const failed = all.map((one) => (one.slug === "avm" ? score("avm", null, 0) : one));
  const { value, valueStrict, partial } = taskMean(failed, ["PERCEPTION"]);
  expect(value).toBeNull();
  expect(valueStrict).toBeCloseTo((3 * 0.25) / 4, 12);
  expect(partial).toBe(false);
  // A task that the server cannot score is missing in both.
  const unscored = all.map((one) => (one.slug === "avl" ? score("avl", null, null) : one));
  expect(taskMean(unscored, ["PERCEPTION"])).toEqual({
    ...{ value: 0.5, valueStrict: 0.25, partial: true, missing: ["avl"] },
  });
});
