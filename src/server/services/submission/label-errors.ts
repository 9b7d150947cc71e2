import { errorTypesOf } from "../../../domain/error-types.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { countLabelled, replaceErrorLabels } from "../../data/error-label-queries.ts";
import { type Annotation, annotateRun, inRow, questionsOfRows } from "./annotated-run.ts";
import type { RunServices } from "./run-services.ts";

const LABELS: Annotation = { field: "labels", deed: "label its errors" };
const MOST_TYPES = 10;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 60;

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
  if (errorTypes.length > MOST_TYPES) throw fail(`at most ${MOST_TYPES} error types`, String(errorTypes.length));
  const known = errorTypesOf(benchmark).map(({ slug }) => slug);
  for (const type of errorTypes) {
    const named = `'${type.slice(0, 80)}'`;
    if (known.length > 0 && !known.includes(type))
      throw fail(`an error type of ${benchmark}: ${known.join(", ")}`, named);
    if (type.length > LONGEST_SLUG || !SLUG.test(type))
      throw fail(`a slug of at most ${LONGEST_SLUG} characters, such as wrong-count`, named);
  }
}
