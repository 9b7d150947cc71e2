import { describe, expect, it } from "vitest";
import {
  type ContentChanges,
  ContentComparison,
  type Fingerprint,
  releaseRuns,
  replacementReasons,
} from "../../src/domain/release-changes.ts";

function comparing(before: readonly Fingerprint[]): ContentComparison {
  const comparison = new ContentComparison();
  // In two pieces, as from a database.
  comparison.addBefore(before.slice(0, 1));
  comparison.addBefore(before.slice(1));
  return comparison;
}

const pieces = (keys: readonly string[], fingerprint = "same") => keys.map((key) => ({ key, fingerprint }));

describe("the comparison of two releases", () => {
  it("counts added, removed and changed keys over all pieces, and lists the first five of each", () => {
    const comparison = comparing(pieces(["a", "b", "c", "d", "e", "f", "g", "h"]));
    comparison.add([...pieces(["a"]), ...pieces(["b"], "other"), ...pieces(["n1", "n2", "n3"])]);
    comparison.add([...pieces(["n4", "n5", "n6"]), ...pieces(["h"])]);
    expect(comparison.changes()).toEqual({
      before: 8,
      after: 9,
      added: 6,
      removed: 5,
      changed: 1,
      addedKeys: ["n1", "n2", "n3", "n4", "n5"],
      removedKeys: ["c", "d", "e", "f", "g"],
      changedKeys: ["b"],
      changedParts: [],
    });
    expect(comparing(pieces(["a", "b", "c", "d", "e", "f"])).changes().removedKeys).toHaveLength(5);
  });
});

it("counts which parts of the changed questions differ, the commonest first", () => {
  const comparison = comparing([...pieces(["a", "b"], "t o f a x"), ...pieces(["c", "d"], "t o f a y")]);
  comparison.add([
    ...pieces(["a"], "t O f A x"),
    ...pieces(["b"], "t O F a x"),
    ...pieces(["c"], "t o F A Y"),
    ...pieces(["d"], "t o f a y"),
  ]);
  expect(comparison.changes().changedParts).toEqual([
    { part: "OPTIONS", count: 2 },
    { part: "ANSWER_FORMAT", count: 2 },
    { part: "ANSWER", count: 2 },
    { part: "OTHERS", count: 1 },
  ]);
});

describe("the runs of a release", () => {
  it("are summed over its models, of which the first twenty are named", () => {
    const byModel = Array.from({ length: 21 }, (_, at) => ({ model: `m${at}`, scored: at, unfinished: 1 }));
    const runs = releaseRuns(byModel);
    expect(runs).toMatchObject({ scored: 210, unfinished: 21, modelCount: 21 });
    expect(runs.models).toEqual(byModel.slice(0, 20).map(({ model }) => model));
    expect(releaseRuns([])).toEqual({ scored: 0, unfinished: 0, modelCount: 0, models: [] });
  });
});

describe("the consent that a replacement needs", () => {
  const none = { scored: 0, unfinished: 0, modelCount: 0, models: [] };
  const changes = (before: number, removed: number): ContentChanges => ({
    ...{
      before,
      after: before,
      added: 0,
      removed,
      changed: 0,
      addedKeys: [],
      removedKeys: [],
      changedKeys: [],
      changedParts: [],
    },
  });

  it("is for removing more than 5 % of the questions", () => {
    expect(replacementReasons(changes(100, 5), none)).toEqual([]);
    expect(replacementReasons(changes(100, 6), none)).toEqual(["QUESTIONS_REMOVED"]);
    expect(replacementReasons(changes(0, 0), none)).toEqual([]);
  });

  it("is for a release with a run that is scored or unfinished", () => {
    expect(replacementReasons(changes(100, 0), { ...none, scored: 1 })).toEqual(["RUNS_LEAVE"]);
    expect(replacementReasons(changes(100, 0), { ...none, unfinished: 1 })).toEqual(["RUNS_LEAVE"]);
    expect(replacementReasons(changes(100, 50), { ...none, scored: 2 })).toEqual(["QUESTIONS_REMOVED", "RUNS_LEAVE"]);
  });
});
