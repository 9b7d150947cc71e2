import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, serveSeeded } from "../cli/cli-process.ts";
import { type InstalledPackage, installPackage, manifest, tool } from "./support/installed-package.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const KEY = "package-test-key-0123456789";

describe("the package, packed and installed into an empty folder", () => {
  let installed: InstalledPackage;
  let server: ServerProcess;
  beforeAll(async () => {
    [installed, server] = await Promise.all([installPackage(), serveSeeded({ OMNIDEX_ADMIN_KEY: KEY })]);
  }, 600_000);
  afterAll(async () => {
    await server?.end();
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

  test("is at most 12 KiB with gzip, as far as its import loads it", async ({ annotate }) => {
    const loaded = new Set<string>();
    const load = async (name: string): Promise<string> => {
      if (loaded.has(name)) return "";
      loaded.add(name);
      const text = await readFile(join(installed.installed, name), "utf8");
      const code = text.replace(/\/\/# sourceMappingURL=.*\n?$/, "");
      const parts = [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, next = ""]) => load(next));
      return [code, ...(await Promise.all(parts))].join("");
    };
    const size = gzipSync(await load("index.js")).byteLength;
    await annotate(`${[...loaded].join(", ")}: ${size} bytes with gzip`);
    expect(size).toBeLessThanOrEqual(12 * 1024);
  });

  test("holds the schema, as SDL and as introspection", async () => {
    const sdl = await readFile(join(installed.installed, "schema.graphql"), "utf8");
    const { data } = JSON.parse(await readFile(join(installed.installed, "schema.json"), "utf8"));
    const sorted = (schema: ReturnType<typeof buildSchema>): string => printSchema(lexicographicSortSchema(schema));
    expect(sorted(buildClientSchema(data))).toBe(sorted(buildSchema(sdl)));
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: getIntrospectionQuery() }),
    });
    const served = (await response.json()) as { data: IntrospectionQuery };
    expect(sorted(buildClientSchema(served.data))).toBe(sorted(buildSchema(sdl)));
  });

  test.each(["node16", "nodenext", "bundler"])(
    "has types for a program under moduleResolution %s",
    async (moduleResolution) => {
      const program = `types-${moduleResolution}.ts`;
      await copyFile(join(import.meta.dirname, "support/package-types.ts.txt"), join(installed.folder, program));
      // Somebody who uses gql.tada has it installed, too.
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

  test("is clean by publint and by attw", async () => {
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
