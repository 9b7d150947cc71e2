import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { badInput } from "../../domain/errors.ts";
import { isRecipeFile } from "../../formats/recipes/recipe.ts";
import { DiskFile } from "../../server/workers/line-spool.ts";
import { withProblems } from "../output/printed-problems.ts";
import { printJson, printLine } from "../output/printing.ts";
import { missingFile } from "../output/usage-error.ts";
import { type ImportOptions, importAnywhere } from "./import-anywhere.ts";
import { formatImportReport } from "./print-import-report.ts";
import { choicesIn, type RecipeOptions, withRecipe } from "./proposed-recipe.ts";

/** The manifest that `omnidex pull` writes beside the files. It is not imported. */
export const MANIFEST_NAME = "omnidex-pull.json";

export type ImportCommandOptions = ImportOptions & Omit<RecipeOptions, "choices">;

/** Imports the files at these paths, and prints the report. */
export async function importFiles(
  benchmark: string,
  paths: readonly string[],
  options: ImportCommandOptions,
): Promise<void> {
  const files = await readImportFiles(paths);
  const choices = choicesIn({ ...options });
  const all = await withProblems(options.json ?? false, () => withRecipe(benchmark, files, { ...options, choices }));
  const report = await importAnywhere(benchmark, all, options);
  await (options.json ? printJson(report) : printLine(formatImportReport(report)));
}

/** The files at these paths, and all data files and recipes below folders. A file below a folder is named by its path in that folder. */
export async function readImportFiles(paths: readonly string[]): Promise<DiskFile[]> {
  const files = await Promise.all(paths.map(readPath));
  return files.flat();
}

async function readPath(path: string): Promise<DiskFile[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw missingFile(path);
  if (!found.isDirectory()) return [new DiskFile(basename(path), path)];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isFile() && entry.name !== MANIFEST_NAME)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => DATA_FILE.test(file) || isRecipeFile(new DiskFile(file, file)))
    .sort();
  if (inside.length === 0) throw badInput(`There is no .json, .jsonl, .tsv, .csv or .parquet file below '${path}'.`);
  return inside.map((file) => new DiskFile(relative(path, file).split(sep).join("/"), file));
}

const DATA_FILE = /\.(json|jsonl|ndjson|tsv|csv|parquet)(\.gz)?$/i;
