import { EVERYONE_SEES } from "../../domain/exported-release.ts";
import type { HiddenElsewhere, ImportReport } from "../../domain/import-report.ts";
import { formatReleaseChanges } from "./release-changes.ts";

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

/** The report as text: the counts of what was read, and the keys of all oddities. */
export function formatImportReport(report: ImportReport): string {
  const { videos, questions, categories, tasks } = report.counts;
  const status = (report.dryRun ? DRY_STATUS : STATUS)[report.status];
  return [
    `${report.benchmark} ${status} ${report.releaseVersion} (${report.format}, ${report.contentHash.slice(0, 12)})`,
    `  ${[counted(questions, "question"), counted(videos, "video"), counted(tasks, "task"), counted(categories, "category")].join(", ")}`,
    ...(report.answerAccess === EVERYONE_SEES ? [] : ["  its answers are hidden"]),
    ...((report.seenBefore ?? 0) > 0 ? [`  WARNING: ${seenText(report)}`] : []),
    ...(report.hiddenElsewhere ?? []).map((found) => `  WARNING: ${shownText(found)}`),
    ...oddityLines(report.oddities),
    ...(report.changes === null ? [] : ["", formatReleaseChanges(report.changes)]),
    ...(report.dryRun ? [drySummary(report)] : []),
  ].join("\n");
}

const seenText = ({ seenBefore }: ImportReport): string =>
  seenBefore === 1
    ? "1 question is also in a release whose answers everyone can see, so its answer is not secret. Replace it by a new question."
    : `${counted(seenBefore, "question")} are also in a release whose answers everyone can see, so their answers are not secret. Replace them by new questions.`;

const shownText = ({ benchmark, questionCount }: HiddenElsewhere): string =>
  questionCount === 1
    ? `1 question is also in '${benchmark}', which hides its answers. With this release, everyone can see its answer. Leave it out, or import with --answers hidden.`
    : `${counted(questionCount, "question")} are also in '${benchmark}', which hides its answers. With this release, everyone can see their answers. Leave them out, or import with --answers hidden.`;

const drySummary = ({ changes }: ImportReport): string =>
  changes === null || changes.reasons.length === 0
    ? "Nothing was written."
    : "Nothing was written. The import needs --replace.";

const counted = (number: number, noun: string): string =>
  `${number} ${number === 1 ? noun : noun.replace(/y$/, "ie").concat("s")}`;

function oddityLines(oddities: ImportReport["oddities"]): readonly string[] {
  if (oddities.length === 0) return ["  nothing odd was found"];
  const byCode = groupByCode(oddities);
  return [
    `  ${oddities.length} oddities, imported as they are (--json has the details of each):`,
    ...[...byCode].map(([code, all]) => `    ${code} ${all.length}: ${all.map(({ key }) => key).join(", ")}`),
  ];
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
