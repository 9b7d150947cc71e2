import { counted } from "../../domain/counted.ts";
import { sourcedLevel } from "../../domain/curated-levels.ts";
import { valueText } from "../../domain/value-text.ts";
import type { Question } from "../../sdk/types.ts";
import { colors } from "../output/colors.ts";
import { optionSpelling } from "../output/enum-values.ts";
import { clock } from "../output/figures.ts";
import type { TableFormat } from "../output/format-option.ts";
import { remark } from "../output/printing.ts";
import type { Column } from "../output/table.ts";
import { printTable } from "../output/table-formats.ts";
import type { QuestionColumn } from "./question-table-columns.ts";

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
