import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportError } from "../../src/domain/import-error.ts";
import { JsonDocument } from "../../src/formats/files/document.ts";
import type { ByteSource, ImportFile } from "../../src/formats/files/importer.ts";
import { parseJson } from "../../src/formats/files/json-scanner.ts";
import { textFile } from "../fixtures/file-writing.ts";

/** The same file, returned in pieces of a given size in a buffer that is reused, as when it is read from a disk. */
function inPieces(file: ImportFile, size: number): ImportFile {
  const memory = Buffer.alloc(file.bytes.length);
  const pieces: ByteSource = {
    size: file.bytes.length,
    pieceSize: size,
    read: (start, end) => {
      memory.fill(0x7b);
      memory.set(file.bytes.subarray(start, end));
      return memory.subarray(0, end - start);
    },
  };
  return { ...file, pieces };
}

function refusal(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.message;
  }
}

/** The content of a document, read record by record. */
function readAll(document: JsonDocument): unknown {
  if (document.isArray) return [...document.elements()].map(({ value }) => value);
  return Object.fromEntries([...document.members()].map(([name, { value }]) => [name, value]));
}

const structure = fc.constantFrom(
  ...'{}[]",:\\ \n\r\t10-+.eEnu',
  "true",
  "null",
  '"a"',
  '"b":',
  "\\u00e9",
  "é",
  "漢",
  "😀",
);
const broken = fc.string({ unit: structure, maxLength: 40 });
const whole = fc
  .tuple(fc.json(), fc.boolean())
  .map(([text, wide]) => (wide ? JSON.stringify(JSON.parse(text), null, 2) : text));
/** A whole text with a few characters changed. */
const damaged = fc.tuple(whole, fc.nat(), fc.nat(3), broken).map(([text, at, length, inserted]) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + inserted.slice(0, 3) + text.slice(place + length);
});

describe("a JSON document that is read record by record", () => {
  it("is refused with the same message as if it were read as a whole", () => {
    const text = fc.oneof(broken, whole, damaged).filter((one) => one.isWellFormed() && one.trim() !== "");
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (written, size) => {
        const file = inPieces(textFile("f.json", written), size);
        const expected = refusal(() => parseJson(written, "f.json"));
        expect(refusal(() => new JsonDocument(file))).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it("holds the same values as parseJson reads, in the same order", () => {
    const storable = fc.json().filter((text) => /^\s*[[{]/.test(text) && !/\\u0000|\\ud[89a-f]/i.test(text));
    fc.assert(
      fc.property(storable, fc.integer({ min: 1, max: 20 }), (text, size) => {
        const document = new JsonDocument(inPieces(textFile("f.json", `\ufeff${text}`), size));
        expect(JSON.stringify(readAll(document))).toBe(JSON.stringify(parseJson(text, "f.json")));
      }),
      { numRuns: 2_000 },
    );
  });

  it("returns its fields in the order of a JavaScript object", () => {
    const document = new JsonDocument(textFile("f.json", '{"b": 1, "10": 2, "a": 3, "9": 4}'));
    expect([...document.members()].map(([name]) => name)).toEqual(["9", "10", "b", "a"]);
  });

  it("names the place of a record", () => {
    const document = new JsonDocument(textFile("f.json", '{"list": [1, {"a": "x"}], "no": 5, "null": null}'));
    const [, second] = document.records("list");
    expect(second?.field("a").path).toBe("f.json: $.list[1].a");
    expect(() => [...document.records("no")]).toThrow("f.json: $.no: expected an array, found 5.");
    expect(() => [...document.records("gone")]).toThrow("f.json: $.gone: expected a value, found nothing.");
    expect([...document.optionalRecords("null"), ...document.optionalRecords("gone")]).toEqual([]);
  });

  it("refuses names and values that the database cannot store", () => {
    expect(() => readAll(new JsonDocument(textFile("f.json", '[1, {"a": "\\u0000"}]')))).toThrow("f.json: $[1].a");
    expect(() => readAll(new JsonDocument(textFile("f.json", '{"a\\ud800": 1}')))).toThrow("half a surrogate pair");
    expect(() => readAll(new JsonDocument(textFile("f.json", "[1e999]")))).toThrow(
      "f.json: $[0]: expected a finite number",
    );
  });

  it("reports an error if the file changes while it is read", () => {
    const file = textFile("f.json", '[{"a": 1}]');
    const document = new JsonDocument(file);
    file.bytes.fill(0x20);
    expect(() => readAll(document)).toThrow("f.json: expected a file that does not change while it is read");
  });
});
