import type { Question } from "../../sdk/types.ts";
import { colors } from "../output/colors.ts";
import { clock, counted } from "../output/figures.ts";
import { printLine, remark } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";
import { optionSpelling } from "../slice/enum-values.ts";
import type { QuestionColumn } from "./question-columns.ts";

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
): Promise<void> {
  if (total === 0) return remark("No question matches.");
  const table =
    columns === null
      ? formatTable(COLUMNS, questions.map(defaultRow), { heading: colors.dim })
      : formatTable(
          columns.map(({ name, type }) => ({ title: name, flexible: type === "text" || type === "texts" })),
          questions.map((question) => columns.map(({ value }) => cellText(value(question)))),
          { heading: colors.dim },
        );
  await printLine(table);
  if (total > questions.length)
    remark(`${questions.length} of ${counted(total, "question")}. --limit shows more; --output writes all to a file.`);
}

const defaultRow = (question: Question) => [
  question.benchmark.slug,
  { text: question.key, style: colors.bold },
  question.task.slug,
  question.level.toLowerCase(),
  question.audioTypes.map(({ type }) => optionSpelling(type)).join(", "),
  clock(question.video?.durationSeconds ?? null),
  question.text,
];

const cellText = (value: unknown): string =>
  value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
