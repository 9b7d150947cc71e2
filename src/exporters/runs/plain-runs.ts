import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { reportsNoFailure } from "../../domain/failure-report.ts";
import { csvLine } from "../encoding/csv.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import type { RunDocument } from "./run-document.ts";

type Write = (document: RunDocument, pieces: Pieces<ExportedPrediction>) => FilePieces;

/**
 * Omnidex's own form: rows as `PredictionInput` of the schema has them. A row whose error reads like none ("N/A") also
 * names its rule, by which the reader knows it for one.
 */
export const omnidexRows: Write = (_document, pieces) =>
  textOf("", pieces, ({ key, response, error, confirmation, rule }) =>
    jsonLine({
      question: key,
      response,
      ...(error !== null && { error }),
      ...(error !== null && reportsNoFailure(error) && { rule }),
      ...(confirmation !== null && { confirmation }),
    }),
  );

const COLUMNS = ["question", "response", "error", "confirmation", "outcome", "score", "answer", "rule"];

/**
 * The same as a table, with the outcome of each row, which is empty if the viewer may not see it. An empty text is in
 * quotes, and null is not.
 */
export const csvRows: Write = (_document, pieces) =>
  textOf(csvLine(COLUMNS), pieces, ({ key, response, error, confirmation, outcome, score, extracted, rule }) =>
    csvLine([key, response, error, confirmation, outcome, score, extracted, rule], { quoteEmpty: true }),
  );
