/**
 * Builds the package `@omnidex/sdk` into a folder, `dist-sdk` where none is named: `npm run build:sdk`. It can be packed and
 * published from there: JavaScript for every platform, types, and the schema in the three shapes that other tools read.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { minifyIntrospection, outputIntrospectionFile } from "gql.tada/internal";
import { buildSchema, introspectionFromSchema } from "graphql";
import { typeDefs } from "../src/server/generated/schema-sdl.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Both entries must throw the same classes, so the second takes them from the first. */
const errorsOfIndex: Plugin = {
  name: "errors-of-index",
  setup: ({ onResolve }) => onResolve({ filter: /\/api-errors\.ts$/ }, () => ({ path: "./index.js", external: true })),
};

/** What a submission needs is a file of its own, which is loaded with the first one. */
async function writeModules(folder: string): Promise<void> {
  const common = {
    absWorkingDir: ROOT,
    outdir: folder,
    bundle: true,
    format: "esm",
    minify: true,
    platform: "browser",
    sourcemap: "linked",
    target: "es2022",
  } as const;
  await build({ ...common, entryPoints: ["src/sdk/index.ts"], splitting: true });
  await build({ ...common, entryPoints: ["src/sdk/slice.ts"], plugins: [errorsOfIndex] });
}

/** TypeScript rewrites the extensions of imports in the JavaScript that it emits, not in declarations. */
async function writeTypes(folder: string): Promise<void> {
  const types = join(folder, "types");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [compiler, "-p", join(ROOT, "tsconfig.sdk.json"), "--outDir", types]);
  for await (const name of declarations(types)) {
    const text = await readFile(name, "utf8");
    await writeFile(name, text.replace(/((?:from|import\() ?")(\.[^"]*)\.ts"/g, '$1$2.js"'));
  }
}

async function* declarations(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

/** As SDL, as JSON for code generators, and as types for gql.tada. */
async function writeSchema(folder: string): Promise<void> {
  const introspection = introspectionFromSchema(buildSchema(typeDefs));
  const tada = outputIntrospectionFile(minifyIntrospection(introspection), {
    fileType: ".d.ts",
    shouldPreprocess: true,
  });
  await writeFile(join(folder, "schema.graphql"), typeDefs);
  await writeFile(join(folder, "schema.json"), JSON.stringify({ data: introspection }));
  // Without its last part, which makes it the schema of every program that only imports it.
  await writeFile(join(folder, "introspection.d.ts"), tada.slice(0, tada.indexOf("import * as gqlTada")));
  await writeFile(join(folder, "introspection.js"), "export {};\n");
}

async function writeManifest(folder: string): Promise<void> {
  const root = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Record<string, unknown>;
  const entry = (name: string) => ({ types: `./types/sdk/${name}.d.ts`, default: `./${name}.js` });
  const manifest = {
    name: "@omnidex/sdk",
    version: root.version,
    description: "A typed client for Omnidex, an index of omni-modal video benchmarks",
    license: root.license,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    types: "./types/sdk/index.d.ts",
    exports: {
      ".": entry("index"),
      "./slice": entry("slice"),
      "./introspection": { types: "./introspection.d.ts", default: "./introspection.js" },
      "./schema.graphql": "./schema.graphql",
      "./schema.json": "./schema.json",
      "./package.json": "./package.json",
    },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Builds the package into a folder, in the place of what is there. */
export async function buildSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([writeModules(folder), writeTypes(folder), writeSchema(folder), writeManifest(folder)]);
  await copyFile(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  await copyFile(join(ROOT, "src/sdk/README.md"), join(folder, "README.md"));
}

if (process.argv[1] === import.meta.filename) await buildSdk(resolve(process.argv[2] ?? join(ROOT, "dist-sdk")));
