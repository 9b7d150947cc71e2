import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { badInput } from "../domain/errors.ts";
import type { ImportFile } from "../importers/importer.ts";

/** Reads the files, and all data files below the folders: those keep their place below the folder as their name. */
export async function readImportFiles(paths: readonly string[]): Promise<ImportFile[]> {
  const files = await Promise.all(paths.map(readPath));
  return files.flat();
}

async function readPath(path: string): Promise<ImportFile[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw badInput(`There is no file or folder '${path}'.`);
  if (!found.isDirectory()) return [{ name: basename(path), bytes: await readFile(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isFile() && DATA_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (inside.length === 0) throw badInput(`There is no .json, .tsv, .csv or .parquet file below '${path}'.`);
  return Promise.all(
    inside.map(async (file) => ({ name: relative(path, file).split(sep).join("/"), bytes: await readFile(file) })),
  );
}

const DATA_FILE = /\.(json|tsv|csv|parquet)$/i;
