import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { csvLine } from "../encoding/csv.ts";
import { type ParquetColumn, parquetFile } from "../encoding/parquet.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import { type RunDocument, runId, scoringDetails } from "./run-document.ts";

type Write = (document: RunDocument, pieces: Pieces<ExportedPrediction>) => FilePieces;

/** Omnidex's own form: rows as `PredictionInput` of the schema has them. */
export const omnidexRows: Write = (_document, pieces) =>
  textOf("", pieces, ({ key, response, error, confirmation }) =>
    jsonLine({
      question: key,
      response,
      ...(error !== null && { error }),
      ...(confirmation !== null && { confirmation }),
    }),
  );

/** The same as a table, with the outcome of each row, which is empty if the viewer may not see it. */
const COLUMNS: readonly ParquetColumn<ExportedPrediction>[] = [
  { name: "question", type: "text", value: ({ key }) => key },
  { name: "response", type: "text", value: ({ response }) => response },
  { name: "error", type: "text", value: ({ error }) => error },
  { name: "confirmation", type: "text", value: ({ confirmation }) => confirmation },
  { name: "outcome", type: "text", value: ({ outcome }) => outcome },
  { name: "score", type: "number", value: ({ score }) => score },
  { name: "answer", type: "text", value: ({ extracted }) => extracted },
  { name: "rule", type: "text", value: ({ rule }) => rule },
];

export const csvRows: Write = (_document, pieces) =>
  textOf(csvLine(COLUMNS.map(({ name }) => name)), pieces, (row) => csvLine(COLUMNS.map(({ value }) => value(row))));

export const parquetRows: Write = (document, pieces) =>
  parquetFile(COLUMNS, pieces, { ...scoringDetails(document), run: runId(document), generator: "omnidex" });
