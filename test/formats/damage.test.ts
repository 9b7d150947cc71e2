import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportError } from "../../src/domain/import-error.ts";
import type { Importer } from "../../src/formats/files/importer.ts";
import { jsonFile } from "../fixtures/file-writing.ts";
import { cases } from "../support/cases.ts";
import { importerOf } from "../support/importing.ts";
import { placesOf, replace } from "./document-places.ts";
import { SMALL } from "./importer-cases.ts";

const RUNS = cases(30);
/** Each reading of a Parquet file starts a process, and a few readings last until its time limit. */
const PARQUET_RUNS = cases(3);
const ODD_VALUES = fc.oneof(
  fc.json().map((text) => JSON.parse(text)),
  fc.constantFrom(null, "", [], {}, -1, 1e300, "A", { toString: 1 }, [{ toString: 1 }]),
);

describe.each(SMALL)("damage to $name", { timeout: 300_000 }, ({ name, slug, files }) => {
  const numRuns = name.includes("Parquet") ? PARQUET_RUNS : RUNS;
  const importer = importerOf(slug);
  const [file] = files();
  if (file === undefined) throw new Error("a case needs a file");

  it("is not reported for the unchanged file", async () => {
    expect((await importer([file])).questions.length).toBeGreaterThan(0);
  });

  it("by truncation causes an ImportError or nothing", async () => {
    const cut = fc.integer({ min: 0, max: file.bytes.length - 1 });
    await fc.assert(
      fc.asyncProperty(cut, (length) => fails(importer, file.name, file.bytes.slice(0, length))),
      { numRuns },
    );
  });

  it("to single bytes causes an ImportError or nothing", async () => {
    const change = fc.tuple(fc.nat(file.bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = file.bytes.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        return fails(importer, file.name, bytes);
      }),
      { numRuns },
    );
  });
});

describe.each(SMALL.filter(({ name }) => !/TSV|Parquet|JSONL/.test(name)))(
  "wrong values in $name",
  ({ slug, files }) => {
    const importer = importerOf(slug);
    const document: unknown = JSON.parse(new TextDecoder().decode(files()[0]?.bytes));
    const places = placesOf(document);

    it("cause an ImportError or nothing", async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(places.length - 1), ODD_VALUES, (place, value) => {
          const damaged = replace(document, places[place] ?? [], value);
          return fails(importer, "data.json", jsonFile("data.json", damaged).bytes);
        }),
        { numRuns: RUNS * 2 },
      );
    });
  },
);

/** A damaged file may still be valid. If it is not, any error other than ImportError is a bug. */
async function fails(importer: Importer, name: string, bytes: Uint8Array): Promise<void> {
  const error = await importer([{ name, bytes }]).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) expect(error).toBeInstanceOf(ImportError);
}
