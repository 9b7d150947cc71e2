import { findTask, taxonomyOf } from "../../domain/taxonomy.ts";
import { type Fields, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf, foldersOf, type SubmissionFile } from "../files/submission-file.ts";
import { failureOf } from "../rows/option-fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "../rows/submission-format.ts";

const TAXONOMY = taxonomyOf("avi-bench");
/** VSQA's images and videos are in two folders but form one task. */
const HALF = /_[IV]$/;

/**
 * AVI-Bench's `<model>/tasks/<TASK>.json`: an array as long as the task's `data.json`, aligned by position because ids
 * repeat. A slot that was never filled is null. The prediction of a slot is null if the model failed. An empty
 * prediction counts as missing, as it does when the harness resumes a run. A record with the id "pre_<id>" is the check
 * of the record with that id.
 * @see AVI-Bench, run.py, `run_task`
 */
export const aviBench: SubmissionFormat = {
  name: "avi-bench",
  recognises: (record) => "predict" in record && "id" in record,
  read(record, { file, index }) {
    const id = nameOf(record.id);
    if (id === undefined) throw new FormatError("it has no 'id'");
    const names = { task: taskOf(file, record), position: index, id };
    const text = textOf(record.predict);
    const output = text === "" ? null : text;
    return { names, ...outputOf(output, failureOf(record, output)) };
  },
  async header(file) {
    const [folder, model] = foldersOf(file);
    return { benchmark: "avi-bench", model: folder === "tasks" ? model : undefined };
  },
};

/**
 * The folder of the task. If the record does not state which half of VSQA it belongs to, the file's name does.
 * @throws {FormatError} if neither names a task, or if they name different tasks
 */
function taskOf(file: SubmissionFile, record: Fields): string {
  const own = [nameOf(record.task), nameOf(record.subtask)].filter((word) => isTask(word));
  const ofFile = baseNameOf(file).replace(/\.json$/i, "");
  const words = isTask(ofFile) ? [ofFile, ...own] : own;
  const [first] = words;
  if (first === undefined) {
    throw new FormatError(
      `neither its 'task' nor the file's name is one of ${TAXONOMY.tasks.map((task) => task.id).join(", ")}`,
    );
  }
  const other = words.find((word) => taskIdOf(word) !== taskIdOf(first));
  if (other !== undefined) throw new FormatError(`its task is ${other}, the file's is ${first}`);
  return words.find((word) => HALF.test(word ?? "")) ?? first;
}

const taskIdOf = (word: string | undefined): string | null =>
  word === undefined ? null : (findTask(TAXONOMY, word.replace(HALF, ""))?.id ?? null);
const isTask = (word: string | undefined): boolean => taskIdOf(word) !== null;

/** Whether a file has the name of a task: `AVQA.json`. */
export const isTaskFile = (baseName: string): boolean => /\.json$/i.test(baseName) && isTask(baseName.slice(0, -5));
