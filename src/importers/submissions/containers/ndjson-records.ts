import { baseNameOf, type SubmissionFile } from "../submission-file.ts";
import { parseLooseJson } from "./loose-json.ts";
import type { RecordSource, SubmissionRecord } from "./submission-record.ts";
import { textLines } from "./text-lines.ts";

/** A file with one JSON value on each line. Blank lines are passed over. */
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
