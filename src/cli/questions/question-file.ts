import { counted } from "../../domain/counted.ts";
import type { Question } from "../../sdk/types.ts";
import { openByteSink } from "../output/byte-sink.ts";
import { remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import type { QuestionFileFormat } from "./question-file-format.ts";
import { type QuestionColumn, questionRow } from "./question-table-columns.ts";
import { encodeRows } from "./row-encoding.ts";

export interface QuestionFile {
  /** A path, or `-`. */
  readonly output: string;
  readonly format: QuestionFileFormat;
  readonly columns: readonly QuestionColumn[];
  /** Whether NDJSON and JSON hold whole question objects instead of the columns. */
  readonly whole: boolean;
  /** The expected number of questions, for the progress bar. */
  readonly expected: number;
}

/** Writes questions page by page, in constant memory. The file appears complete or not at all. */
export async function writeQuestionFile(questions: AsyncIterable<Question>, file: QuestionFile): Promise<void> {
  const progress = await startProgress("Questions", file.expected, "questions");
  const sink = await openByteSink(file.output);
  let written = 0;
  async function* counting(): AsyncGenerator<Question> {
    for await (const question of questions) {
      yield question;
      written += 1;
      progress.update(written);
    }
  }
  try {
    for await (const piece of encodeRows(file.format, counting(), file.columns, rowOf(file))) await sink.write(piece);
    await sink.close();
  } catch (error) {
    await sink.discard();
    throw error;
  } finally {
    progress.stop();
  }
  if (file.output !== "-") remark(`${counted(written, "question")} in ${file.output}`);
}

const rowOf =
  ({ whole, columns }: QuestionFile) =>
  (question: Question): unknown =>
    whole ? question : questionRow(columns, question);
