import { expect, it } from "vitest";
import { textFile } from "../fixtures/file-writing.ts";
import { worldSenseFixture, worldSenseRows } from "../fixtures/worldsense-fixture.ts";
import { problemsOf } from "./problem-reading.ts";

it.each([
  ["JSON with a name twice", `["a", {"b": 1, "b": 2}]`, "'b' twice"],
  ["a Python dictionary with a key twice", `['a', {"b": 1, "b": 2}]`, "'b' twice"],
  ["JSON that nests deeply", "[".repeat(200_000) + "]".repeat(200_000), "a deeper list"],
])("a cell of %s is a problem of its row only", async (_, candidates, expected) => {
  const rows = [...worldSenseRows(worldSenseFixture().slice(0, 1), false)];
  const lines = rows.slice(0, 2).map((row, index) => JSON.stringify(index === 0 ? { ...row, candidates } : row));
  const problems = await problemsOf("worldsense", textFile("rows.jsonl", `${lines.join("\n")}\n`));
  expect(problems.map(([path, , , found]) => [path, found])).toEqual([["line 1: $.candidates", expected]]);
});
