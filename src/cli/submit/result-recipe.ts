import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ReadOptions } from "../../formats/read-submission.ts";
import { parseRecipe, type Recipe } from "../../formats/recipes/recipe.ts";
import { recipeResults } from "../../formats/recipes/recipe-results.ts";
import { dataFile } from "../../server/config/project-root.ts";
import { missingFile } from "../output/usage-error.ts";
import type { SubmitCommandOptions } from "./run-field-options.ts";

async function recipeAt(path: string): Promise<Recipe> {
  const bytes = await readFile(path).catch(() => {
    throw missingFile(path);
  });
  return parseRecipe({ name: basename(path), bytes });
}

/**
 * How to read result files: as the recipe of `--recipe` says; or, for a benchmark whose built-in recipe has `results`, as
 * that says, if the rows of the file have its fields; else by format.
 * @throws {ImportError} for a recipe that is wrong or has no `results`
 */
export async function readingOf({ recipe, benchmark, format, epoch }: SubmitCommandOptions): Promise<ReadOptions> {
  if (recipe !== undefined) return { format: recipeResults(await recipeAt(recipe), basename(recipe)), epoch };
  if (format !== "auto") return { format, epoch };
  const builtIn = /^[a-z0-9-]+$/.test(benchmark ?? "") ? dataFile(`recipes/${benchmark}.yaml`) : "";
  const own = existsSync(builtIn) ? await recipeAt(builtIn) : null;
  return { epoch, preferred: own?.results === undefined ? undefined : recipeResults(own, basename(builtIn)) };
}

/** The benchmark that a recipe is for, unless the command names one. */
export const withRecipe = async (options: SubmitCommandOptions): Promise<SubmitCommandOptions> =>
  options.recipe === undefined || options.benchmark !== undefined
    ? options
    : { ...options, benchmark: (await recipeAt(options.recipe)).benchmark.slug };
