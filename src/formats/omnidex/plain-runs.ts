import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { reportsNoFailure } from "../../domain/failure-report.ts";
import { type ParquetColumn, parquetFile } from "../encoding/parquet.ts";
import { csvLine, type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import { type RunDocument, runId, scoringDetails } from "../results/run-document.ts";

/** The fields of a prediction that the plain formats contain. */
export type PlainPrediction = Pick<
  ExportedPrediction,
  "key" | "response" | "error" | "confirmation" | "outcome" | "score" | "extracted" | "rule" | "errorTypes"
>;

type WriteRows = (document: unknown, pieces: Pieces<PlainPrediction>) => FilePieces;

/**
 * Omnidex's own format: rows that match `PredictionInput` of the schema. If the text of an error looks as if there were
 * no error ("N/A"), the row also has the field `rule`, so that a reader still recognizes the error.
 */
export const omnidexRows: WriteRows = (_document, pieces) =>
  textOf("", pieces, ({ key, response, error, confirmation, rule, errorTypes }) =>
    jsonLine({
      question: key,
      response,
      ...(error !== null && { error }),
      ...(error !== null && reportsNoFailure(error) && { rule }),
      ...(confirmation !== null && { confirmation }),
      ...(errorTypes !== null && errorTypes.length > 0 && { errorTypes }),
    }),
  );

/** The columns of a run as a table. The outcome and the error types are null if the viewer may not see it. */
const COLUMNS: readonly ParquetColumn<PlainPrediction>[] = [
  { name: "question", type: "text", value: ({ key }) => key },
  { name: "response", type: "text", value: ({ response }) => response },
  { name: "error", type: "text", value: ({ error }) => error },
  { name: "confirmation", type: "text", value: ({ confirmation }) => confirmation },
  { name: "outcome", type: "text", value: ({ outcome }) => outcome },
  { name: "score", type: "number", value: ({ score }) => score },
  { name: "answer", type: "text", value: ({ extracted }) => extracted },
  { name: "rule", type: "text", value: ({ rule }) => rule },
  { name: "errorTypes", type: "texts", value: ({ errorTypes }) => errorTypes },
];

/** CSV: an empty text is in quotes, and null is not. */
export const csvRows: WriteRows = (_document, pieces) =>
  textOf(csvLine(COLUMNS.map(({ name }) => name)), pieces, (row) =>
    csvLine(
      COLUMNS.map(({ value }) => value(row)),
      { quoteEmpty: true },
    ),
  );

export const parquetRows = (document: RunDocument, pieces: Pieces<PlainPrediction>): FilePieces =>
  parquetFile(COLUMNS, pieces, { ...scoringDetails(document), run: runId(document), generator: "omnidex" });
