import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { cruise, type ICruiseResult, type IResolveOptions } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Each row is one import. `from` and `to` are paths in src/; `to` can also be a package. */
const FORBIDDEN: readonly [from: string, to: string, rule: string][] = [
  ["domain/a.ts", "scoring/ok.ts", "imports-of-domain"],
  ["domain/b.ts", "csv-parse", "domain-has-no-packages"],
  ["domain/c.ts", "node:fs", "pure"],
  ["reading/a.ts", "scoring/ok.ts", "imports-of-reading"],
  ["scoring/a.ts", "formats/ok.ts", "imports-of-scoring"],
  ["scoring/b.ts", "node:fs", "pure"],
  ["formats/a.ts", "scoring/ok.ts", "imports-of-formats"],
  ["formats/b.ts", "server/memory/ok.ts", "imports-of-formats"],
  ["formats/c.ts", "drizzle-orm", "sql-in-few-places"],
  ["formats/d.ts", "node:fs", "files-in-one-place"],
  ["submitting/a.ts", "server/memory/ok.ts", "imports-of-submitting"],
  ["server/db/a.ts", "server/conditions/ok.ts", "imports-of-db"],
  ["server/conditions/a.ts", "graphql", "graphql-above-data"],
  ["server/conditions/b.ts", "server/memory/ok.ts", "imports-of-conditions"],
  ["server/memory/a.ts", "server/boards/ok.ts", "imports-of-memory"],
  ["server/memory/b.ts", "drizzle-orm", "sql-in-few-places"],
  ["server/boards/a.ts", "server/runs/ok.ts", "imports-of-boards"],
  ["server/runs/a.ts", "server/graphql/ok.ts", "imports-of-runs"],
  ["server/runs/b.ts", "server/http/ok.ts", "imports-of-runs"],
  ["server/runs/c.ts", "drizzle-orm", "sql-in-few-places"],
  ["server/runs/d.ts", "graphql", "graphql-above-data"],
  ["server/hosting/a.ts", "server/items/ok.ts", "leaf-items"],
  ["server/upkeep/a.ts", "server/hosting/ok.ts", "leaf-hosting"],
  ["server/graphql/a.ts", "server/http/ok.ts", "imports-of-graphql"],
  ["server/graphql/b.ts", "server/main.ts", "imports-of-graphql"],
  ["server/http/a.ts", "server/main.ts", "imports-of-http"],
  ["server/graphql/d.ts", "submitting/ok.ts", "leaf-submitting"],
  ["server/graphql/c.ts", "sdk/ok.ts", "leaf-sdk"],
  ["mcp/a.ts", "server/memory/ok.ts", "imports-of-mcp"],
  ["server/http/c.ts", "vitest", "no-development-packages"],
  ["server/config/a.ts", "server/db/ok.ts", "imports-of-config"],
  ["sdk/a.ts", "domain/ok.ts", "imports-of-sdk"],
  ["sdk/b.ts", "node:fs", "nothing-outside-sdk"],
  ["sdk/c.ts", "graphql", "nothing-outside-sdk"],
  ["dashboard/a.ts", "scoring/ok.ts", "imports-of-dashboard"],
  ["dashboard/b.ts", "server/generated/ok.ts", "imports-of-dashboard"],
  ["cli/a.ts", "server/memory/ok.ts", "imports-of-cli"],
  ["cli/b.ts", "server/db/ok.ts", "imports-of-cli"],
  ["cli/c.ts", "dashboard/ok.ts", "imports-of-cli"],
  ["elsewhere/a.ts", "elsewhere/ok.ts", "in-a-layer"],
  ["domain/cycle-a.ts", "domain/cycle-b.ts", "no-cycles"],
  ["domain/lost.ts", "domain/nowhere.ts", "resolvable"],
];

