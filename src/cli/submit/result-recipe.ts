import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ImportFile } from "../../formats/files/importer.ts";
import type { ReadOptions } from "../../formats/read-submission.ts";
import { parseRecipe } from "../../formats/recipes/recipe.ts";
import { readingOf as readingBy } from "../../server/workers/result-reading.ts";
import { missingFile } from "../output/usage-error.ts";
import type { SubmitCommandOptions } from "./run-field-options.ts";

async function recipeAt(path: string): Promise<ImportFile> {
  const bytes = await readFile(path).catch(() => {
    throw missingFile(path);
  });
  return { name: basename(path), bytes };
}

/** How to read result files, by the command's options. @throws {ImportError} for a recipe that is wrong or has no `results` */
export async function readingOf({ recipe, benchmark, format, epoch }: SubmitCommandOptions): Promise<ReadOptions> {
  const own = recipe === undefined ? undefined : await recipeAt(recipe);
  return readingBy(benchmark ?? "", own, {
    ...(format !== "auto" && { format }),
    ...(epoch !== undefined && { epoch }),
  });
}

/** The benchmark that a recipe is for, unless the command names one. */
export const withRecipe = async (options: SubmitCommandOptions): Promise<SubmitCommandOptions> =>
  options.recipe === undefined || options.benchmark !== undefined
    ? options
    : { ...options, benchmark: parseRecipe(await recipeAt(options.recipe)).benchmark.slug };
