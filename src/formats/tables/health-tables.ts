import { counted, grouped, plainText } from "../../domain/texts.ts";
import { markdownTable, markdownText } from "../encoding/markdown.ts";
import { type Evidence, evidenceText, neededText, notCountedTexts, type RunsNotCounted } from "./run-counts.ts";

/** A finding of a health report. */
export interface ReportedFinding {
  readonly problem: HealthProblem;
  readonly question: { readonly key: string; readonly text: string };
  readonly figure: number | null;
  readonly other: { readonly key: string } | null;
}

/** A health report, as the API returns it. */
export interface ReportedHealth extends RunsNotCounted {
  readonly release: { readonly version: number };
  readonly questionCount: number;
  readonly evidence: Evidence;
  readonly withheld: readonly { readonly figure: string; readonly has: Evidence; readonly needs: Evidence }[];
  readonly problems: readonly { readonly problem: HealthProblem; readonly questions: number }[];
  readonly modalities: readonly {
    readonly modality: string;
    readonly evidence: Evidence;
    readonly tested: number;
    readonly answered: number;
  }[];
  readonly duplicateVideos: readonly {
    readonly video: { readonly key: string };
    readonly other: { readonly key: string };
    readonly reasons: readonly DuplicateReason[];
  }[];
}

type DuplicateReason = "SAME_ADDRESS" | "SAME_QUESTIONS" | "SAME_CAPTION";

/** Each problem in words, as the heading of a list. */
export const PROBLEM_TITLES = {
  SUSPECTED_KEY: "The key is probably wrong",
  AMBIGUOUS_KEY: "The key was reviewed as ambiguous",
  NEGATIVE_DISCRIMINATION: "Abler runs do worse",
  ALL_WRONG: "No run is right",
  ALL_RIGHT: "All runs are right",
  DUPLICATE: "Nearly the same as another question about the video",
  ANSWERED_WITHOUT_VIDEO: "Answered without the video",
  ANSWERED_WITHOUT_AUDIO: "Answered without the audio",
  OFTEN_UNPARSED: "Responses are often unreadable",
  REPEATED: "Nearly the same as a question about another video",
} as const;
export type HealthProblem = keyof typeof PROBLEM_TITLES;

/** The words for each figure that a report may leave out. */
const WITHHELD: Readonly<Record<string, string>> = {
  HEALTH: "The lists of questions that all runs or no run answer correctly, and of unreadable responses,",
  MODEL: "Negative discriminations",
  KEY_SUSPECTS: "Suspected keys",
};

const REASONS: Readonly<Record<DuplicateReason, string>> = {
  SAME_ADDRESS: "one address",
  SAME_QUESTIONS: "the same questions",
  SAME_CAPTION: "the same caption and duration",
};

/** The figure of a finding in words: `ln LR 4.2`, `12 runs`, `83 % of the words`. */
export function findingText({ problem, figure, other }: Omit<ReportedFinding, "question">): string {
  if (figure === null) return "";
  const percentage = `${Math.round(100 * figure)} %`;
  switch (problem) {
    case "SUSPECTED_KEY":
    case "AMBIGUOUS_KEY":
      return `ln LR ${figure.toFixed(1)}`;
    case "NEGATIVE_DISCRIMINATION":
      return `correlation ${figure.toFixed(2).replace("-", "−")}`;
    case "ALL_WRONG":
    case "ALL_RIGHT":
      return `${figure} runs`;
    case "DUPLICATE":
    case "REPEATED":
      return `${percentage} of the words of ${other?.key ?? "another question"}`;
    case "OFTEN_UNPARSED":
      return `${percentage} of the responses`;
    default:
      return `${percentage} of the models keep their right answer`;
  }
}

/** Why two videos may be the same: `one address, the same questions`. */
export const reasonsText = (reasons: readonly DuplicateReason[]): string =>
  reasons.map((reason) => REASONS[reason]).join(", ");

/** The sentences about the figures and runs that are left out of a report, and the evidence that the figures need. */
export const withheldTexts = (report: Pick<ReportedHealth, "withheld" | keyof RunsNotCounted>): readonly string[] => [
  ...report.withheld.map(({ figure, ...missing }) => neededText(WITHHELD[figure] ?? figure, missing)),
  ...notCountedTexts(report, "Counted only for answers without video or audio"),
];

/** The sentence about the test of a modality: its result, or why it is left out. */
export function modalityText({ modality, evidence, tested, answered }: ReportedHealth["modalities"][number]): string {
  const name = modality.toLowerCase();
  const models = `${counted(evidence.runs, "model")} of ${counted(evidence.families, "family")}`;
  return tested === 0
    ? `To show what models answer without ${name}, submit runs of the same models with it and without it. There are such runs of ${models}.`
    : `Without ${name}, models answer ${grouped(answered)} of ${counted(tested, "question")} as well as with it (${models}).`;
}

/**
 * The text of a health report in GitHub Flavored Markdown.
 * @param findings the findings to list; the counts in the report cover all findings
 */
export function healthMarkdown(
  benchmark: string,
  report: ReportedHealth,
  findings: readonly ReportedFinding[],
): string {
  const { release, questionCount, evidence, problems, modalities, duplicateVideos } = report;
  const lines = [
    `# Health of ${cell(benchmark)}, release ${release.version}`,
    `${counted(questionCount, "question")}; ${evidenceText(evidence)}.`,
    ...withheldTexts(report).map(markdownText),
    ...modalities.map(modalityText).map(markdownText),
    markdownTable(
      ["Problem", "Questions"],
      problems.map(({ problem, questions }) => [PROBLEM_TITLES[problem], grouped(questions)]),
      [undefined, "right"],
    ),
    ...problems.flatMap(({ problem, questions }) => problemSection(problem, questions, findings)),
    ...videoSection(duplicateVideos),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n\n")}\n`;
}

const cell = (text: string): string => markdownText(plainText(text));

function problemSection(
  problem: HealthProblem,
  questions: number,
  findings: readonly ReportedFinding[],
): readonly string[] {
  const listed = findings.filter((finding) => finding.problem === problem);
  if (listed.length === 0) return [];
  const rows = listed.map((finding) => [
    cell(finding.question.key),
    cell(findingText(finding)),
    cell(finding.question.text),
  ]);
  const rest = questions - listed.length;
  return [
    `## ${PROBLEM_TITLES[problem]}`,
    markdownTable(["Question", "Evidence", "Text"], rows, []),
    ...(rest > 0 ? [`And ${counted(rest, "other question")}.`] : []),
  ];
}

function videoSection(videos: ReportedHealth["duplicateVideos"]): readonly string[] {
  if (videos.length === 0) return [];
  const rows = videos.map(({ video, other, reasons }) => [cell(video.key), cell(other.key), reasonsText(reasons)]);
  return ["## Videos that may be the same", markdownTable(["Video", "Earlier video", "In common"], rows, [])];
}