const ALLOWED: readonly [from: string, to: string][] = [
  // The second import of the cycle above.
  ["domain/cycle-b.ts", "domain/cycle-a.ts"],
  ["domain/ok-hash.ts", "node:crypto"],
  ["scoring/ok-domain.ts", "domain/ok.ts"],
  ["formats/ok-csv.ts", "csv-parse"],
  ["formats/files/ok-io.ts", "node:fs"],
  ["server/db/ok-sql.ts", "drizzle-orm"],
  ["server/runs/ok-queries.ts", "drizzle-orm"],
  ["server/memory/ok-db.ts", "server/db/ok.ts"],
  ["server/graphql/plan/ok-graphql.ts", "graphql"],
  ["server/boards/ok-scoring.ts", "scoring/ok.ts"],
  ["server/runs/ok-config.ts", "server/config/ok.ts"],
  ["server/graphql/ok-items.ts", "server/items/ok.ts"],
  ["server/graphql/ok-generated.ts", "server/generated/ok.ts"],
  ["server/http/ok-graphql.ts", "server/graphql/ok.ts"],
  ["server/http/ok-mcp.ts", "mcp/ok.ts"],
  ["server/main.ts", "server/http/ok.ts"],
  ["server/generated/ok-context.ts", "server/graphql/ok.ts"],
  ["dashboard/ok-sdk.ts", "sdk/ok.ts"],
  ["dashboard/ok-domain.ts", "domain/ok.ts"],
  ["dashboard/ok-readers.ts", "formats/ok.ts"],
  ["cli/ok-sdk.ts", "sdk/ok.ts"],
  ["cli/ok-upkeep.ts", "server/upkeep/ok.ts"],
  ["cli/ok-main.ts", "server/main.ts"],
];

const isPath = (name: string): boolean => name.endsWith(".ts");

async function cruiseFolder(folder: string): Promise<ICruiseResult> {
  const options = await extractDepcruiseOptions(resolve(ROOT, ".dependency-cruiser.cjs"));
  const resolving = options.enhancedResolveOptions as IResolveOptions;
  const { output } = await cruise(["src"], { ...options, baseDir: folder, validate: true }, resolving);
  if (typeof output === "string") throw new Error(output);
  return output;
}

/** Above, files of one folder are imported in both directions, which only the cases of their own look at. */
const FOLDERS = "no-folder-cycles";

/** The violations as `from: rule`, sorted. */
const violations = (result: ICruiseResult): string[] =>
  result.summary.violations
    .filter(({ rule }) => rule.name !== FOLDERS)
    .map(({ from, rule }) => `${from.replace("src/", "")}: ${rule.name}`)
    .sort();

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, "src", path)), { recursive: true });
  await writeFile(join(folder, "src", path), text);
}

async function writeImport(folder: string, [from, to]: readonly [string, string, ...string[]], keyword: string) {
  const target = isPath(to) ? `${"../".repeat(from.split("/").length - 1)}${to}` : to;
  await write(folder, from, `${keyword} { one } from "${target}";\n`);
  if (isPath(to) && to.endsWith("/ok.ts")) await write(folder, to, "export const one = 1;\n");
}

describe.each(["export", "import type"])("imports that are written as `%s`", (keyword) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "omnidex-layers-"));
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await symlink(join(ROOT, "package.json"), join(folder, "package.json"));
    for (const row of [...FORBIDDEN, ...ALLOWED]) await writeImport(folder, row, keyword);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("fail the check exactly if they are forbidden", async () => {
    const harmlessAsType = ["no-development-packages"];
    const expected = FORBIDDEN.filter(([, , rule]) => keyword === "export" || !harmlessAsType.includes(rule));
    expect(violations(await cruiseFolder(folder))).toEqual(expected.map(([from, , rule]) => `${from}: ${rule}`).sort());
  });
});

it("two folders that import each other fail the check, without a cycle of their files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-layers-"));
  try {
    await write(folder, "formats/one/low.ts", "export const one = 1;\n");
    await write(folder, "formats/two/low.ts", "export const one = 1;\n");
    await writeImport(folder, ["formats/one/high.ts", "formats/two/low.ts"], "export");
    expect((await cruiseFolder(folder)).summary.violations).toEqual([]);
    await writeImport(folder, ["formats/two/high.ts", "formats/one/low.ts"], "export");
    const found = (await cruiseFolder(folder)).summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
    expect(found.sort()).toEqual([`src/formats/one: ${FOLDERS}`, `src/formats/two: ${FOLDERS}`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What `npm run layers` checks, which CI runs: this test only ensures that the command reads these rules and folders. */
it("the check of this repository uses these rules, and reads all folders of sources", async () => {
  const { scripts } = JSON.parse(await readFile(resolve(ROOT, "package.json"), "utf8"));
  expect(scripts.layers).toBe("depcruise src bench scripts --config .dependency-cruiser.cjs");
});
