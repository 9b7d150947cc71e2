import { counted } from "../../domain/texts.ts";
import { evidenceText, neededText, notCountedTexts } from "../../formats/tables/run-counts.ts";
import type { KeySuspect, KeyVerdict } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { decimalCell } from "./items.ts";

export interface SuspectsOptions extends SliceOptions, RunOptions, FormatOptions {
  readonly reviewed?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** The maximum number of suspects on a page, and of rank changes for a suspect. */
const MOST = 100;

const COLUMNS: readonly Column[] = [
  { title: "KEY" },
  { title: "IS" },
  { title: "PROPOSED" },
  { title: "EVIDENCE", align: "right" },
  { title: "WRONG", align: "right" },
  { title: "FOR", align: "right", csv: ["for_runs", "for_families"] },
  { title: "AGAINST", align: "right", csv: ["against_runs", "against_families"] },
  { title: "RANKS", align: "right" },
  { title: "REVIEW" },
  { title: "QUESTION", flexible: true },
];

/** Prints the questions of a slice whose answer keys are suspected. */
export async function suspects(benchmark: string, options: SuspectsOptions): Promise<void> {
  const { omnidex } = await connect();
  const filter = await resolveSlice(omnidex, options, benchmark);
  const runs = runFilter(options);
  const { limit, reviewed = false, format } = options;
  const asked = { filter, runs, reviewed, rankChanges: MOST, pageSize: Math.min(limit, MOST) };
  const list = omnidex.keySuspects(benchmark, asked);
  const [page, nodes] = await Promise.all([list.take(1).page(), list.take(limit).toArray()]);
  const { evidence, leftOut, uncounted, withheld, totalCount } = page;
  if (options.json) return printJson({ evidence, leftOut, uncounted, withheld, totalCount, nodes });
  for (const text of notCountedTexts(page)) remark(text);
  for (const missing of withheld) remark(neededText("Suspected keys", missing));
  if (withheld.length > 0) return;
  if (nodes.length === 0)
    return remark(reviewed ? "No question has a review." : `No key is suspected, by ${evidenceText(evidence)}.`);
  await printBeside(
    `${benchmark}, ${evidenceText(evidence)}; FOR: runs (families) that chose PROPOSED; AGAINST: those that chose the key, IS\n`,
    format,
  );
  await printTable(COLUMNS, nodes.map(suspectRow), format);
  if (totalCount > nodes.length) remark(`${nodes.length} of ${counted(totalCount, "question")}. --limit shows more.`);
}

const suspectRow = ({ question, proposedBy, keyChosenBy, ...suspect }: KeySuspect): readonly Cell[] => [
  { text: question.key, style: colors.bold },
  suspect.key,
  suspect.proposed,
  decimalCell(suspect.evidence),
  shareCell(suspect.probability),
  evidenceCell(proposedBy),
  evidenceCell(keyChosenBy),
  String(suspect.rankChanges.length),
  suspect.review?.verdict.toLowerCase() ?? "",
  question.text,
];

/** "12 (5)": runs and families. */
const evidenceCell = ({ runs, families }: KeySuspect["proposedBy"]): Cell => ({
  text: `${runs} (${families})`,
  values: [runs, families],
});

export interface ReviewOptions {
  readonly verdict: Lowercase<KeyVerdict>;
  readonly reason: string;
  readonly answer?: string;
  readonly json?: boolean;
}

const VERDICTS: Readonly<Record<Lowercase<KeyVerdict>, KeyVerdict>> = {
  confirmed: "CONFIRMED",
  ambiguous: "AMBIGUOUS",
  right: "RIGHT",
};

/** Stores a maintainer's decision about the key of a question. */
export async function reviewKey(benchmark: string, question: string, options: ReviewOptions): Promise<void> {
  const { verdict, reason, answer } = options;
  if (answer !== undefined && verdict !== "confirmed") throw new UsageError("--answer needs --verdict confirmed.");
  const { omnidex } = await connect();
  const input = { benchmark, question, verdict: VERDICTS[verdict], reason, ...(answer !== undefined && { answer }) };
  const reviewed = await omnidex.reviewKey(input);
  if (options.json) return printJson(reviewed);
  const { review, keyRevision, rescored, changed } = reviewed;
  if (keyRevision === null) return printLine(`${question}: the key ${review.key} is marked as ${verdict}.`);
  const effect = `${counted(rescored, "run")} rescored, ${changed} of them changed`;
  await printLine(
    `${question}: the key is now ${review.proposed}; it was ${review.key}. Revision ${keyRevision.revision}, ${effect}.`,
  );
}
