import { allowedErrorTypes, errorTypesOf, MOST_ERROR_TYPES } from "../../../domain/error-types.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { countLabelled, replaceErrorLabels } from "../../data/error-label-queries.ts";
import { type Annotation, annotateRun, inRow, questionsOfRows } from "./annotated-run.ts";
import type { RunServices } from "./run-services.ts";

const LABELS: Annotation = { field: "labels", deed: "label its errors" };

/** `ErrorLabelInput` of the schema. */
export interface ErrorLabelInput {
  /** The question's natural key. */
  readonly question: string;
  readonly errorTypes: readonly string[];
}

/**
 * Stores the error types of a run's predictions. Those of predictions that are not listed stay.
 * @returns how many predictions of the run have an error type then
 * @throws as `annotateRun`, and `BAD_USER_INPUT` that names the row
 */
export const labelErrors = (
  { database }: Pick<RunServices, "database">,
  viewer: Viewer,
  id: number,
  labels: readonly ErrorLabelInput[],
): Promise<number> =>
  annotateRun(database, viewer, id, labels, LABELS, async (tx, { run, owner }) => {
    for (const [row, label] of labels.entries()) checkTypes(label, row, run.benchmark);
    const questions = await questionsOfRows(tx, run, LABELS.field, labels);
    const found = questions.map(({ ordinal }, row) => ({
      ordinal,
      errorTypes: [...new Set(labels[row]?.errorTypes)],
    }));
    await replaceErrorLabels(tx, id, found, owner);
    return countLabelled(tx, id);
  });

function checkTypes({ errorTypes }: ErrorLabelInput, row: number, benchmark: string): void {
  const fail = (expected: string, found: string) => inRow(LABELS.field, { row, field: "errorTypes", expected, found });
  if (errorTypes.length > MOST_ERROR_TYPES)
    throw fail(`at most ${MOST_ERROR_TYPES} error types`, String(errorTypes.length));
  const allowed = allowedErrorTypes(errorTypesOf(benchmark).map(({ slug }) => slug));
  const wrong = errorTypes.find((type) => !allowed.allows(type));
  if (wrong !== undefined) throw fail(allowed.expected, `'${wrong.slice(0, 80)}'`);
}
