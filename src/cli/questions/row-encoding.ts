import { UnreachableCaseError } from "../../domain/errors.ts";
import { csvLine } from "../../formats/encoding/csv.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../../formats/encoding/pieces.ts";
import type { Question } from "../../sdk/types.ts";
import type { QuestionFileFormat } from "./question-file-format.ts";
import type { QuestionColumn } from "./question-table-columns.ts";

/** Encodes a file of questions in pieces. JSON formats hold the value of `row`, the other formats hold the columns. */
export async function* encodeRows(
  format: QuestionFileFormat,
  questions: AsyncIterable<Question>,
  columns: readonly QuestionColumn[],
  row: (question: Question) => unknown,
): FilePieces {
  const pieces = inPieces(questions);
  switch (format) {
    case "ndjson":
      return yield* textOf("", pieces, (question) => jsonLine(row(question)));
    case "json":
      return yield* jsonArray(pieces, row);
    case "csv": {
      const header = csvLine(columns.map(({ name }) => name));
      return yield* textOf(header, pieces, (question) => csvLine(columns.map(({ value }) => value(question))));
    }
    case "parquet": {
      const { parquetFile } = await import("../../formats/encoding/parquet.ts");
      return yield* parquetFile(columns, pieces, { generator: "omnidex" });
    }
    default:
      throw new UnreachableCaseError(format);
  }
}

async function* jsonArray(pieces: Pieces<Question>, row: (question: Question) => unknown): FilePieces {
  let before = "[\n";
  for await (const questions of pieces) {
    yield before + questions.map((question) => JSON.stringify(row(question))).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

const PIECE = 200;

/** Groups some hundred questions, because one write per question takes longer than encoding it. */
async function* inPieces(questions: AsyncIterable<Question>): AsyncGenerator<readonly Question[]> {
  let piece: Question[] = [];
  for await (const question of questions) {
    piece.push(question);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
