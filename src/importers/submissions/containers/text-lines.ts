import { LineSplitter, type TextLine } from "../../reading/line-splitter.ts";
import { baseNameOf, piecesOf, type SubmissionFile } from "../submission-file.ts";
import { LONGEST_RECORD } from "./submission-record.ts";

/**
 * The lines of a UTF-8 file, one at a time. The first line does not include a byte order mark.
 * @throws {ImportError} for a line that is not UTF-8, or longer than {@link LONGEST_RECORD}
 */
export async function* textLines(file: SubmissionFile): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(baseNameOf(file), LONGEST_RECORD);
  for await (const piece of piecesOf(file)) yield* splitter.add(piece);
  yield* splitter.end();
}
