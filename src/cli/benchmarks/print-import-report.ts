import { EVERYONE_SEES } from "../../domain/exported-release.ts";
import { boardsText, hiddenElsewhereText, type ImportReport, seenBeforeText } from "../../domain/import-report.ts";
import { counted, grouped, plainText } from "../../domain/texts.ts";
import { formatReleaseChanges } from "./print-release-changes.ts";

const STATUS = {
  CREATED: "imported as release",
  UNCHANGED: "unchanged: it is already release",
  RESTORED: "is current again: it is release",
} as const;

const DRY_STATUS = {
  CREATED: "would be imported as release",
  UNCHANGED: "would stay unchanged: it is already release",
  RESTORED: "would be current again: it is release",
} as const;

/** The report as text: the counts of what was read, and the first keys of each kind of oddity. */
export function formatImportReport(report: ImportReport): string {
  const { videos, questions, categories, tasks } = report.counts;
  const status = (report.dryRun ? DRY_STATUS : STATUS)[report.status];
  return [
    `${report.benchmark} ${status} ${report.releaseVersion} (${report.format}, ${report.contentHash.slice(0, 12)})`,
    `  ${[counted(questions, "question"), counted(videos, "video"), counted(tasks, "task"), counted(categories, "category")].join(", ")}`,
    ...(report.answerAccess === EVERYONE_SEES ? [] : hiddenLines(report)),
    ...warnings(report).map((text) => `  WARNING: ${text}`),
    ...oddityLines(report.oddities),
    ...(report.changes === null ? [] : ["", formatReleaseChanges(report.changes)]),
    ...(report.dryRun ? [drySummary(report)] : []),
    ...(report.open === undefined
      ? []
      : ["", "The open part, whose answers everyone sees:", formatImportReport(report.open)]),
  ].join("\n");
}

/** Who sees what of a release that hides its answers. A server of an earlier version sends no share. */
function hiddenLines({ benchmark, publicShare, status }: ImportReport): readonly string[] {
  if (publicShare === undefined) return ["  its answers are hidden"];
  return [
    `  its answers are hidden; ${boardsText(publicShare)}`,
    ...(publicShare === null || status !== "CREATED"
      ? []
      : [`  the date: omnidex challenge move ${benchmark} --private-opens <date>`]),
  ];
}

/** The warnings about questions that other releases share, each with advice. A server of an earlier version sends none. */
function warnings({ seenBefore = 0, hiddenElsewhere = [] }: Partial<ImportReport>): readonly string[] {
  const replace = seenBefore === 1 ? "Replace it by a new question." : "Replace them by new questions.";
  return [
    ...(seenBefore > 0 ? [`${seenBeforeText(seenBefore)} ${replace}`] : []),
    ...hiddenElsewhere.map((found) => {
      const [its, it] = found.questionCount === 1 ? ["its answer", "it"] : ["their answers", "them"];
      return `${hiddenElsewhereText(found)} With this release, everyone can see ${its}. Leave ${it} out, or import with --answers hidden.`;
    }),
  ];
}

const drySummary = ({ changes }: ImportReport): string =>
  changes === null || changes.reasons.length === 0
    ? "Nothing was written."
    : "Nothing was written. The import needs --replace.";

function oddityLines(oddities: ImportReport["oddities"]): readonly string[] {
  if (oddities.length === 0) return ["  nothing odd was found"];
  const byCode = groupByCode(oddities);
  const remark =
    oddities.length === 1
      ? "imported as it is (--json has the details)"
      : "imported as they are (--json has the details of each)";
  return [
    `  ${counted(oddities.length, "oddity")}, ${remark}:`,
    ...[...byCode].flatMap(([code, all]) => [
      `    ${code} ${grouped(all.length)}${firstKeys(all)}`,
      ...(EXPLAINED.has(code) ? messagesOf(all).map((message) => `      ${plainText(message)}`) : []),
    ]),
  ];
}

/** The kinds of oddities that are probably mistakes of the file's author. Their messages are listed. */
const EXPLAINED: ReadonlySet<string> = new Set([
  "UNKNOWN_FIELD",
  "AMBIGUOUS_ANSWER",
  "ANSWER_TEXT_MATCHES_NO_OPTION",
  "NO_OPTIONS",
  "SINGLE_OPTION",
  "UNLIKELY_DURATION",
  "CHANCE_DISAGREES",
]);

/** The first messages, each once. */
const messagesOf = (oddities: ImportReport["oddities"]): readonly string[] =>
  [...new Set(oddities.map(({ message }) => message))].slice(0, MOST_KEYS);

/** The most keys, or messages, that are listed for a kind of oddity. */
const MOST_KEYS = 10;

/** The first keys with an oddity, each once. Their number stands before them if some key has several oddities. */
function firstKeys(oddities: ImportReport["oddities"]): string {
  const keys = [...new Set(oddities.map(({ key }) => key))];
  const inKeys = keys.length < oddities.length ? ` at ${counted(keys.length, "key")}` : "";
  const shown = [...keys.slice(0, MOST_KEYS), ...(keys.length > MOST_KEYS ? ["…"] : [])].join(", ");
  return `${inKeys}: ${shown}`;
}

function groupByCode(oddities: ImportReport["oddities"]): ReadonlyMap<string, ImportReport["oddities"]> {
  const groups = new Map<string, ImportReport["oddities"][number][]>();
  for (const oddity of oddities) {
    const group = groups.get(oddity.code);
    if (group === undefined) groups.set(oddity.code, [oddity]);
    else group.push(oddity);
  }
  return groups;
}
