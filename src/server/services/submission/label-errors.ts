import { errorTypesOf } from "../../../domain/error-types.ts";
import { badInput, notFound, OmnidexError } from "../../../domain/errors.ts";
import { encodeNodeId } from "../../../domain/node-id.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { seesAnswers } from "../../data/answer-visibility.ts";
import {
  countLabelled,
  type ErrorLabel,
  fetchOrdinals,
  fetchPredicted,
  replaceErrorLabels,
} from "../../data/error-label-queries.ts";
import { fetchVisibleRuns } from "../../data/run-queries.ts";
import { lockRun } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { requireOwner } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";

const MOST_LABELS = 10_000;
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
 * @throws `UNAUTHENTICATED` without a key; `NOT_FOUND` for a run that the viewer cannot see; `FORBIDDEN` unless the viewer
 *   is its owner, a maintainer of its benchmark or an administrator; `CONFLICT` for an owner from whom the answers are
 *   hidden; `BAD_USER_INPUT` that names the row
 */
export async function labelErrors(
  { database }: Pick<RunServices, "database">,
  viewer: Viewer,
  id: number,
  labels: readonly ErrorLabelInput[],
): Promise<number> {
  const owner = requireOwner(viewer);
  if (labels.length > MOST_LABELS)
    throw badInput(`At most ${MOST_LABELS} labels at a time; there are ${labels.length}.`);
  return database.transaction(async (tx) => {
    const [run] = await fetchVisibleRuns(tx, viewer, [id]);
    // The lock puts the labels of two callers in one order.
    const stored = await lockRun(tx, id);
    if (run === undefined || stored === undefined) throw notFound("run", encodeNodeId("Run", id));
    const mayLabel = stored.owner === owner || viewer.admin || viewer.maintains?.includes(run.benchmark) === true;
    if (!mayLabel)
      throw new OmnidexError(
        "FORBIDDEN",
        "Only the run's owner, the benchmark's maintainers and administrators label its errors.",
      );
    if (!seesAnswers(viewer, run))
      throw new OmnidexError("CONFLICT", "The answers are hidden from you, and with them which predictions are wrong.");
    for (const [row, label] of labels.entries()) checkTypes(label, row, run.benchmark);
    await replaceErrorLabels(tx, id, await foundLabels(tx, run, labels), owner);
    return countLabelled(tx, id);
  });
}

/** @throws `BAD_USER_INPUT` for a question that is unknown, listed twice, or without a prediction */
async function foundLabels(
  tx: Queryable,
  { run, release }: { readonly run: number; readonly release: number },
  labels: readonly ErrorLabelInput[],
): Promise<readonly ErrorLabel[]> {
  const ordinals = await fetchOrdinals(
    tx,
    release,
    labels.map(({ question }) => question),
  );
  const predicted = await fetchPredicted(tx, run, [...ordinals.values()]);
  const rows = new Map<number, number>();
  return labels.map(({ question, errorTypes }, row) => {
    const ordinal = ordinals.get(question);
    const before = ordinal === undefined ? undefined : rows.get(ordinal);
    if (ordinal === undefined) throw inRow(row, `the release has no question '${question.slice(0, 200)}'`);
    if (before !== undefined) throw inRow(row, `row ${before} already labels '${question}'`);
    if (!predicted.has(ordinal)) throw inRow(row, `the run has no prediction for '${question}'`);
    rows.set(ordinal, row);
    return { ordinal, errorTypes: [...new Set(errorTypes)] };
  });
}

function checkTypes({ errorTypes }: ErrorLabelInput, row: number, benchmark: string): void {
  if (errorTypes.length > MOST_TYPES)
    throw inRow(row, `at most ${MOST_TYPES} error types; there are ${errorTypes.length}`);
  const known = errorTypesOf(benchmark).map(({ slug }) => slug);
  for (const type of errorTypes) {
    if (known.length > 0 && !known.includes(type))
      throw inRow(row, `'${type.slice(0, 80)}' is no error type of ${benchmark}: ${known.join(", ")}`);
    if (type.length > LONGEST_SLUG || !SLUG.test(type))
      throw inRow(row, `'${type.slice(0, 80)}' is no slug of at most ${LONGEST_SLUG} characters, such as wrong-count`);
  }
}

const inRow = (row: number, what: string): OmnidexError => badInput(`labels[${row}]: ${what}. Nothing was stored.`);
