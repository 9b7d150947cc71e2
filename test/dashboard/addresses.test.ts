import { expect, it } from "vitest";
import { compareSearch, idsOf } from "../../src/dashboard/views/compare/compare-search.ts";
import { leaderboardSearch, pickedRuns } from "../../src/dashboard/views/leaderboard/leaderboard-search.ts";
import { questionsSearch } from "../../src/dashboard/views/questions/questions-search.ts";
import { runSearch } from "../../src/dashboard/views/run/run-search.ts";

const filter = { levels: ["REASONING"] };

it("an address keeps the parameters of its view, and drops unknown parameters and invalid values", () => {
  expect(leaderboardSearch({ filter, papers: "hide", partial: "show", open: true, other: 1 })).toEqual({
    filter,
    papers: "hide",
    partial: "show",
    open: true,
  });
  expect(leaderboardSearch({ filter: "levels", papers: "no", partial: true, open: "yes" })).toEqual({});
  const picked = leaderboardSearch({ inputs: "AUDIO,VIDEO,SMELL", model: "m", frames: 8, organization: "" });
  expect(picked).toEqual({ inputs: "VIDEO,AUDIO", model: "m", frames: "8" });
  expect(pickedRuns(picked)).toEqual({ inputs: ["VIDEO", "AUDIO"], models: ["m"], frames: { gte: 8, lte: 8 } });
  const given = leaderboardSearch({ audio: "with", subtitles: "without" });
  expect(pickedRuns(given)).toEqual({ audio: true, subtitles: false });
  expect(leaderboardSearch({ frames: "many", model: 3, audio: true })).toEqual({});
  expect(runSearch({ by: "TASK", outcome: "WRONG", filter })).toEqual({ by: "TASK", outcome: "WRONG", filter });
  expect(runSearch({ errorType: "misheard" })).toEqual({ errorType: "misheard" });
  expect(runSearch({ by: "task", outcome: "BAD", errorType: ["a"], filter: [] })).toEqual({});
  expect(questionsSearch({ benchmark: "worldsense", filter })).toEqual({ benchmark: "worldsense", filter });
  expect(questionsSearch({ benchmark: 3 })).toEqual({});
});

it("a comparison has each run once, and at most five runs", () => {
  expect(idsOf("a,b,,a,c")).toEqual(["a", "b", "c"]);
  expect(idsOf("a,b,c,d,e,f,g")).toEqual(["a", "b", "c", "d", "e"]);
  expect(compareSearch({ runs: "a,b", by: "LEVEL", beside: "b" })).toEqual({ runs: "a,b", by: "LEVEL", beside: "b" });
  expect(compareSearch({ runs: "a,b", beside: "c" })).toEqual({ runs: "a,b" });
  expect(compareSearch({ runs: "" })).toEqual({});
});
