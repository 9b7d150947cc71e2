import { closest, distance } from "fastest-levenshtein";
import { ImportError, type ImportProblem, importProblem } from "../../domain/import-error.ts";
import { findTask, taxonomyOf } from "../../domain/taxonomy.ts";
import { baseName } from "../files/file-kind.ts";
import type { ImportFile } from "../files/importer.ts";

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

const TASK_IDS = TAXONOMY.tasks.map((task) => task.id ?? task.name);

/** The most edits between a misspelt word and the task that was probably meant. */
const MOST_EDITS = 2;

/** `"one of the tasks AMIC, VMIC, … (the nearest is AVQA)"`. A word that is like no task has no nearest task. */
export function expectedTasks(word = ""): string {
  const nearest = closest(word.toUpperCase(), TASK_IDS);
  const isNear = word.length > MOST_EDITS && distance(word.toUpperCase(), nearest) <= MOST_EDITS;
  return `one of the tasks ${TASK_IDS.join(", ")}${isNear ? ` (the nearest is ${nearest})` : ""}`;
}

/**
 * Refuses files beside the tasks' files that are probably misspelt, because a release would lack their questions: a
 * `data.json` in a folder that is not named after a task, and any other JSON file in a task's folder without `data.json`.
 * @throws {ImportError}
 */
export function checkAviFiles(files: readonly ImportFile[], listed: readonly AviFile[]): void {
  const read = listed.map(({ file }) => file);
  const folders = new Set(read.map(parentOf));
  const problems = files
    .filter((file) => file.name.toLowerCase().endsWith(".json") && !read.includes(file))
    .flatMap((file) => misspelt(file, folders) ?? []);
  if (problems.length > 0) throw ImportError.of(problems);
}

function misspelt(file: ImportFile, folders: ReadonlySet<string>): ImportProblem | null {
  const parent = parentOf(file);
  const folder = parent.slice(parent.lastIndexOf("/") + 1);
  if (baseName(file) === "data.json" && taskFolder(file) === null)
    return importProblem({
      path: file.name,
      expected: `a folder named after ${expectedTasks(folder)}`,
      found: parent === "" ? "no folder" : `the folder '${folder}'`,
    });
  if (taskIndex(folder) === -1 || folders.has(parent)) return null;
  return importProblem({
    path: file.name,
    expected: `the name data.json in the folder '${folder}'`,
    found: `'${baseName(file)}'`,
  });
}

const parentOf = ({ name }: ImportFile): string => name.slice(0, Math.max(0, name.lastIndexOf("/")));

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
