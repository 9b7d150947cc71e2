import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedName } from "../../src/domain/json-text.ts";
import { parseJson } from "../../src/formats/files/json-scanner.ts";
import { fastGrowth } from "../support/counted-growth.ts";
import { stepsOf } from "../support/counted-steps.ts";

const FOUND: readonly (readonly [text: string, way: readonly (string | number)[] | null])[] = [
  ['{"a":1,"a":2}', ["a"]],
  ['{"a":1,"a":1}', ["a"]],
  ['{"a" \n: 1, "a"\t:2}', ["a"]],
  [String.raw`{"\u0061":1,"a":2}`, ["a"]],
  [String.raw`{"a\\":1,"a\\":2}`, ["a\\"]],
  ['[{"a":1},{"a":{"b":[0,{"c":1,"c":2}]}}]', [1, "a", "b", 1, "c"]],
  ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
  ['{"a":{"b":1},"b":{"b":1}}', null],
  ['[{"a":1},{"a":1}]', null],
  ['{"a":": ","b":["a",": b"]}', null],
  [String.raw`{"a":"{\"b\": 1, \"b\": 2}"}`, null],
  ['{"a":"b: c","d":":\\"","e":"\\\\"}', null],
  ['"a:b"', null],
];

/** The texts of objects with fields of few names, some of them repeated. */
const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: fc.constantFrom(":", '"', "\\", "a", " ", "{", ",", "}") }).map((text) => JSON.stringify(text)),
    tie("object"),
    fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(" , ")}]`),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom("a", "b", '"', "\\", ":"), fc.constantFrom("", " ", "\n "), tie("value")), {
      maxLength: 4,
    })
    .map(
      (fields) => `{${fields.map(([name, space, value]) => `${JSON.stringify(name)}${space}: ${value}`).join(",")}}`,
    ),
}));

describe("repeatedName", () => {
  it.each(FOUND)("%s", (text, way) => {
    expect(repeatedName(text, JSON.parse(text))).toEqual(way);
  });

  it("finds a repeated name in exactly the texts that the scanner refuses for one", () => {
    const seen = { repeated: 0, unique: 0 };
    fc.assert(
      fc.property(object, (text) => {
        const way = repeatedName(text, JSON.parse(text));
        seen[way === null ? "unique" : "repeated"] += 1;
        if (way === null) expect(parseJson(text, "f.json")).toEqual(JSON.parse(text));
        else expect(() => parseJson(text, "f.json")).toThrow("expected one field of this name, found a second one.");
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(seen.repeated, seen.unique)).toBeGreaterThan(300);
  });

  const TEXTS: readonly (readonly [name: string, textOf: (length: number) => string])[] = [
    ["colons", (length) => `["${":".repeat(length)}"]`],
    ["escaped quotes before colons", (length) => `[${JSON.stringify('":'.repeat(length))}]`],
    ["backslashes", (length) => `[${JSON.stringify('\\\\":'.repeat(length))},":"]`],
    ["spaces between colons", (length) => `[":${" :".repeat(length)}"]`],
    ["strings that begin with a colon", (length) => `[${'":",'.repeat(length)}0]`],
    ["deep lists", (length) => `${"[".repeat(length)}":"${"]".repeat(length)}`],
  ];

  it.each(TEXTS)("reads the characters of a text once, for %s", (_, textOf) => {
    const [short, long] = [2_000, 8_000].map((length) => {
      const text = textOf(length);
      const value = JSON.parse(text);
      return stepsOf(() => expect(repeatedName(text, value)).toBeNull());
    }) as [number, number];
    // With work that grows with the square of the length, the longer one takes 16 times as much.
    expect(long).toBeLessThan(6 * short);
  });

  it("has no loop that runs more often than in proportion to the length of the text", async () => {
    const load = async () => {
      const { repeatedName } = await import("../../src/domain/json-text.ts");
      return (length: number): void => {
        for (const [, textOf] of TEXTS) repeatedName(textOf(length), JSON.parse(textOf(length)));
      };
    };
    expect(await fastGrowth(load, [2_000, 8_000])).toEqual([]);
  });
});
