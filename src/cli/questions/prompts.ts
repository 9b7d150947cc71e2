import { connect } from "../connection/sdk-client.ts";
import { colors } from "../output/colors.ts";
import { optionSpelling } from "../output/enum-values.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { printJson, printLine } from "../output/printing.ts";
import type { Column } from "../output/table.ts";
import { printTable } from "../output/table-formats.ts";

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
