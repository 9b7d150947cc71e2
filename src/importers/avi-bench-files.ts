import { ImportError } from "../domain/import-error.ts";
import { findTask, taxonomyOf } from "../domain/taxonomy.ts";
import type { ImportFile } from "./importer.ts";
import { baseName } from "./reading/file-kind.ts";

/** A file of records. `folder` is the folder of its task; if it is `null`, each record must name its task. */
export interface AviFile {
  readonly file: ImportFile;
  readonly folder: string | null;
}

const TAXONOMY = taxonomyOf("avi-bench");

/**
 * The files that hold records, sorted by the paper's order of tasks, then by name. The order in which a folder was
 * walked does not matter. Code and media in the folders are skipped.
 * @throws {ImportError} if no file holds records.
 */
export function listAviFiles(files: readonly ImportFile[]): readonly AviFile[] {
  const records = files.filter((file) => file.name.toLowerCase().endsWith(".json") || files.length === 1);
  const inFolders = records.filter((file) => taskFolder(file) !== null && baseName(file) === "data.json");
  const chosen = inFolders.length > 0 ? inFolders : records;
  if (chosen.length === 0) {
    throw new ImportError("files", "levels/<stage>/<TASK>/data.json", files.length === 0 ? "none" : "no JSON file");
  }
  return chosen.toSorted(compareFiles).map((file) => ({ file, folder: taskFolder(file) }));
}

/** The nearest folder named after a task: `"VSQA_I"` in `levels/primitive_sensation/VSQA_I/data.json`. */
function taskFolder(file: ImportFile): string | null {
  const folders = file.name.split("/").slice(0, -1).toReversed();
  return folders.find((folder) => taskIndex(folder) !== -1) ?? null;
}

function taskIndex(folder: string | null): number {
  const task = folder === null ? null : findTask(TAXONOMY, folder.replace(/_[IV]$/, ""));
  return task === null ? -1 : TAXONOMY.tasks.indexOf(task);
}

function compareFiles(a: ImportFile, b: ImportFile): number {
  const byTask = taskIndex(taskFolder(a)) - taskIndex(taskFolder(b));
  if (byTask !== 0) return byTask;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
