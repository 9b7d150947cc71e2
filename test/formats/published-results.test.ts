import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DURATION_BUCKETS } from "../../src/domain/duration-buckets.ts";
import { AUDIO_TYPES, LEVELS } from "../../src/domain/vocabulary.ts";
import { type PublishedRow, parsePublishedResults } from "../../src/formats/papers/published-results.ts";

const FILE = resolve(import.meta.dirname, "../../data/published-results.csv");
const TEXT = readFileSync(FILE, "utf8");
const ROWS = parsePublishedResults(TEXT);
const HEADER = TEXT.split("\n", 1)[0] ?? "";

function countBy(keyOf: (row: PublishedRow) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of ROWS) counts[keyOf(row)] = (counts[keyOf(row)] ?? 0) + 1;
  return counts;
}

function groupBy(
  keyOf: (row: PublishedRow) => string,
  partOf: (row: PublishedRow) => string,
): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const row of ROWS) groups.set(keyOf(row), (groups.get(keyOf(row)) ?? new Set()).add(partOf(row)));
  return groups;
}

describe("data/published-results.csv", () => {
  it("has 2,497 figures", () => {
    expect(ROWS).toHaveLength(2497);
    expect(countBy((row) => row.benchmark)).toEqual({
      worldsense: 532,
      mmworld: 517,
      omnivideobench: 156,
      "avi-bench": 1292,
    });
  });

  it("gives one slug to names that differ only in case and separators", () => {
    const mmworld = new Set(ROWS.filter(({ benchmark }) => benchmark === "mmworld").map((row) => row.modelSlug));
    const merged = groupBy(
      (row) => row.modelSlug,
      (row) => row.modelName.toLowerCase().replace(/[ -]/g, "-"),
    );
    const several = [...merged].filter(([slug, names]) => names.size > 1 && !mmworld.has(slug));
    expect(several.map(([slug]) => slug)).toEqual(["videollama2", "next-gpt"]);
  });

  it("gives the twelve models of MMWorld's Table 1 the same slugs in its other tables, which add sizes to the names", () => {
    const of = (table: string): string[] =>
      ROWS.filter(({ source }) => source === `MMWorld, ${table}`).map((row) => row.modelSlug);
    const models = new Set(of("Table 1"));
    expect(models.size).toBe(12);
    expect(new Set(of("Table 4"))).toEqual(models);
    expect([...new Set(of("Table 3"))].filter((slug) => !models.has(slug))).toEqual([]);
    expect([...new Set(of("Table 6"))].filter((slug) => !models.has(slug))).toEqual(["human-evaluation"]);
  });

  it("gives different slugs to different sizes of one model", () => {
    const sizes = groupBy(
      (row) => row.modelSlug,
      (row) => row.parameters ?? "",
    );
    for (const [slug, found] of sizes) expect([...found].filter((size) => size !== "").length, slug).toBeLessThan(2);
    expect([...sizes.keys()]).toEqual(
      expect.arrayContaining(["unified-io-2-l", "unified-io-2-xl", "unified-io-2-xxl"]),
    );
    expect([...sizes.keys()]).toEqual(expect.arrayContaining(["human-omni-7b", "human-omni-0-5b", "pandagpt-13b"]));
  });

  it("contains each figure only once", () => {
    const identity = (row: PublishedRow) =>
      [
        row.benchmark,
        row.source,
        row.modelSlug,
        row.inputs,
        row.condition,
        row.nativeDimension,
        row.key,
        row.metric,
      ].join("|");
    expect(Object.entries(countBy(identity)).filter(([, count]) => count > 1)).toEqual([]);
  });

  it("uses the keys of QuestionFilter", () => {
    const keys = groupBy(
      (row) => String(row.dimension),
      (row) => String(row.key),
    );
    expect([...keys.keys()].sort()).toEqual(["AUDIO_TYPE", "CATEGORY", "DURATION", "LEVEL", "TASK", "null"]);
    expect([...(keys.get("AUDIO_TYPE") ?? [])].sort()).toEqual([...AUDIO_TYPES].sort());
    expect([...(keys.get("DURATION") ?? [])]).toEqual(DURATION_BUCKETS.map((bucket) => bucket.key));
    expect([...(keys.get("LEVEL") ?? [])]).toEqual(LEVELS);
    expect([...(keys.get("null") ?? [])].sort()).toEqual(["1", "2", "3", "4", "null"]);
    expect([...(keys.get("CATEGORY") ?? [])]).toEqual(
      expect.arrayContaining(["film-tv", "art-sports", "tech-science"]),
    );
    expect([...(keys.get("TASK") ?? [])]).toEqual(expect.arrayContaining(["avlg", "counterfactual-thinking"]));
  });

  it("returns all values of a row", () => {
    expect(ROWS[0]).toEqual({
      benchmark: "worldsense",
      modelName: "Unified-IO-2 L",
      modelSlug: "unified-io-2-l",
      parameters: "1B",
      modelGroup: "Open-Source Video-Audio MLLMs",
      inputs: ["VIDEO", "AUDIO"],
      condition: null,
      dimension: "CATEGORY",
      key: "tech-science",
      nativeDimension: "category",
      nativeKey: "Tech & Science",
      metric: "accuracy_pct",
      value: 19.3,
      source: "WorldSense, Table 2",
    });
  });

  it("keeps the papers' own words beside the keys", () => {
    const events = ROWS.filter((row) => row.nativeKey === "event");
    expect(new Set(events.map((row) => row.key))).toEqual(new Set(["SOUND"]));
    const overall = ROWS.filter((row) => row.nativeDimension === "overall");
    expect(overall.every((row) => row.dimension === null && row.key === null && row.nativeKey === null)).toBe(true);
  });
});

