import { expect, it } from "vitest";
import { TAXONOMIES, taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { exceptionsOf } from "./check.ts";
import { FACT_CHECKS, UNCHECKED_FACTS } from "./fact-checks.ts";
import { FACTS, factRows } from "./published-facts.ts";

const titles: Readonly<Record<string, string>> = {
  worldsense: "WorldSense",
  mmworld: "MMWorld",
  omnivideobench: "OmniVideoBench",
  "avi-bench": "AVI-Bench",
};

it("the facts of the papers agree with each other, with the scores and with the taxonomies, except where named", () => {
  const found = FACT_CHECKS.map((check) => [
    check.source,
    check.comparisons.length,
    exceptionsOf(check).map(({ label }) => label),
  ]);
  expect(found).toEqual([
    ["WorldSense, Table 1", 2, []],
    ["MMWorld, Table 5", 7, []],
    ["MMWorld, Table 5", 2, []],
    ["OmniVideoBench, Table 1", 3, []],
    ["OmniVideoBench, Table 1", 1, ["OmniVideoBench: subcategories"]],
    ["OmniVideoBench, Table 2", 1, []],
    ["AVI-Bench, Table 1", 3, []],
    ["AVI-Bench, Table 2", 4, []],
    ["AVI-Bench, Table 2", 14, []],
    [
      "AVI-Bench, Table 11",
      7,
      [
        "Perception: r_with_sensation",
        "Understanding: r_with_overall",
        "Understanding: r_with_sensation",
        "Reasoning: r_with_sensation",
        "Primitive Sensation: r_with_overall",
      ],
    ],
    ["AVI-Bench, Table 12", 12, []],
    ["AVI-Bench, Table 14", 10, []],
  ]);
});

it("every table of facts is checked or says why not, and every row has all columns of its table", () => {
  const sources = new Set(FACTS.map(({ benchmark, source_table }) => `${titles[benchmark]}, ${source_table}`));
  expect(new Set([...FACT_CHECKS.map(({ source }) => source), ...UNCHECKED_FACTS.keys()])).toEqual(sources);
  expect(TAXONOMIES.map(({ slug }) => slug)).toEqual(expect.arrayContaining(FACTS.map(({ benchmark }) => benchmark)));
  const places = FACTS.map(({ benchmark, source_table, row, key }) => [benchmark, source_table, row, key].join("/"));
  expect(new Set(places).size).toBe(places.length);
});

it("AVI-Bench, Table 6 has the taxonomy's tasks with their stages", () => {
  const { tasks, levelNames } = taxonomyOf("avi-bench");
  const printed = [...factRows("avi-bench", "Table 6")].map(([id, cells]) => [
    id,
    cells.get("stage")?.replace(/^\(Primitive\)/, "Primitive"),
  ]);
  expect(new Map(printed as [string, string][])).toEqual(
    new Map(tasks.map(({ id, level }) => [id ?? "", levelNames.get(level) ?? ""])),
  );
});
