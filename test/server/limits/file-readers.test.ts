import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../../../src");

/** Imports of modules that unpack or parse what a file holds. */
const PARSERS =
  /(?:from |import\(|import\.meta\.resolve\()"(?!\.)[^"]*(?:zlib|zip|zst|yauzl|brotli|tar|csv|parquet|excel|xlsx|arrow|avro|pickle|protobuf|msgpack|cbor|yaml|xml|pdf)[^"]*"/;

const APART = "in the process of read-apart.ts, with limits on memory and time; a command reads its user's own files";
const OWN = "in the program or the browser of the user whose files they are";
const WRITES = "writes such files, and reads none";

/** Every module with such an import, and where it reads files. */
const READERS: Readonly<Record<string, string>> = {
  "formats/files/parquet-worker.ts": APART,
  "formats/files/table-failure.ts": APART,
  "formats/files/document.ts": APART,
  "formats/recipes/recipe.ts": APART,
  "server/workers/unpacked-files.ts": APART,
  "formats/files/table-records.ts": OWN,
  "formats/files/xlsx-records.ts": OWN,
  "formats/files/zip-archive.ts": OWN,
  "cli/output/submitted-files.ts": OWN,
  "dashboard/readers/decode-parquet.ts": OWN,
  "dashboard/readers/read-sheet.ts": OWN,
  "formats/papers/published-results.ts": "reads the figures of papers that the project brings along",
  "server/upkeep/backup-format.ts": "reads a backup for the operator's command",
  "server/upkeep/write-backup.ts": WRITES,
  "server/http/compression.ts": WRITES,
  "formats/encoding/parquet-chunk.ts": WRITES,
  "formats/encoding/parquet.ts": WRITES,
  "formats/encoding/yaml.ts": WRITES,
};

const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.m?tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), "utf8") }));

it("every module that unpacks or parses files is known, with the place where it does so", () => {
  const found = sources.filter(({ text }) => PARSERS.test(text)).map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(READERS).toSorted());
});

it("the server's routes have no other way to the readers of imports", () => {
  const calls = sources.filter(({ path, text }) => path.startsWith("server/http/") && /\bimportFiles\(/.test(text));
  expect(calls.map(({ path }) => path)).toEqual(["server/http/import-routes.ts"]);
  expect(calls[0]?.text).toMatch(/importFiles\(.*, readApart\)/);
  const reader =
    /from "[^"]*formats\/(?:files\/(?!import-file\.ts)|importer-registry|[a-z-]+\/[a-z-]+-(?:importer|reader|results)\.ts)/;
  const direct = sources.filter(({ path, text }) => path.startsWith("server/http/") && reader.test(text));
  expect(direct.map(({ path }) => path)).toEqual([]);
});