describe("a malformed row", () => {
  const GOOD = "mmworld,Table 3,GPT-4V,-,,video+subtitle,seed 1,discipline,Art & Sports,accuracy_pct,36.17";

  it("is made from a valid row", () => {
    expect(parsePublishedResults(`${HEADER}\n${GOOD}\n`)).toMatchObject([
      { parameters: null, modelGroup: null, inputs: ["VIDEO", "SUBTITLES"], condition: "seed 1", key: "art-sports" },
    ]);
    expect(parsePublishedResults(`${HEADER}\n`)).toEqual([]);
  });

  it.each([
    ["mmworld", "mmworlds", "column benchmark"],
    ["Table 3", "Tables", "column source_table"],
    ["GPT-4V", "", "column model"],
    ["video+subtitle", "video+smell", "column inputs"],
    ["video+subtitle", "", "column inputs"],
    ["discipline", "mood", "column dimension"],
    ["discipline,Art & Sports", "audio_type,noise", "column key"],
    ["discipline,Art & Sports", "duration,1 hour", "column key"],
    ["discipline,Art & Sports", "overall,everything", "column key"],
    ["Art & Sports", "", "column key"],
    ["accuracy_pct", "accuracy", "column metric"],
    ["36.17", "101", "column value"],
    ["36.17", "1e1", "column value"],
    ["36.17", "", "column value"],
    [",36.17", "", "line 3"],
    ["GPT-4V", '"GPT', "line"],
  ])("is refused: %s → %s", (from, to, place) => {
    const text = `${HEADER}\n${GOOD}\n${GOOD.replace(from, to)}\n`;
    expect(() => parsePublishedResults(text, "figures.csv")).toThrow(/^figures\.csv: line \d/);
    expect(() => parsePublishedResults(text, "figures.csv")).toThrow(place);
  });

  it("is reported with its line", () => {
    const text = `${HEADER}\n${GOOD}\n${GOOD.replace("36.17", "many")}\n`;
    expect(() => parsePublishedResults(text)).toThrow(
      'published-results.csv: line 3, column value: expected a percentage, found "many".',
    );
  });

  it("is refused if it is the header", () => {
    expect(() => parsePublishedResults("a,b\n1,2\n")).toThrow("line 1: expected the columns benchmark,");
  });
});
