import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN_KEY as KEY, type LocalServer, serveHere } from "../cli/served-cli.ts";
import { isDeep } from "../support/cases.ts";
import { type InstalledPackage, installPackage, manifest, tool } from "./support/installed-package.ts";

const ROOT = resolve(import.meta.dirname, "../..");

describe("the package, installed into an empty folder", () => {
  let installed: InstalledPackage;
  let server: LocalServer;
  beforeAll(async () => {
    [installed, server] = await Promise.all([installPackage(), serveHere()]);
  }, 600_000);
  afterAll(async () => {
    await server?.close();
    await installed?.[Symbol.asyncDispose]();
  });

  test("has the version of the repository, no dependencies, a README and the licence", async () => {
    const packed = JSON.parse(await readFile(join(installed.installed, "package.json"), "utf8"));
    expect(packed).toMatchObject({ name: "@omnidex/sdk", version: (await manifest()).version, sideEffects: false });
    expect(Object.keys(packed).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(await readdir(installed.installed)).toEqual(expect.arrayContaining(["README.md", "LICENSE"]));
    expect(await readdir(join(installed.folder, "node_modules"))).toEqual(
      expect.not.arrayContaining(["graphql", "esbuild"]),
    );
  });

  test("has readable modules with their source maps, and no other files", async ({ annotate }) => {
    const listed = (await readdir(installed.installed, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed.installed, join(entry.parentPath, entry.name)));
    const fixed = [
      "LICENSE",
      "README.md",
      "introspection.d.ts",
      "introspection.js",
      "package.json",
      "schema.graphql",
      "schema.json",
    ];
    expect(listed.filter((name) => !name.startsWith("dist/")).sort()).toEqual(fixed);
    const modules = listed.filter((name) => /^dist\/.*\.js$/.test(name));
    const written = modules.filter((one) => !one.includes("/generated/"));
    expect(listed.filter((name) => name.startsWith("dist/")).sort()).toEqual(
      [
        ...modules.flatMap((name) => [name, name.replace(/js$/, "d.ts")]),
        ...written.map((name) => `${name}.map`),
      ].sort(),
    );
    for (const name of modules) {
      const text = await readFile(join(installed.installed, name), "utf8");
      expect(text.includes("sourceMappingURL"), name).toBe(written.includes(name));
    }
    for (const name of written) {
      const text = await readFile(join(installed.installed, name), "utf8");
      expect(Math.max(...text.split("\n").map((line) => line.length)), name).toBeLessThan(400);
      const map = JSON.parse(await readFile(join(installed.installed, `${name}.map`), "utf8"));
      expect(map.sourcesContent[0]?.length, name).toBeGreaterThan(100);
    }
    const { size } = await stat(installed.tarball);
    await annotate(`${listed.length} files, ${size} bytes packed`);
    // A file that does not belong into the package, such as the server's code, would be larger than what is left.
    expect(size).toBeLessThan(470_000);
  });

  // bundle.test.ts says what these limits protect against.
  test.each([
    ["Omnidex", "@omnidex/sdk", 12_700],
    ["isOmnidexFailure", "@omnidex/sdk", 1_000],
    ["slice", "@omnidex/sdk/slice", 3_200],
  ])("gives a small bundle if a program imports only %s", async (name, entry, limit) => {
    const contents = `export { ${name} } from "${entry}";`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: installed.folder },
      bundle: true,
      format: "esm",
      minify: true,
      outdir: "out",
      // With splitting, esbuild keeps code that lazily loaded modules share, even if nothing loads these modules.
      splitting: name === "Omnidex",
      write: false,
    });
    const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
    const loaded = new Set<string>();
    const load = (file: string): string => {
      const text = loaded.has(file) ? "" : (texts.get(file) ?? "");
      loaded.add(file);
      return [text, ...[...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, next = ""]) => load(next))].join("");
    };
    const size = gzipSync(load("stdin.js")).byteLength;
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThanOrEqual(limit);
  });

  test("can be required from CommonJS", async () => {
    const program = 'const { Omnidex } = require("@omnidex/sdk"); console.log(typeof Omnidex)';
    await writeFile(join(installed.folder, "program.cjs"), program);
    expect(await installed.run(process.execPath, ["program.cjs"])).toBe("function\n");
  });

  test("can be imported by TypeScript that is compiled to CommonJS", async () => {
    const program = [
      'import { Omnidex, toCsv } from "@omnidex/sdk";',
      'import { slice } from "@omnidex/sdk/slice";',
      "console.log(typeof require, typeof Omnidex, typeof slice, toCsv([{ a: 1 }]).length);",
    ].join("\n");
    const file = join(installed.folder, "compiled.cts");
    await writeFile(file, `declare const require: unknown;\n${program}`);
    const options = ["--module", "nodenext", "--target", "es2022", "--strict", "--skipLibCheck"];
    expect(await installed.run(process.execPath, [tool("tsc"), ...options, file])).toBe("");
    expect(await installed.run(process.execPath, ["compiled.cjs"])).toBe("function function function 6\n");
  }, 60_000);

  test("has the schema, as SDL and as introspection", async () => {
    const sdl = await readFile(join(installed.installed, "schema.graphql"), "utf8");
    const { data } = JSON.parse(await readFile(join(installed.installed, "schema.json"), "utf8"));
    const sorted = (schema: ReturnType<typeof buildSchema>): string => printSchema(lexicographicSortSchema(schema));
    expect(sorted(buildClientSchema(data))).toBe(sorted(buildSchema(sdl)));
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: getIntrospectionQuery({ specifiedByUrl: true }) }),
    });
    const served = (await response.json()) as { data: IntrospectionQuery };
    expect(sorted(buildClientSchema(served.data))).toBe(sorted(buildSchema(sdl)));
  });

  test.each(isDeep ? ["node16", "nodenext", "bundler"] : ["nodenext", "bundler"])(
    "has types for a program under moduleResolution %s",
    async (moduleResolution) => {
      const program = `types-${moduleResolution}.ts`;
      await copyFile(join(import.meta.dirname, "support/package-types.ts.txt"), join(installed.folder, program));
      // A program that uses gql.tada has it in its own `node_modules`.
      await mkdir(join(installed.folder, "node_modules"), { recursive: true });
      await symlink(join(ROOT, "node_modules/gql.tada"), join(installed.folder, "node_modules/gql.tada")).catch(
        () => {},
      );
      const module = moduleResolution === "bundler" ? "esnext" : moduleResolution;
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
        types: [],
        module,
        moduleResolution,
      };
      const config = join(installed.folder, `tsconfig-${moduleResolution}.json`);
      await writeFile(config, JSON.stringify({ compilerOptions, files: [program] }));
      expect(await installed.run(process.execPath, [tool("tsc"), "-p", config])).toBe("");
    },
    180_000,
  );

  test("passes publint and attw", async () => {
    expect(await installed.run(process.execPath, [tool("publint"), "run", installed.tarball, "--strict"])).toContain(
      "All good!",
    );
    const args = [installed.tarball, "--profile", "esm-only", "--no-emoji", "--no-color"];
    const entries = ["--entrypoints", ".", "slice", "introspection"];
    expect(await installed.run(process.execPath, [tool("attw"), ...args, ...entries])).toMatch(
      /"@omnidex\/sdk\/slice" +│ OK \(ESM\) +│ OK /,
    );
  }, 600_000);

  test("works against a server", async () => {
    const environment = { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: KEY };
    expect(await installed.run(process.execPath, ["program.js", "run"], environment)).toMatch(/^\d+ questions, score/);
  });
});
