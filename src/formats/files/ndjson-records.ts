import { ImportError } from "../../domain/import-error.ts";
import { parseLooseJson } from "./loose-json.ts";
import { baseNameOf, type SubmissionFile } from "./submission-file.ts";
import type { RecordSource, SubmissionRecord } from "./submission-record.ts";
import { textLines } from "./text-lines.ts";

/** The records of a file with one JSON value per line. Blank lines are skipped. */
export const ndjsonRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => readLines(file) });

async function* readLines(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  const name = baseNameOf(file);
  let index = 0;
  for await (const { text, line } of textLines(file)) {
    if (text.trim() === "") continue;
    yield { ...parsed(text, name, line), place: `line ${line}`, index };
    index += 1;
  }
}

/** The value of a line. An error does not extend beyond its line, so the lines after it can be read. */
function parsed(text: string, name: string, line: number): Pick<SubmissionRecord, "value" | "broken"> {
  try {
    return { value: parseLooseJson(text, name, { line, column: 1 }) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { value: undefined, broken: explained(error) };
  }
}

/** The error of a line, with "the end of the line" in place of "the end of the file". */
const explained = ({ path, expected, found }: ImportError): ImportError =>
  new ImportError(
    path,
    expected === END_OF_TEXT ? "the end of the line, because each line is one row without a comma after it" : expected,
    found === END_OF_TEXT ? "the end of the line" : found,
  );

/** The JSON reader's term for the end of its text, which is the end of a line here. */
const END_OF_TEXT = "the end of the file";
