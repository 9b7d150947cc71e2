import { isTaskFile } from "../formats/avi-bench/avi-bench-results.ts";
import { baseNameOf, type SubmissionFile } from "../formats/files/submission-file.ts";

/** A file of text, pictures or code, or a licence: it lies beside results and holds none. */
const WITHOUT_RESULTS =
  /(?:^|\/)(?:\.[^/]*|(?:licen[cs]e|readme|notice|copying|makefile)[^/]*)$|\.(?:md|txt|rst|pdf|png|jpe?g|gif|svg|py|ipynb|sh|ya?ml|toml|html?|log|lock|cfg|ini)$/i;

export const mayHoldResults = (name: string): boolean => !WITHOUT_RESULTS.test(name);

/** lmms-eval's samples: `<stamp>_samples_<task>.jsonl`, or several such files with `_rank0` at their ends. */
const SAMPLES = /^(.*?)_?(samples_.+?)(?:_rank\d+)?\.jsonl$/;

const folderOf = (file: SubmissionFile): string => file.name.slice(0, -baseNameOf(file).length);

/** The name of a file's group: a folder of tasks, the samples of one task, a record with its rows; or the file itself. */
function groupOf(file: SubmissionFile, names: ReadonlySet<string>): string {
  const name = baseNameOf(file);
  if (isTaskFile(name)) return folderOf(file);
  const [, stamp, task] = SAMPLES.exec(name) ?? [];
  if (task !== undefined) return `${folderOf(file)}${stamp} ${task}`;
  const record = recordOf(file.name);
  return names.has(record) ? record : file.name;
}

/** The name of the record that "every eval ever" has beside its rows. */
const recordOf = (name: string): string => name.replace(/_samples\.jsonl$/, ".json");

/** The name of the summary that lmms-eval writes beside a file of samples, and that is read with them; none for another file. */
function summaryOf(name: string): readonly string[] {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const stamp = SAMPLES.exec(base)?.[1];
  return stamp === undefined ? [] : [`${name.slice(0, -base.length)}${stamp}_results.json`];
}

/** Whether a file is read together with the file of rows that has the other name. */
export const isReadWith = (name: string, rowsName: string): boolean =>
  [rowsName, recordOf(rowsName), ...summaryOf(rowsName)].includes(name);

/** The files that harnesses wrote for one run each: AVI-Bench's tasks, a record and its rows; any other file is a group. */
export function groupsOf(files: readonly SubmissionFile[]): readonly (readonly SubmissionFile[])[] {
  const names = new Set(files.map(({ name }) => name));
  const summaries = new Set(files.flatMap(({ name }) => summaryOf(name)));
  const groups = new Map<string, SubmissionFile[]>();
  for (const file of files) {
    if (summaries.has(file.name)) continue;
    const name = groupOf(file, names);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [file]);
    else group.push(file);
  }
  return [...groups.values()];
}
