import { fileName, type OnBytes, textsOfFile } from "./sent-file.ts";
import type { SourceRow } from "./sent-row.ts";
import { jsonRows } from "./submission-json.ts";

/** The rows of a file. @throws OmnidexInputError as `textsOfFile` and `jsonRows` do */
export const fileRows = (file: string | URL | Blob, onBytes: OnBytes): AsyncGenerator<SourceRow, void, undefined> =>
  jsonRows(textsOfFile(file, onBytes), fileName(file));
