import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const LIMIT_BYTES = 12_000;

test("the browser bundle needs nothing of Node, nothing from outside, and is small", async ({ annotate }) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [resolve(import.meta.dirname, "../../src/sdk/index.ts")],
    bundle: true,
    format: "esm",
    metafile: true,
    minify: true,
    platform: "browser",
    write: false,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const size = gzipSync(contents).byteLength;
  await annotate(`${contents.byteLength} bytes, ${size} with gzip`);
  const nodeOnly = new TextDecoder().decode(contents).match(/["'`]node:|\bprocess\.|\bBuffer\b|\brequire\(/g);
  expect(nodeOnly).toBeNull();
  expect(Object.keys(metafile.inputs).filter((path) => !path.includes("src/sdk/"))).toEqual([]);
  expect(size).toBeLessThan(LIMIT_BYTES);
});
