import type { Paged, Question } from "../../sdk/index.ts";
import type { QuestionOrderField } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import type { QuestionFileFormat, TableOnlyFormat } from "../export/export-formats.ts";
import { printJson, printJsonArray, printLine } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { printPrompts } from "./prompts.ts";
import { fileFormat, tableFormat, writeQuestionFile } from "./question-file.ts";
import { PROMPT_COLUMN, withPrompts } from "./question-prompts.ts";
import { columnsNamed, printQuestionTable, QUESTION_COLUMNS, questionRow } from "./question-table.ts";

export interface QuestionsOptions extends SliceOptions {
  readonly output?: string;
  readonly format?: QuestionFileFormat | TableOnlyFormat;
  readonly columns?: readonly string[];
  readonly limit?: number;
  readonly count?: boolean;
  /** The name of a template; true for each benchmark's default. */
  readonly prompt?: string | true;
  readonly sort?: QuestionOrderField;
  readonly desc?: boolean;
  readonly json?: boolean;
}

const PAGE = 1000;
/** The default number of rows in a table. */
const TABLE_LIMIT = 30;

/** Prints or writes the questions of a slice. */
export async function questions(options: QuestionsOptions): Promise<void> {
  const { output, json, count, limit } = options;
  if (output !== undefined && (json || count))
    throw new UsageError("--output cannot be combined with --json or --count.");
  const prompted = options.prompt !== undefined;
  const columns = columnsNamed(options.columns, prompted ? [...QUESTION_COLUMNS, PROMPT_COLUMN] : QUESTION_COLUMNS);
  const format = output === undefined ? null : fileFormat(output, options.format);
  const shown = output === undefined ? tableFormat(options.format) : undefined;
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options);
  const plain = (wanted: number): Paged<Question> =>
    omnidex.questions({ filter, ...order(options), pageSize: Math.min(PAGE, wanted) }).take(wanted);
  const asked = (wanted: number) => withPrompts(omnidex, plain(wanted), templateOf(options));
  const list = (wanted: number): AsyncIterable<Question> => (prompted ? asked(wanted) : plain(wanted));
  const total = async (): Promise<number> => (await omnidex.questions({ filter, pageSize: 1 }).page()).totalCount;
  const all = limit ?? Number.MAX_SAFE_INTEGER;

  if (count) return json ? printJson({ count: await total() }) : printLine(String(await total()));
  if (output !== undefined && format !== null) {
    const expected = Math.min(all, await total());
    return writeQuestionFile(list(all), { output, format, columns, expected, whole: options.columns === undefined });
  }
  if (json) return printJsonArray(options.columns === undefined ? list(all) : rowsOf(list(all), columns));
  const wanted = limit ?? TABLE_LIMIT;
  if (prompted && options.columns === undefined)
    return printPrompts(...(await Promise.all([arrayOf(asked(wanted)), total()])));
  const [rows, of] = await Promise.all([arrayOf(list(wanted)), total()]);
  await printQuestionTable(rows, of, options.columns === undefined ? null : columns, shown);
}

/** The name of the template; null means each benchmark's default. */
const templateOf = ({ prompt }: QuestionsOptions): string | null => (typeof prompt === "string" ? prompt : null);

async function arrayOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const array: T[] = [];
  for await (const item of items) array.push(item);
  return array;
}

async function* rowsOf(list: AsyncIterable<Question>, columns: ReturnType<typeof columnsNamed>) {
  for await (const question of list) yield questionRow(columns, question);
}

const order = ({ sort, desc }: QuestionsOptions) =>
  sort === undefined && !desc
    ? {}
    : ({ orderBy: { field: sort ?? "ORDINAL", direction: desc ? "DESC" : "ASC" } } as const);
