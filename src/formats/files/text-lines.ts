import { LineSplitter, type TextLine } from "./line-splitter.ts";
import { LONGEST_RECORD } from "./longest-record.ts";
import { baseNameOf, piecesOf, type SubmissionFile } from "./submission-file.ts";

/**
 * The lines of a UTF-8 file, one at a time, without a byte order mark.
 * @throws {ImportError} for a line that is not UTF-8 or is longer than {@link LONGEST_RECORD}
 */
export async function* textLines(file: SubmissionFile): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(baseNameOf(file), LONGEST_RECORD);
  for await (const piece of piecesOf(file)) yield* splitter.add(piece);
  yield* splitter.end();
}
