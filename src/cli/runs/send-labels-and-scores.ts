import { allowedErrorTypes, MOST_ERROR_TYPES } from "../../domain/error-types.ts";
import { OmnidexError } from "../../domain/errors.ts";
import { counted, plainText } from "../../domain/texts.ts";
import type { ExternalMetric } from "../../domain/vocabulary.ts";
import { ImportProblems } from "../../formats/batch/import-problems.ts";
import {
  type ErrorLabelRow,
  type ReportedScoreRow,
  readErrorLabels,
  readReportedScores,
} from "../../formats/papers/row-files.ts";
import type { Omnidex, Outcome } from "../../sdk/index.ts";
import { withProblems } from "../output/printed-problems.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { rowsAt } from "../output/submitted-files.ts";
import { namedRun } from "./change-run-card.ts";

export interface LabelErrorsOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** The error types of predictions by the natural keys of their questions. */
type Labels = ReadonlyMap<string, readonly string[]>;

/** Stores the error types in a file. Every row is checked first, so that all problems are listed at once. */
export async function labelErrors(reference: string, path: string, options: LabelErrorsOptions): Promise<void> {
  const { omnidex, id, run } = await namedRun(reference);
  const problems = new ImportProblems();
  const labels = await withProblems(options.json === true, async () => {
    const rows = await rowsAt(path, (file) => readErrorLabels(file, problems));
    const [{ labels: stored, right }, types] = await Promise.all([
      storedPredictions(omnidex, id),
      omnidex.errorTypes(run.benchmark.slug),
    ]);
    const known = types.map(({ slug }) => slug);
    for (const row of rows) problems.attempt(() => checkRow(row, stored, known), { ...row, key: row.question });
    const given = together(rows, problems);
    problems.requireNone();
    remarkRight(rows, right);
    return { stored, given };
  });
  const { stored, given } = labels;
  const changed = [...given].filter(([question, types]) => !same(types, stored.get(question) ?? []));
  const after = new Map([...stored, ...changed]);
  const labelled =
    options.dryRun || changed.length === 0
      ? [...after.values()].filter((types) => types.length > 0).length
      : await omnidex.labelErrors(
          id,
          changed.map(([question, errorTypes]) => ({ question, errorTypes })),
        );
  const cleared = changed.filter(([, types]) => types.length === 0).length;
  const counts = { changed: changed.length, cleared, unchanged: given.size - changed.length, labelled };
  if (options.json) return printJson({ dryRun: options.dryRun === true, ...counts });
  await printLine(`${id}  ${plainText(run.model.name)} on ${run.benchmark.slug}: ${text(counts, options)}`);
}

