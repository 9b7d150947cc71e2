import { percent } from "../../domain/figures-text.ts";
import { counted, plainText } from "../../domain/texts.ts";
import type { RemarkSummary, Run, ValidationReport } from "../../sdk/types.ts";
import { colors } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";

/** What each code says about a row, as the predicate of a sentence. */
const NAMES: Readonly<Record<string, string>> = {
  EMPTY_RESPONSE: "has no response",
  UNPARSED_RESPONSE: "has no answer in it",
  MALFORMED_ANSWER: "has a malformed answer",
  NO_SUCH_OPTION: "names an option that does not exist",
  AMBIGUOUS_RESPONSE: "can be read in several ways",
  RESPONSE_AND_ERROR: "has a response and an error",
  FAILURE_RESPONSE: "is a failure of the script or the API",
  MISSING_CONFIRMATION: "has no confirmation",
  UNPARSED_CONFIRMATION: "has no answer in its confirmation",
  FAILED_CONFIRMATION: "has a failure as its confirmation",
};

/** The warnings to read before a score, most important first; empty if there are none. */
export function reportWarnings(report: Pick<ValidationReport, "partial" | "remarks" | "covered" | "scorable">): string {
  const { partial, remarks, covered, scorable } = report;
  const parts = [partial ? partialText(covered, scorable) : "", unconfirmedText(remarks), remarksText(remarks)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The warnings of a run that is shown by itself. */
export const runWarnings = ({ partial, counts }: Run, remarks: RemarkSummary | null): string => {
  const scorable = counts === null ? 0 : counts.total - counts.unscored;
  const covered = scorable - (counts?.missing ?? 0);
  return reportWarnings({ partial, remarks: remarks ?? NO_REMARKS, covered, scorable });
};

const NO_REMARKS: RemarkSummary = {
  suspicious: false,
  rows: 0,
  share: 0,
  kinds: [],
  examples: [],
  otherReader: null,
};

function partialText(covered: number, scorable: number): string {
  const share = scorable === 0 ? 0 : covered / scorable;
  return (
    colors.bold("Partial: ") +
    `it has predictions for ${covered} of ${counted(scorable, "question")} (${percent(share)} %); the others count as wrong. ` +
    "Leaderboards leave it out; --partial shows it."
  );
}

/** The warning about missing confirmations. One stray confirmation is enough to make a run double-response. */
function unconfirmedText({ kinds }: RemarkSummary): string {
  const missing = kinds.find(({ code }) => code === "MISSING_CONFIRMATION");
  if (missing === undefined) return "";
  const has = missing.count === 1 ? "has" : "have";
  return (
    colors.bold("Confirmations: ") +
    `the run is double-response, because some rows have a confirmation. ${counted(missing.count, "row")} for questions that are ` +
    `asked twice ${has} no confirmation and ${missing.count === 1 ? "counts" : "count"} as wrong. Without any confirmation the run is ranked with single-response runs.`
  );
}

const COLUMNS: readonly Column[] = [
  { title: "ROW", align: "right" },
  { title: "QUESTION" },
  { title: "READ" },
  { title: "RESPONSE", flexible: true },
];

function remarksText({ suspicious, rows, share, kinds, examples, otherReader }: RemarkSummary): string {
  const [commonest] = kinds;
  if (!suspicious || commonest === undefined) return "";
  const kind = NAMES[commonest.code] ?? commonest.code;
  const lead =
    `${counted(rows, "row")} (${percent(share)} %) ${rows === 1 ? "has" : "have"} remarks. The most common, on ${counted(commonest.count, "row")} ` +
    `(${percent(commonest.share)} %): it ${kind} (${commonest.code}).`;
  const table = examples.map(({ row, question, answer, response }) => [
    row === null ? "" : String(row + 1),
    plainText(question),
    plainText(answer ?? "nothing"),
    plainText((response ?? "").replaceAll(/\s+/g, " ")),
  ]);
  const parts = [
    `${colors.bold("Suspicious: ")}${lead}`,
    ...(table.length === 0 ? [] : [formatTable(COLUMNS, table, { heading: colors.dim })]),
    ...(otherReader === null || findNothing(otherReader) ? [] : [otherReaderText(otherReader)]),
  ];
  return parts.join("\n");
}

/** Whether neither extractor finds an answer in any of the rows with a remark. */
const findNothing = ({ answered, ownAnswered }: NonNullable<RemarkSummary["otherReader"]>): boolean =>
  answered === 0 && ownAnswered === 0;

/** What another extractor reads in the rows with a remark, and its score on them. One row gets its own wording. */
function otherReaderText(other: NonNullable<RemarkSummary["otherReader"]>): string {
  const { extractor, rows, answered, ownAnswered, score, ownScore } = other;
  const scores =
    score === null || ownScore === null
      ? ""
      : ` and scores ${percent(score)} % on ${rows === 1 ? "it" : "them"}; this run has ${percent(ownScore)} %`;
  const inOne = answered === 0 ? "finds no answer in this row" : "finds an answer in this row";
  const found = rows === 1 ? inOne : `finds answers in ${answered} of these ${rows} rows`;
  return `The reader ${extractor.name} ${found}${scores}. Omnidex finds ${ownAnswered}.`;
}
