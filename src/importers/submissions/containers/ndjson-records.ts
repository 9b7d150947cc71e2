import { baseNameOf, type SubmissionFile } from "../submission-file.ts";
import { parseLooseJson } from "./loose-json.ts";
import type { RecordSource, SubmissionRecord } from "./submission-record.ts";
import { textLines } from "./text-lines.ts";

/** The records of a file with one JSON value per line. Blank lines are skipped. */
export const ndjsonRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => readLines(file) });

async function* readLines(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  let index = 0;
  for await (const { text, line } of textLines(file)) {
    if (text.trim() === "") continue;
    yield { value: parseLooseJson(text, name, { line, column: 1 }), place: `line ${line}`, index };
    index += 1;
  }
}
