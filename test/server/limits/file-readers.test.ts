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
  "importers/reading/parquet-worker.ts": APART,
  "importers/reading/table-failure.ts": APART,
  "importers/reading/table-rows.ts": APART,
  "server/services/imports/unpacked-files.ts": APART,
  "importers/submissions/containers/table-records.ts": OWN,
  "importers/submissions/containers/xlsx-records.ts": OWN,
  "importers/submissions/containers/zip-archive.ts": OWN,
  "importers/submissions/containers/zstandard.ts": OWN,
  "cli/submit/gzip.ts": OWN,
  "dashboard/readers/decode-parquet.ts": OWN,
  "dashboard/readers/read-sheet.ts": OWN,
  "importers/published-results.ts": "reads the figures of papers that the project brings along",
  "server/services/backup/backup-format.ts": "reads a backup for the operator's command",
  "server/services/backup/write-backup.ts": WRITES,
  "server/http/compression.ts": WRITES,
  "exporters/encoding/parquet-chunk.ts": WRITES,
  "exporters/encoding/parquet-plain.ts": WRITES,
  "exporters/encoding/parquet-statistics.ts": WRITES,
  "exporters/encoding/parquet.ts": WRITES,
  "exporters/encoding/yaml.ts": WRITES,
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
  const direct = sources.filter(
    ({ path, text }) => path.startsWith("server/http/") && /from "[^"]*importers\/(?!importer\.ts)/.test(text),
  );
  expect(direct.map(({ path }) => path)).toEqual([]);
});
