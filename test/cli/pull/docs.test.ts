import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import { PULL_SOURCES } from "../../../src/cli/pull/pull-sources.ts";
import { parseRecipe } from "../../../src/formats/recipes/recipe.ts";
import { dataFile } from "../../../src/server/config/project-root.ts";
import { builtInRecipe } from "../../../src/server/workers/unpacked-files.ts";
import { localLinks } from "../../readme/markdown-blocks.ts";

const PAGE = resolve(import.meta.dirname, "../../../docs/import.md");
const page = readFileSync(PAGE, "utf8");

it.each([...PULL_SOURCES])("the table in docs/import.md contains %s", (benchmark, { repo, files }) => {
  const row = page.split("\n").find((line) => line.startsWith(`| \`${benchmark}\` | `)) ?? "";
  expect(row).toContain(`\`${repo}\``);
  const [first = []] = files;
  expect(row).toContain(first.length === 1 ? `\`${first[0]}\`` : `${first.length} of them`);
});

it("the table in docs/import.md contains each built-in recipe that names its dataset", () => {
  const slugs = readdirSync(dataFile("recipes")).map((name) => name.replace(/\.yaml$/, ""));
  const recipes = slugs.flatMap((slug) => builtInRecipe(slug) ?? []).map(parseRecipe);
  const onHub = recipes.filter(({ hub }) => hub !== undefined);
  expect(onHub.length).toBeGreaterThan(0);
  for (const { benchmark, hub } of onHub) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${benchmark.slug}\` | `));
    for (const name of [hub?.dataset, ...(hub?.files ?? [])]) expect(row).toContain(`\`${name}\``);
  }
});

it("docs/import.md names every setting that is read, and its links lead to existing files", () => {
  const settings = readFileSync(resolve(PAGE, "../../src/cli/pull/hub-settings.ts"), "utf8");
  const names = new Set(settings.match(/\bHF_\w+\b/g));
  expect(names.size).toBeGreaterThan(5);
  for (const name of names) expect(page).toContain(name);
  expect(localLinks(page).filter((link) => !existsSync(resolve(dirname(PAGE), link)))).toEqual([]);
});
