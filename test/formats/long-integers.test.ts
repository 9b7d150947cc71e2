import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../src/formats/files/importer.ts";
import { quoteLongIntegers } from "../../src/formats/files/long-integers.ts";
import { jsonFile, textFile } from "../fixtures/file-writing.ts";
import { omniVideoBenchFixture, omniVideoBenchRows } from "../fixtures/omnivideobench-fixture.ts";
import { importerOf } from "../support/importing.ts";

const LONG = "9007199254740993";
const videos = omniVideoBenchFixture().slice(0, 1);
const rows = omniVideoBenchRows(videos).slice(0, 1);

/** A JSON text with a long integer, a negative one, the largest exact one, and digits within a string. */
const MARKS = `{"id": ${LONG}, "list": [-${LONG}0], "exact": 9007199254740991, "text": "of ${LONG}, and \\"${LONG}"}`;
const KEPT = { id: LONG, list: [`-${LONG}0`], exact: 9007199254740991, text: `of ${LONG}, and "${LONG}` };
const marked = (file: ImportFile): ImportFile =>
  textFile(file.name, new TextDecoder().decode(file.bytes).replaceAll('"MARKS"', MARKS));

const native = async (file: ImportFile) => (await importerOf("omnivideobench")([file])).questions[0]?.native.marks;

describe("an integer that JavaScript would round", () => {
  it("keeps its digits in `native`, from JSON, JSONL and a list in a table's cell", async () => {
    const nested = videos.map((video) => ({
      ...video,
      questions: video.questions.map((one) => ({ ...one, marks: "MARKS" })),
    }));
    const flat = rows.map((row) => ({ ...row, marks: "MARKS" }));
    expect(await native(marked(jsonFile("data.json", nested)))).toEqual(KEPT);
    const lines = [...flat, ...omniVideoBenchRows(omniVideoBenchFixture().slice(1, 2))];
    const jsonl = lines.map((row) => `${JSON.stringify(row)}\n`).join("");
    expect(await native(marked(textFile("data.jsonl", jsonl)))).toEqual(KEPT);
  });

  it("keeps its digits from Parquet; a shorter one stays a number", async () => {
    const columnData = Object.entries(rows[0] ?? {}).map(([name, value]) => {
      return { name, data: [typeof value === "object" ? JSON.stringify(value) : value] };
    });
    const read = async (id: bigint) => {
      const marks = { name: "marks", data: [id], type: "INT64" as const };
      const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [...columnData, marks] }));
      return native({ name: "data.parquet", bytes });
    };
    expect(await read(BigInt(LONG))).toBe(LONG);
    expect(await read(12n)).toBe(12);
  });
});

describe("quoteLongIntegers", () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it.each(["0012345678901234567", "[-0012345678901234567]", "{ 12345678901234567: 1}", '{"a":1,12345678901234567 :2}'])(
    "does not turn %s into JSON",
    (text) => {
      expect(parses(quoteLongIntegers(text))).toBe(false);
    },
  );

  it("gives JSON for a text exactly if the text is JSON", () => {
    const token = fc.constantFrom(...'{}[]:, \n-0.e"\\', "12345678901234567", '"a"', '"a":', "true");
    const seen = { json: 0, other: 0 };
    fc.assert(
      fc.property(fc.string({ unit: token, maxLength: 8 }), (text) => {
        const isJson = parses(text);
        seen[isJson ? "json" : "other"] += 1;
        expect(parses(quoteLongIntegers(text))).toBe(isJson);
      }),
      { numRuns: 20_000 },
    );
    expect(Math.min(seen.json, seen.other)).toBeGreaterThan(100);
  });
});
