import { allowedErrorTypes, errorTypesOf, MOST_ERROR_TYPES } from "../../../domain/error-types.ts";
import { badInput, checkText, notFound, OmnidexError } from "../../../domain/errors.ts";
import { encodeNodeId } from "../../../domain/node-id.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { ExternalMetric } from "../../../domain/vocabulary.ts";
import { requireOwner } from "../../access/require-admin.ts";
import {
  countReported,
  fetchNamedQuestions,
  type NamedQuestion,
  replaceExternalScores,
} from "../../boards/external-score-queries.ts";
import { seesAnswers } from "../../conditions/answer-visibility.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { fetchVisibleRuns, type VisibleRun } from "../../memory/run-queries.ts";
import { countLabelled, replaceErrorLabels } from "../error-label-queries.ts";
import { lockRun } from "../run-writes.ts";
import type { RunServices } from "./run-services.ts";

/** The most predictions that one call annotates. */
const MOST_ROWS = 10_000;

/** A run whose predictions get something besides their verdict: error types, scores of another program. */
export interface AnnotatedRun {
  readonly run: VisibleRun;
  /** The owner of the caller's API key. */
  readonly owner: string;
  /** Whether the caller owns the run. */
  readonly isOwner: boolean;
}

/** What the caller's rows are called, for its error messages. */
export interface Annotation {
  /** `"labels"`, the name of the argument. */
  readonly field: string;
  /** `"label its errors"`, what only some callers may do. */
  readonly deed: string;
}

/**
 * Annotates the predictions of a run, alone.
 * @param write stores the rows; an error that it throws stores nothing
 * @throws `UNAUTHENTICATED` without a key; `NOT_FOUND` for a run that the viewer cannot see; `FORBIDDEN` unless the viewer
 *   is its owner, a maintainer of its benchmark or an administrator; `CONFLICT` for an owner from whom the answers are
 *   hidden; `BAD_USER_INPUT` for too many rows
 */
export async function annotateRun<T>(
  database: Database,
  viewer: Viewer,
  id: number,
  rows: readonly unknown[],
  { field, deed }: Annotation,
  write: (tx: Queryable, annotated: AnnotatedRun) => Promise<T>,
): Promise<T> {
  const owner = requireOwner(viewer);
  if (rows.length > MOST_ROWS) throw badInput(`At most ${MOST_ROWS} ${field} at a time; there are ${rows.length}.`);
  return database.transaction(async (tx) => {
    const [run] = await fetchVisibleRuns(tx, viewer, [id]);
    // The lock puts the rows of two callers in one order.
    const stored = await lockRun(tx, id);
    if (run === undefined || stored === undefined) throw notFound("run", encodeNodeId("Run", id));
    const isOwner = stored.owner === owner;
    if (!isOwner && !viewer.admin && viewer.maintains?.includes(run.benchmark) !== true)
      throw new OmnidexError(
        "FORBIDDEN",
        `Only the run's owner, the benchmark's maintainers and administrators ${deed}.`,
      );
    if (!seesAnswers(viewer, run))
      throw new OmnidexError("CONFLICT", "The answers are hidden from you, and with them which predictions are wrong.");
    return write(tx, { run, owner, isOwner });
  });
}

/**
 * The rows' questions, in the order of the rows.
 * @throws `BAD_USER_INPUT` for a question that is unknown, listed twice, or without a prediction
 */
export async function questionsOfRows(
  tx: Queryable,
  run: VisibleRun,
  field: string,
  rows: readonly { readonly question: string }[],
): Promise<readonly NamedQuestion[]> {
  const keys = rows.map(({ question }) => question);
  const found = await fetchNamedQuestions(tx, run, keys);
  const earlier = new Map<string, number>();
  return keys.map((key, row) => {
    const question = found.get(key);
    const before = earlier.get(key);
    const named = `'${key.slice(0, 200)}'`;
    const fail = (expected: string, what: string) => inRow(field, { row, field: "question", expected, found: what });
    if (question === undefined) throw fail("the key of a question of the run's release", named);
    if (before !== undefined) throw fail("each question once", `${named} in row ${before}, too`);
    if (!question.predicted)
      throw fail("a question for which the run has a prediction", `${named}, for which it has none`);
    earlier.set(key, row);
    return question;
  });
}

/** What is wrong with a field of a row. */
export interface RowFault {
  readonly row: number;
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

/** The error for a row of an annotation; its details have the same parts as its message. */
export const inRow = (list: string, fault: RowFault): OmnidexError =>
  badInput(
    `${list}[${fault.row}].${fault.field}: expected ${fault.expected}, found ${fault.found}. Nothing was stored.`,
    { ...fault },
  );

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

const SCORES: Annotation = { field: "scores", deed: "report its scores" };
const LONGEST_SOURCE = 200;

/** `ReportScoresInput` of the schema, without the run. */
export interface ReportedScores {
  readonly metric: ExternalMetric;
  /** How the scores were computed. */
  readonly source: string;
  readonly scores: readonly ReportedScore[];
}

interface ReportedScore {
  /** The question's natural key. */
  readonly question: string;
  /** From -1 to 1; null to remove the stored score. */
  readonly value?: number | null | undefined;
}

/**
 * Stores scores of a run's captions that were computed elsewhere. Those of predictions that are not listed stay.
 * @returns how many predictions of the run have such a score then
 * @throws as `annotateRun`, and `BAD_USER_INPUT` that names the row
 */
export const reportScores = (
  { database }: Pick<RunServices, "database">,
  viewer: Viewer,
  id: number,
  { metric, source, scores }: ReportedScores,
): Promise<number> =>
  annotateRun(database, viewer, id, scores, SCORES, async (tx, { run, owner }) => {
    if (source.trim() === "")
      throw badInput("'source' must say how the scores were computed: the program, its version, its models.");
    checkText("source", source, 1, LONGEST_SOURCE);
    const questions = await questionsOfRows(tx, run, SCORES.field, scores);
    const found = questions.map(({ ordinal, answerFormat, answered }, row) => {
      const { question, value } = scores[row] ?? { question: "" };
      const fail = (field: string, expected: string, what: string) =>
        inRow(SCORES.field, { row, field, expected, found: what });
      if (answerFormat !== "CAPTION")
        throw fail(
          "question",
          `a question that asks for a CAPTION, which ${metric} scores`,
          `'${question}', which asks for ${answerFormat}`,
        );
      if (!answered)
        throw fail("question", "a question to which the run has a response", `'${question}', to which it has none`);
      if (value === undefined) throw fail("value", "a number from -1 to 1, or null to remove the score", "nothing");
      if (value !== null && !(value >= -1 && value <= 1)) throw fail("value", "a number from -1 to 1", String(value));
      return { ordinal, value };
    });
    await replaceExternalScores(tx, id, found, { metric, source: source.trim(), reportedBy: owner });
    return countReported(tx, id);
  });
