import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * The imported names, the module they come from, and whether the bundler puts code that is loaded on first use into
 * separate files.
 */
const IMPORTS: readonly (readonly [names: string, module: string, splitting: boolean])[] = [
  ["*", "index", true],
  ["{ Omnidex }", "index", true],
  ["{ isOmnidexFailure }", "index", false],
  ["{ slice }", "slice", false],
];

/**
 * The number of bytes that a page loads if it imports the given parts of the SDK: bundled and minified by esbuild, then
 * compressed with gzip. Modules that are loaded on first use are not counted. With splitting, however, esbuild keeps
 * code that such modules share in the main bundle.
 */
export const sdkSizes = (): Promise<readonly (readonly [imported: string, bytes: number])[]> =>
  Promise.all(
    IMPORTS.map(async ([names, module, splitting]) => {
      const imported = `${names} from ${module === "index" ? "@omnidex/sdk" : `@omnidex/sdk/${module}`}`;
      return [imported, await sizeOf(`export ${names} from "./src/sdk/${module}.ts";`, splitting)] as const;
    }),
  );

async function sizeOf(contents: string, splitting: boolean): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    ...{ absWorkingDir: ROOT, outdir: "out", write: false, metafile: true },
    ...{ bundle: true, format: "esm", minify: true, platform: "browser", splitting },
  });
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement") load(next);
  };
  load("out/stdin.js");
  const texts = outputFiles.filter(({ path }) => loaded.has(path.slice(ROOT.length + 1).replaceAll("\\", "/")));
  return gzipSync(Buffer.concat(texts.map((file) => file.contents))).byteLength;
}
