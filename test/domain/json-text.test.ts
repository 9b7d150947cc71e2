import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedName } from "../../src/domain/json-text.ts";
import { parseJson } from "../../src/importers/reading/json-scanner.ts";

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

  it.each([
    ["colons", `["${":".repeat(2_000_000)}"]`],
    ["escaped quotes before colons", `[${JSON.stringify('":'.repeat(1_000_000))}]`],
    ["backslashes", `[${JSON.stringify('\\\\":'.repeat(500_000))},":"]`],
    ["spaces between colons", `[":${" :".repeat(1_000_000)}"]`],
    ["strings that begin with a colon", `[${'":",'.repeat(500_000)}0]`],
    ["deep lists", `${"[".repeat(1_000_000)}":"${"]".repeat(1_000_000)}`],
  ])("takes linear time for %s", (_, text) => {
    const value = JSON.parse(text);
    // With work that grows with the square of the length, this would take hours.
    expect(repeatedName(text, value)).toBeNull();
  });
});