const STORED = `query ($run: ID!, $after: String) {
  run(id: $run) {
    predictions(first: 1000, after: $after) {
      nodes { question { key } errorTypes outcome }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

interface StoredPage {
  readonly run: {
    readonly predictions: {
      readonly nodes: readonly {
        question: { key: string };
        errorTypes: readonly string[] | null;
        outcome: Outcome | null;
      }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  };
}

/** The stored predictions of a run: their error types, and the questions that were answered right. */
interface StoredPredictions {
  readonly labels: Labels;
  readonly right: ReadonlySet<string>;
}

/**
 * All predictions of a run.
 * @throws `CONFLICT` if answers are hidden from the viewer, as the mutation does
 */
async function storedPredictions(omnidex: Omnidex, run: string): Promise<StoredPredictions> {
  const labels = new Map<string, readonly string[]>();
  const right = new Set<string>();
  for (let after: string | null = null, isLast = false; !isLast; ) {
    const page: StoredPage = await omnidex.query<StoredPage>(STORED, { run, after });
    const { nodes, pageInfo } = page.run.predictions;
    for (const { question, errorTypes, outcome } of nodes) {
      if (errorTypes === null)
        throw new OmnidexError(
          "CONFLICT",
          "The answers are hidden from you, and with them which predictions are wrong.",
        );
      labels.set(question.key, errorTypes);
      if (outcome === "CORRECT") right.add(question.key);
    }
    [after, isLast] = [pageInfo.endCursor, !pageInfo.hasNextPage];
  }
  return { labels, right };
}

/** The most rows that a remark names. */
const MOST_ROWS = 10;

/** Remarks that predictions have error types although they are right. They are stored, because a later scoring may differ. */
function remarkRight(rows: readonly ErrorLabelRow[], right: ReadonlySet<string>): void {
  const odd = rows.filter(({ question, errorTypes }) => errorTypes.length > 0 && right.has(question));
  for (const { record, question } of odd.slice(0, MOST_ROWS))
    remark(plainText(`${record.path} (${question}): the prediction is right, so an error type is probably a mistake.`));
  if (odd.length > MOST_ROWS) remark(`… and ${counted(odd.length - MOST_ROWS, "more row")} of right predictions.`);
}

/** @throws {ImportError} for a question without a prediction, or an error type that is not allowed */
function checkRow({ record, field, question, errorTypes }: ErrorLabelRow, stored: Labels, known: readonly string[]) {
  if (!stored.has(question))
    record.fail("the key of a question for which the run has a prediction", `'${question.slice(0, 80)}'`);
  const allowed = allowedErrorTypes(known);
  const wrong = errorTypes.find((type) => !allowed.allows(type));
  if (wrong !== undefined) record.member(field).fail(allowed.expected, `'${wrong.slice(0, 80)}'`);
}

/** The error types of each question, which may have several rows. */
function together(rows: readonly ErrorLabelRow[], problems: ImportProblems): Labels {
  const labels = new Map<string, readonly string[]>();
  for (const { record, question, errorTypes, field } of rows) {
    const types = [...new Set([...(labels.get(question) ?? []), ...errorTypes])];
    labels.set(question, types);
    if (types.length > MOST_ERROR_TYPES)
      problems.attempt(
        () => record.member(field).fail(`at most ${MOST_ERROR_TYPES} error types of a prediction`, `${types.length}`),
        { record, key: question },
      );
  }
  return labels;
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

interface Counts {
  readonly changed: number;
  readonly cleared: number;
  readonly unchanged: number;
  readonly labelled: number;
}

/** "12 predictions changed, 2 of them cleared; 5 unchanged. 40 predictions have an error type." */
function text({ changed, cleared, unchanged, labelled }: Counts, { dryRun }: LabelErrorsOptions): string {
  const of = cleared === 0 ? "" : `, ${cleared} of them cleared`;
  const other = unchanged === 0 ? "" : `; ${unchanged} unchanged`;
  const [would, then] = dryRun ? [" would be", " would then"] : ["", ""];
  const have = labelled === 1 && !dryRun ? "has" : "have";
  return `${counted(changed, "prediction")}${would} changed${of}${other}. ${counted(labelled, "prediction")}${then} ${have} an error type.`;
}

export interface ReportScoresOptions {
  readonly source: string;
  readonly metric: ExternalMetric;
  readonly json?: boolean;
}

/** Stores the scores in a file as reported. Every row is read first, so that all problems are listed at once. */
export async function reportScores(
  reference: string,
  path: string,
  { source, metric, json }: ReportScoresOptions,
): Promise<void> {
  const scores = await withProblems(json === true, () => scoresIn(path));
  const { omnidex, id, run } = await namedRun(reference);
  const reported = await omnidex.reportScores(id, { metric, source, scores });
  if (json) return printJson({ run: id, rows: scores.length, reported });
  const have = reported === 1 ? "has" : "have";
  await printLine(
    `${id}  ${plainText(run.model.name)} on ${run.benchmark.slug}: ${counted(scores.length, "row")} stored; ${counted(reported, "prediction")} ${have} a reported ${metric}.`,
  );
}

async function scoresIn(path: string): Promise<readonly ReportedScoreRow[]> {
  const problems = new ImportProblems();
  const rows = await rowsAt(path, (file) => readReportedScores(file, problems));
  problems.requireNone();
  return rows;
}
