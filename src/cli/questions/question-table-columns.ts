import { CLIENT_COLUMNS, type ClientQuestion, type ColumnType } from "../../formats/questions/question-columns.ts";
import type { Question } from "../../sdk/types.ts";
import { namesHint } from "../output/nearest-name.ts";
import { UsageError } from "../output/usage-error.ts";

/** A column of the flat form of a question. */
export interface QuestionColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly value: (question: Question) => unknown;
}

const clientQuestion = (question: Question): ClientQuestion => ({
  ...question,
  benchmark: question.benchmark.slug,
  category: question.video?.category ?? null,
});

/** The columns in the names and the order of the server's own exports. */
export const QUESTION_COLUMNS: readonly QuestionColumn[] = CLIENT_COLUMNS.map(({ name, type, value }) => ({
  name,
  type,
  value: (question) => value(clientQuestion(question)),
}));

/** The named columns, in the given order; all columns by default. @throws {UsageError} for an unknown name */
export function columnsNamed(
  names: readonly string[] | undefined,
  columns: readonly QuestionColumn[] = QUESTION_COLUMNS,
): readonly QuestionColumn[] {
  if (names === undefined) return columns;
  const all = columns.map(({ name }) => name);
  return names.map((name) => {
    const found = columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new UsageError(`There is no column '${name}'.`, namesHint(name, all, "columns"));
    return found;
  });
}

/** A question as an object of these columns. */
export const questionRow = (columns: readonly QuestionColumn[], question: Question): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name, value }) => [name, value(question)]));
