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
  // "Every eval ever" has a record, x.json, beside its rows.
  const record = file.name.replace(/_samples\.jsonl$/, ".json");
  return names.has(record) ? record : file.name;
}

/** The summary that lmms-eval writes beside a file of samples, and that is read with them; none for another file. */
const summaryOf = (file: SubmissionFile): readonly string[] => {
  const stamp = SAMPLES.exec(baseNameOf(file))?.[1];
  return stamp === undefined ? [] : [`${folderOf(file)}${stamp}_results.json`];
};

/** The files that harnesses wrote for one run each: AVI-Bench's tasks, a record and its rows; any other file is a group. */
export function groupsOf(files: readonly SubmissionFile[]): readonly (readonly SubmissionFile[])[] {
  const names = new Set(files.map(({ name }) => name));
  const summaries = new Set(files.flatMap(summaryOf));
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
