import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportError } from "../../src/domain/import-error.ts";
import { parseJson } from "../../src/formats/files/json-scanner.ts";

const BROKEN: readonly (readonly [text: string, message: string])[] = [
  ["", "f.json: line 1, column 1: expected a JSON value, found the end of the file."],
  ['{"a": 1,}', "f.json: line 1, column 9: expected a field name in double quotes, found '}'."],
  ["[1,\n 2,\n x]", "f.json: line 3, column 2: expected a JSON value, found 'x]'."],
  ['{"a" 1}', "f.json: line 1, column 6: expected ':', found '1}'."],
  ['["a" "b"]', "f.json: line 1, column 6: expected ',' or ']', found '\"b\"]'."],
  ['["a', "f.json: line 1, column 2: expected the end of this string, found '\"a'."],
  ['["\\x"]', "f.json: line 1, column 2: expected a string without raw control characters or unknown escapes"],
  ['["a\nb"]', "f.json: line 1, column 2: expected a string without raw control characters"],
  ["[NaN]", "f.json: line 1, column 2: expected a JSON value, found 'NaN]'."],
  ["{} {}", "f.json: line 1, column 4: expected the end of the file, found '{}'."],
  ["[01]", "f.json: line 1, column 3: expected ',' or ']', found '1]'."],
  ['{"a": {"b": 1, "b": 2}}', "f.json: $.a.b: expected one field of this name, found a second one."],
  ['{"x y": 1, "x\\u0020y": 2}', 'f.json: $["x y"]: expected one field of this name, found a second one.'],
  ["[".repeat(200), "f.json: line 1, column 102: expected at most 100 levels of nesting"],
];

const longAsText = (_name: string, value: unknown): unknown =>
  typeof value === "number" && /^-?\d{16,}$/.test(String(value)) && !Number.isSafeInteger(value)
    ? String(value)
    : value;

describe("parseJson", () => {
  it("returns the same value as JSON.parse for every JSON text, but integers beyond 2^53 as texts", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, spaced) => {
        const written = spaced ? JSON.stringify(JSON.parse(text), null, 2) : text;
        expect(parseJson(written, "f.json")).toEqual(JSON.parse(written, longAsText));
      }),
    );
  });

  it("reads and refuses the same texts as JSON.parse, except for texts with a repeated name", () => {
    const alphabet = fc.constantFrom(
      ...'{}[]",:\\ \n\r\t10-+.eEnu',
      "true",
      "null",
      '"a"',
      '"b":',
      "\\u00e9",
      "é",
      "😀",
    );
    const changed = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.string({ unit: alphabet, maxLength: 3 }))
      .map(([text, place, length, inserted]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + inserted + text.slice(at + length);
      });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: alphabet }), changed), (text) => {
        const found = outcome(() => parseJson(text, "f.json"));
        if (found !== "repeats a name") expect(found).toBe(outcome(() => JSON.parse(text)));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(BROKEN)("names the position of the error in %j", (text, message) => {
    expect(() => parseJson(text, "f.json")).toThrow(ImportError);
    expect(() => parseJson(text, "f.json")).toThrow(message);
  });

  it("ignores a byte order mark", () => {
    expect(parseJson("\ufeff[1]", "f.json")).toEqual([1]);
    expect(() => parseJson("\ufeffx", "f.json")).toThrow("line 1, column 1");
  });

  it("keeps a field named __proto__ as a field", () => {
    expect(Object.keys(parseJson('{"__proto__": 1}', "f.json") as object)).toEqual(["__proto__"]);
  });
});

/** Texts with a repeated name are not compared, because JSON.parse reads on and may refuse a later part. */
function outcome(parse: () => unknown): string {
  try {
    parse();
    return "read";
  } catch (error) {
    return error instanceof ImportError && error.expected === "one field of this name" ? "repeats a name" : "refused";
  }
}
