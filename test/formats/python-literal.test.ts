import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PythonLiteralError, parsePythonLiteral } from "../../src/formats/files/python-literal.ts";
import { pythonList } from "../fixtures/file-writing.ts";

const READABLE: readonly (readonly [text: string, value: unknown])[] = [
  ["['Speech', 'Event']", ["Speech", "Event"]],
  ["['Speech' 'Music']", ["Speech", "Music"]],
  ["['Speech'\n 'Music'\n 'Event']", ["Speech", "Music", "Event"]],
  ["['Speech''Music']", ["Speech", "Music"]],
  ["[1 2\n 3.5]", [1, 2, 3.5]],
  ["[]", []],
  ["[ ]", []],
  ["['a',]", ["a"]],
  ["('a', 'b')", ["a", "b"]],
  ["()", []],
  ["[['a'], ('b',)]", [["a"], ["b"]]],
  ['["it\'s", \'a "b"\']', ["it's", 'a "b"']],
  ["['it\\'s \\\\ \\n \\t']", ["it's \\ \n \t"]],
  ["['\\x41\\u00e9\\U0001f3b5\\101']", ["Aé🎵A"]],
  ["['\\d']", ["\\d"]],
  ["'日本'", "日本"],
  ["None", null],
  ["[True, False, None]", [true, false, null]],
  ["-1.5e3", -1500],
  ["[.5, 7.]", [0.5, 7]],
  ["[9007199254740991, -9007199254740993, 9007199254740992.0]", [9007199254740991, "-9007199254740993", 2 ** 53]],
  ["{'a': 'x', 'b': ['y']}", { a: "x", b: ["y"] }],
  ["{}", {}],
  ["  ['a']  ", ["a"]],
];

const UNREADABLE = [
  "",
  "[",
  "['a'",
  "['a]",
  "['a\n']",
  "['\\x4']",
  "['\\U00110000']",
  "['\\N{DASH}']",
  "[,]",
  "['a' : 'b']",
  "{'a' 'b'}",
  "{'a': 'b' 'c': 'd'}",
  "{'a': 'b', 'a': 'c'}",
  "{1: 'a'}",
  "['a'] x",
  "__import__('os')",
  "array(['a'])",
  "1a",
  "nan",
  "[".repeat(60),
];

describe("parsePythonLiteral", () => {
  it.each(READABLE)("reads %j", (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it.each(UNREADABLE)("refuses %j", (text) => {
    expect(() => parsePythonLiteral(text)).toThrow(PythonLiteralError);
  });

  it("refuses nesting that would exhaust the stack", () => {
    expect(() => parsePythonLiteral("[".repeat(100_000))).toThrow(PythonLiteralError);
  });

  it("keeps a key named __proto__ as a key", () => {
    expect(Object.keys(parsePythonLiteral("{'__proto__': 1}") as object)).toEqual(["__proto__"]);
  });

  it("reads every list of strings that `repr` writes", () => {
    const texts = fc.array(fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(texts, (list) => {
        expect(parsePythonLiteral(pythonList(list))).toEqual(list);
      }),
    );
  });

  it("throws only its own error", () => {
    const alphabet = fc.constantFrom("[", "]", "(", ")", "{", "}", "'", '"', "\\", ",", ":", " ", "\n", "a", "1", "x");
    fc.assert(
      fc.property(fc.string({ unit: alphabet }), (text) => {
        try {
          parsePythonLiteral(text);
        } catch (error) {
          expect(error).toBeInstanceOf(PythonLiteralError);
        }
      }),
    );
  });
});
