import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { badInput } from "../../domain/errors.ts";
import { isRecipeFile } from "../../formats/recipes/recipe.ts";
import { DiskFile } from "../../server/workers/line-spool.ts";
import { missingFile } from "../output/usage-error.ts";

/** The manifest that `omnidex pull` writes beside the files. It is not imported. */
export const MANIFEST_NAME = "omnidex-pull.json";

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
