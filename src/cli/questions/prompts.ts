import { counted } from "../../domain/texts.ts";
import { connect } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";
import type { PromptedQuestion } from "./question-prompts.ts";

export interface PromptsOptions extends FormatOptions {
  readonly wording?: boolean;
  readonly json?: boolean;
}

interface Template {
  readonly name: string;
  readonly title: string;
  readonly benchmark: string | null;
  readonly inputs: readonly string[];
  readonly source: string;
  readonly default: boolean;
  readonly text: string;
  readonly placeholders: readonly string[];
}

const DOCUMENT = `query ($benchmark: String) {
  promptTemplates(benchmark: $benchmark) { name title benchmark inputs source default text placeholders }
}`;

const COLUMNS: readonly Column[] = [
  { title: "NAME" },
  { title: "DEFAULT" },
  { title: "INPUTS" },
  { title: "FROM" },
  { title: "TITLE", flexible: true },
];

/** Prints the templates that fit a benchmark, or all templates. */
export async function prompts(benchmark: string | undefined, options: PromptsOptions): Promise<void> {
  const { omnidex } = await connect();
  const { promptTemplates } = await omnidex.query<{ promptTemplates: readonly Template[] }>(DOCUMENT, {
    benchmark: benchmark ?? null,
  });
  if (options.json) return printJson(promptTemplates);
  if (options.wording) return printWordings(promptTemplates);
  const rows = promptTemplates.map((template) => [
    { text: template.name, style: colors.bold },
    template.default ? "yes" : "",
    template.inputs.map(optionSpelling).join(", "),
    template.source,
    template.title,
  ]);
  await printTable(COLUMNS, rows, options.format);
}

async function printWordings(templates: readonly Template[]): Promise<void> {
  for (const [at, { name, source, text }] of templates.entries())
    await printLine(`${at === 0 ? "" : "\n"}${colors.bold(`# ${name} (${source})`)}\n${text}`);
}

/** Prints prompts as text, each below its question's key, with line breaks preserved. */
export async function printPrompts(questions: readonly PromptedQuestion[], total: number): Promise<void> {
  if (total === 0) return remark("No question matches.");
  for (const [at, { benchmark, key, prompt }] of questions.entries()) {
    const heading = colors.bold(`# ${withoutControls(`${benchmark.slug} ${key}`)}`);
    await printLine(`${at === 0 ? "" : "\n"}${heading}\n${withoutControls(prompt)}`);
  }
  if (total > questions.length)
    remark(`${questions.length} of ${counted(total, "question")}. --limit shows more; --output writes all to a file.`);
}

/** Removes control characters, except line breaks and tabs, and bidirectional marks. CR and CRLF become LF. */
const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
