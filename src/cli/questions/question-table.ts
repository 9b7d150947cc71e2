import { sourcedLevel } from "../../domain/averages-text.ts";
import { counted, valueText } from "../../domain/texts.ts";
import { CLIENT_COLUMNS, type ClientQuestion, type ColumnType } from "../../formats/questions/question-columns.ts";
import type { Question } from "../../sdk/types.ts";
import { clock } from "../output/figures.ts";
import type { TableFormat } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";

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

const COLUMNS: readonly Column[] = [
  { title: "BENCHMARK" },
  { title: "KEY" },
  { title: "TASK" },
  { title: "LEVEL" },
  { title: "AUDIO" },
  { title: "DURATION", align: "right" },
  { title: "QUESTION", flexible: true },
];

/** Prints questions as a table, and to stderr how many more there are. */
export async function printQuestionTable(
  questions: readonly Question[],
  total: number,
  columns: readonly QuestionColumn[] | null,
  format?: TableFormat,
): Promise<void> {
  if (total === 0) return remark("No question matches.");
  if (columns === null) await printTable(COLUMNS, questions.map(defaultRow), format);
  else {
    const titles = columns.map(({ name, type }) => ({ title: name, csv: [name], flexible: /^texts?$/.test(type) }));
    const rows = questions.map((question) => columns.map(({ value }) => cellText(value(question))));
    await printTable(titles, rows, format);
  }
  if (total > questions.length)
    remark(`${questions.length} of ${counted(total, "question")}. --limit shows more; --output writes all to a file.`);
}

const defaultRow = (question: Question) => [
  question.benchmark.slug,
  { text: question.key, style: colors.bold },
  question.task.slug,
  sourcedLevel(question.level, question.task.levelSource, question.benchmark.synthetic),
  question.audioTypes.map(({ type }) => optionSpelling(type)).join(", "),
  { text: clock(question.video?.durationSeconds ?? null), values: [question.video?.durationSeconds ?? null] },
  question.text,
];

const cellText = (value: unknown): string => (value === null ? "" : valueText(value));
