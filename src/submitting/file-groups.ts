import { isTaskFile } from "../formats/avi-bench/avi-bench-results.ts";
import { baseNameOf, type SubmissionFile } from "../formats/files/submission-file.ts";

/** A file of text, pictures or code, or a licence: it lies beside results and holds none. */
const WITHOUT_RESULTS =
  /(?:^|\/)(?:\.[^/]*|(?:licen[cs]e|readme|notice|copying|makefile)[^/]*)$|\.(?:md|txt|rst|pdf|png|jpe?g|gif|svg|py|ipynb|sh|ya?ml|toml|html?|log|lock|cfg|ini)$/i;

export const mayHoldResults = (name: string): boolean => !WITHOUT_RESULTS.test(name);

/** The files of one harness's run: the name that they share. */
function groupOf(file: SubmissionFile, names: ReadonlySet<string>): string {
  const folder = file.name.slice(0, -baseNameOf(file).length);
  const name = baseNameOf(file);
  if (isTaskFile(name)) return folder;
  // lmms-eval's samples of several processes, and the summary beside them.
  const samples = /^(.*?)_?samples_.+\.jsonl$/.exec(name)?.[1];
  if (samples !== undefined) return `${folder}${samples}_results`;
  const summary = /^(.+_results)\.json$/.exec(name)?.[1];
  if (summary !== undefined) return `${folder}${summary}`;
  // "Every eval ever" has a record, x.json, beside its rows.
  const record = file.name.replace(/_samples\.jsonl$/, ".json");
  return names.has(record) ? record : file.name;
}

/** The files that harnesses wrote for one run each: AVI-Bench's tasks, a record and its rows; any other file is a group. */
export function groupsOf(files: readonly SubmissionFile[]): readonly (readonly SubmissionFile[])[] {
  const names = new Set(files.map(({ name }) => name));
  const groups = new Map<string, SubmissionFile[]>();
  for (const file of files) {
    const name = groupOf(file, names);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [file]);
    else group.push(file);
  }
  return [...groups.values()];
}
