/**
 * Builds the package `@omnidex/sdk` into a folder, `dist-sdk` by default: `npm run build:sdk`. The folder can be packed
 * and published. It contains readable JavaScript for every platform, types, source maps, and the schema in the three
 * forms that other tools read.
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { minifyIntrospection, outputIntrospectionFile } from "gql.tada/internal";
import { buildSchema, introspectionFromSchema } from "graphql";
import { typeDefs } from "../src/server/generated/schema-sdl.ts";

const ROOT = resolve(import.meta.dirname, "..");

/**
 * Writes one readable file for each source file, with its comments, types and source map; bundling is left to the user.
 * TypeScript rewrites the extensions of imports in the JavaScript that it emits, but not in declarations.
 */
async function writeModules(folder: string): Promise<void> {
  const modules = join(folder, "dist");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [compiler, "-p", join(ROOT, "tsconfig.sdk.json"), "--outDir", modules]);
  for (const name of await filesIn(modules, ".d.ts")) {
    const text = await readFile(name, "utf8");
    await writeFile(name, text.replace(/((?:from|import\() ?")(\.[^"]*)\.ts"/g, '$1$2.js"'));
  }
  await leaveOutGeneratedMaps(join(modules, "sdk/generated"));
}

/** The sources of generated modules are nearly all types: their maps would be a tenth of the package, and help nobody. */
async function leaveOutGeneratedMaps(folder: string): Promise<void> {
  for (const name of await filesIn(folder, ".js")) {
    const text = await readFile(name, "utf8");
    await writeFile(name, text.replace(/\/\/# sourceMappingURL=.*\s*$/, ""));
    await rm(`${name}.map`);
  }
}

async function filesIn(folder: string, ending: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Writes the schema as SDL, as JSON for code generators, and as types for gql.tada. */
async function writeSchema(folder: string): Promise<void> {
  const introspection = introspectionFromSchema(buildSchema(typeDefs));
  const tada = outputIntrospectionFile(minifyIntrospection(introspection), {
    fileType: ".d.ts",
    shouldPreprocess: true,
  });
  await writeFile(join(folder, "schema.graphql"), typeDefs);
  await writeFile(join(folder, "schema.json"), JSON.stringify({ data: introspection }));
  // The last part is cut off, because it would make this the schema of every program that imports the file.
  await writeFile(join(folder, "introspection.d.ts"), tada.slice(0, tada.indexOf("import * as gqlTada")));
  await writeFile(join(folder, "introspection.js"), "export {};\n");
}

async function writeManifest(folder: string): Promise<void> {
  const root = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Record<string, unknown>;
  const entry = (name: string) => ({ types: `./dist/sdk/${name}.d.ts`, default: `./dist/sdk/${name}.js` });
  const manifest = {
    name: "@omnidex/sdk",
    version: root.version,
    description: "A typed client for Omnidex, an index of omni-modal video benchmarks",
    license: root.license,
    type: "module",
    sideEffects: false,
    engines: root.engines,
    types: "./dist/sdk/index.d.ts",
    files: ["dist", "introspection.d.ts", "introspection.js", "schema.graphql", "schema.json"],
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

/** Builds the package into a folder and replaces its content. */
export async function buildSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([writeModules(folder), writeSchema(folder), writeManifest(folder)]);
  await copyFile(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  await copyFile(join(ROOT, "src/sdk/README.md"), join(folder, "README.md"));
}

if (process.argv[1] === import.meta.filename) await buildSdk(resolve(process.argv[2] ?? join(ROOT, "dist-sdk")));
