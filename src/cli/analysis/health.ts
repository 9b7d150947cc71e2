import { counted, grouped } from "../../domain/texts.ts";
import {
  findingText,
  healthMarkdown,
  modalityText,
  PROBLEM_TITLES,
  reasonsText,
  withheldTexts,
} from "../../formats/tables/health-tables.ts";
import { evidenceText } from "../../formats/tables/run-counts.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { HealthFinding, HealthProblem, HealthReport, RunFilter } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, print, printJson, printLine, remark } from "../output/printing.ts";
import { type Column, printBeside, printTable } from "../output/table.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";

export interface HealthOptions extends RunOptions, FormatOptions {
  readonly problem?: HealthProblem;
  readonly limit: number;
  readonly json?: boolean | readonly string[];
}

const COUNTS: readonly Column[] = [{ title: "PROBLEM" }, { title: "QUESTIONS", align: "right" }];
const FINDINGS: readonly Column[] = [
  { title: "KEY" },
  { title: "PROBLEM" },
  { title: "EVIDENCE", csv: ["figure"] },
  { title: "QUESTION", flexible: true },
];
const VIDEOS: readonly Column[] = [{ title: "VIDEO" }, { title: "EARLIER VIDEO" }, { title: "IN COMMON" }];

/** Prints the health report of a benchmark. */
export async function health(benchmark: string, options: HealthOptions): Promise<void> {
  const { omnidex } = await connect();
  const runs = runFilter(options);
  const { problem, limit, format } = options;
  const { report, findings } = await readReport(omnidex, benchmark, { runs, problem, limit });
  // Named fields are those of the findings, the list of this report.
  if (options.json) return printJson(Array.isArray(options.json) ? findings : { ...report, findings });
  if (format === "MD") return print(healthMarkdown(benchmark, report, findings));
  const remarks = [...withheldTexts(report), ...report.modalities.map(modalityText)];
  for (const text of remarks) remark(text);
  await printBeside(`${benchmark}, release ${report.release.version}, ${evidenceText(report.evidence)}\n`, format);
  if (format === undefined || format === "TABLE") {
    await printTable(COUNTS, report.problems.map(countRow));
    if (report.duplicateVideos.length > 0) {
      await printLine("\nVideos that may be the same\n");
      await printTable(VIDEOS, report.duplicateVideos.map(videoRow));
    }
    if (findings.length > 0) await printLine("");
  }
  if (findings.length > 0) await printTable(FINDINGS, findings.map(findingRow), format);
  const { totalCount } = report.findings;
  if (totalCount > findings.length)
    remark(`${findings.length} of ${counted(totalCount, "finding")}. --limit shows more, --problem picks one problem.`);
}

/** A page of the API holds at most this many findings. */
const MOST = 1_000;

interface Asked {
  readonly runs: RunFilter | undefined;
  readonly problem: HealthProblem | undefined;
  readonly limit: number;
}

async function readReport(
  omnidex: Omnidex,
  benchmark: string,
  { limit, ...asked }: Asked,
): Promise<{ readonly report: HealthReport; readonly findings: readonly HealthFinding[] }> {
  const page = (after: string | null, left: number): Promise<HealthReport> =>
    omnidex.benchmarkHealth(benchmark, { ...asked, first: Math.min(MOST, left), after });
  const report = await page(null, limit);
  const findings = [...report.findings.nodes];
  for (let { pageInfo } = report.findings; pageInfo.hasNextPage && findings.length < limit; ) {
    const next = await page(pageInfo.endCursor, limit - findings.length);
    findings.push(...next.findings.nodes);
    pageInfo = next.findings.pageInfo;
  }
  return { report, findings };
}

const countRow = ({ problem, questions }: HealthReport["problems"][number]) => [
  PROBLEM_TITLES[problem],
  grouped(questions),
];

const findingRow = (finding: HealthFinding) => [
  { text: finding.question.key, style: colors.bold },
  PROBLEM_TITLES[finding.problem],
  { text: findingText(finding), values: [finding.figure] },
  finding.question.text,
];

const videoRow = ({ video, other, reasons }: HealthReport["duplicateVideos"][number]) => [
  { text: video.key, style: colors.bold },
  other.key,
  reasonsText(reasons),
];
