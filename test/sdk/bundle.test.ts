import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";

import { sdkSizes } from "../../scripts/sdk-sizes.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/**
 * The most bytes, with gzip, of a bundle of all exports: some 8 % more than they take. The limits of this file and of
 * package.test.ts protect against a module that is loaded by mistake, such as the code for submissions (6 kB), a parser
 * of documents or a dependency. They leave room for what changes of the API add.
 */
const LIMIT_BYTES = 13_200;

interface Bundled {
  readonly metafile: Metafile;
  /** Path below `out/` → contents. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The output of a bundler for the package's source, built for browsers. */
async function bundle(entry: string): Promise<Bundled> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir: "out",
    bundle: true,
    format: "esm",
    metafile: true,
    minify: true,
    platform: "browser",
    splitting: true,
    write: false,
  });
  return { metafile, files: new Map(outputFiles.map(({ path, contents }) => [path.slice(ROOT.length + 1), contents])) };
}

/** An output with everything that it imports statically, without modules that are loaded on demand. */
function loadedWith(path: string, { metafile }: Bundled, seen = new Set<string>()): ReadonlySet<string> {
  seen.add(path);
  const imports = metafile.outputs[path]?.imports ?? [];
  for (const { path: next, kind } of imports)
    if (kind === "import-statement" && !seen.has(next)) loadedWith(next, { metafile, files: new Map() }, seen);
  return seen;
}

const gzipped = ({ files }: Bundled, paths: Iterable<string>): number =>
  gzipSync(Buffer.concat([...paths].map((path) => files.get(path) ?? new Uint8Array()))).byteLength;

test.each([
  ["{ Omnidex } from @omnidex/sdk", 12_700],
  ["{ isOmnidexFailure } from @omnidex/sdk", 1_000],
  ["{ slice } from @omnidex/sdk/slice", 3_200],
])("a bundle of %s takes at most %d bytes with gzip", async (imported, limit) => {
  const size = new Map(await sdkSizes()).get(imported);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(limit);
});

describe("the bundle for browsers", () => {
  let client: Bundled;
  let slice: Bundled;
  beforeAll(async () => {
    [client, slice] = await Promise.all([bundle("src/sdk/index.ts"), bundle("src/sdk/slice.ts")]);
  });

  test("uses nothing of Node, and of other folders only modules of src/domain", () => {
    for (const { files } of [client, slice]) {
      const text = [...files.values()].map((contents) => new TextDecoder().decode(contents)).join("\n");
      expect(text.match(/["'`]node:|\bprocess\.|\bBuffer\b|\brequire\(/g)).toBeNull();
    }
    const outside = (inputs: object): string[] =>
      Object.keys(inputs).filter((path) => !/^src\/(sdk|domain)\//.test(path));
    expect(outside({ ...client.metafile.inputs, ...slice.metafile.inputs })).toEqual([]);
    expect(
      Object.keys(client.metafile.inputs)
        .filter((path) => path.startsWith("src/domain/"))
        .sort(),
    ).toEqual(["src/domain/backoff.ts", "src/domain/errors.ts", "src/domain/json-text.ts", "src/domain/partial.ts"]);
  });

  test("is small, because code for submissions and for parsed documents is loaded on first use", async ({
    annotate,
  }) => {
    const loaded = loadedWith("out/index.js", client);
    const loadedLater = (name: string): string[] => {
      const entry = [...client.files.keys()].find((path) => path.startsWith(`out/${name}-`)) ?? "";
      return [...loadedWith(entry, client)].filter((path) => !loaded.has(path));
    };
    const size = gzipped(client, loaded);
    const submission = gzipped(client, loadedLater("submission"));
    const printer = gzipped(client, loadedLater("print-document"));
    await annotate(`${size} bytes with gzip; ${submission} for submissions, ${printer} for parsed documents`);
    expect(size).toBeLessThanOrEqual(LIMIT_BYTES);
    expect(submission).toBeGreaterThan(1_000);
    expect(submission).toBeLessThanOrEqual(8_000);
    expect(printer).toBeGreaterThan(100);
    expect(printer).toBeLessThanOrEqual(1_000);
    expect(gzipped(slice, slice.files.keys())).toBeLessThanOrEqual(3_500);
  });
});
