import { errorBehind, signedPoints } from "../../domain/figures-text.ts";
import { plainText } from "../../domain/texts.ts";
import type { Omnidex, QuestionFilter, Run, RunAudit } from "../../sdk/index.ts";
import { connect } from "../connection/sdk-client.ts";
import { scoreCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, formatTable, printBeside, printTable } from "../output/table.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveRunSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface AuditOptions extends SliceOptions, FormatOptions {
  readonly extractor?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** Prints how another extractor reads a run. Without `extractor`, prints a line for each extractor. */
export async function audit(reference: string, options: AuditOptions): Promise<void> {
  const { omnidex } = await connect();
  const run = await resolveRun(omnidex, reference);
  const filter = await resolveRunSlice(omnidex, options, run);
  const names = (await omnidex.extractors()).map(({ name }) => name);
  const { extractor, limit, json } = options;
  if (extractor === undefined) return printAll(omnidex, run, filter, names, options);
  if (!names.includes(extractor))
    throw new UsageError(`There is no extractor '${extractor}'.`, namesHint(extractor, names, "extractors"));
  const found = await omnidex.audit(run.id, extractor, { filter, disagreements: limit });
  if (json) return printJson(found);
  if (found === null) return remark(`${run.id} is not scored: it is ${run.status.toLowerCase()}.`);
  await printBeside(`${colors.bold(run.id)}  ${plainText(run.model.name)} on ${run.benchmark.slug}\n`, options.format);
  await printTable(AUDIT, [auditRow(found)], options.format);
  if (found.disagreements.length > 0) await printBeside(`\n${disagreementTable(found)}`, options.format);
  if (found.differences > found.disagreements.length)
    remark(
      `${found.disagreements.length} of ${found.differences} outputs that are read differently. --limit shows more.`,
    );
}

async function printAll(
  omnidex: Omnidex,
  run: Run,
  filter: QuestionFilter,
  names: readonly string[],
  options: AuditOptions,
) {
  const audits: RunAudit[] = [];
  // Sequentially, because each one makes the server read all outputs again.
  for (const name of names) {
    const found = await omnidex.audit(run.id, name, { filter, disagreements: 0 });
    if (found !== null) audits.push(found);
  }
  await (options.json ? printJson(audits) : printTable(AUDIT, audits.map(auditRow), options.format));
}

const AUDIT: readonly Column[] = [
  { title: "EXTRACTOR" },
  { title: "ITS SCORE", align: "right" },
  { title: "THE RUN'S", align: "right" },
  { title: "DIFFERENCE", align: "right" },
  { title: "READ ALIKE", align: "right" },
  { title: "DIFFERENTLY", align: "right" },
];

const auditRow = ({ extractor, score, original, difference, agreements, differences }: RunAudit): readonly Cell[] => [
  { text: `${extractor.name} ${extractor.version}`, style: colors.bold },
  scoreCell(score),
  scoreCell(original),
  { text: difference === null ? "" : signedPoints(difference, score && errorBehind(score)), values: [difference] },
  String(agreements),
  String(differences),
];

const READINGS: readonly Column[] = [
  { title: "QUESTION" },
  { title: "THE RUN'S" },
  { title: "ITS" },
  { title: "RULE" },
  { title: "RESPONSE", flexible: true },
];

const disagreementTable = ({ disagreements }: RunAudit): string =>
  formatTable(
    READINGS,
    disagreements.map(({ question, original, other, response }) => [
      { text: question.key, style: colors.bold },
      `${original.answer ?? "none"}, ${original.outcome.toLowerCase()}`,
      `${other.answer ?? "none"}, ${other.outcome.toLowerCase()}`,
      other.rule,
      response ?? "",
    ]),
    { heading: colors.dim },
  );
