import type { Viewer } from "../../../domain/viewer.ts";
import type { Outcome } from "../../../domain/vocabulary.ts";
import type { Extractor, Span } from "../../../reading/extraction.ts";
import { officialReader } from "../../../reading/official/official-reader.ts";
import { ANSWERED, type PredictionOutput } from "../../../scoring/score-prediction.ts";
import { fetchViewedRelease } from "../../memory/release-queries.ts";
import { fetchRunPredictions } from "../key-revision-queries.ts";
import { fetchReadings, type StoredReading } from "../prediction-queries.ts";
import type { AnswerSheet, SheetQuestion } from "../reading/answer-sheet.ts";
import { RowReader, readAll } from "../reading/row-reader.ts";
import { fetchRun } from "../run-writes.ts";
import { type RowIssue, type RowIssueCode, rowIssue, warningOf } from "./row-issues.ts";
import type { RunServices } from "./run-services.ts";

/** A run by primary key, and whether the viewer sees its responses. */
export interface RemarkedRun {
  readonly run: number;
  readonly responsesVisible: boolean;
}

/**
 * The remarks on a run's stored predictions; null if the run does not exist or is open. The texts of responses are
 * loaded, and read by a second extractor, only if the run is suspicious and the viewer sees them.
 * @param chargeReading called with the number of characters to be read again; may throw
 */
export async function runRemarks(
  { database, sheets, pool, budget }: Pick<RunServices, "database" | "sheets" | "pool" | "budget">,
  viewer: Viewer,
  { run: id, responsesVisible }: RemarkedRun,
  examples: number,
  chargeReading: (characters: number) => void,
): Promise<RemarkSummary | null> {
  const run = await fetchRun(database, id);
  if (run === undefined || run.status === "OPEN") return null;
  const [sheet, readings] = [await sheets.load(database, run), await fetchReadings(database, id)];
  const codes = remarkCodes(readings, sheet);
  const counts = countRemarks([...codes.values()], readings.length);
  if (!counts.suspicious || !responsesVisible) return countsOnly(counts);
  const stored = await fetchRunPredictions(database, [id], [...codes.keys()]);
  chargeReading(stored.reduce((sum, { response }) => sum + (response?.length ?? 0), 0));
  const rows = stored
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .flatMap((prediction): RemarkedRow[] => {
      const [question, code] = [sheet.questions[prediction.ordinal], codes.get(prediction.ordinal)];
      if (question === undefined || code === undefined) return [];
      const { outcome, score } = prediction;
      return [{ row: null, code, question, output: prediction, outcome, score, read: () => prediction }];
    });
  return summarizeRemarks(counts, rows, await secondReading({ database, pool, budget }, viewer, sheet), examples);
}

/** The codes of the predictions that have a remark, by ordinal. */
function remarkCodes(readings: readonly StoredReading[], sheet: AnswerSheet): ReadonlyMap<number, RowIssueCode> {
  const codes = new Map<number, RowIssueCode>();
  for (const reading of readings) {
    const question = sheet.questions[reading.ordinal];
    const warning = question === undefined ? null : warningOf(reading, question);
    if (question === undefined || warning === null) continue;
    const issue = rowIssue(0, question.key, ...warning);
    if (isRemark(issue)) codes.set(reading.ordinal, issue.code);
  }
  return codes;
}

/** The share of remarks above which a submission is suspicious. */
const SUSPICIOUS_SHARE = 1 / 5;

/** How many rows have remarks of one code. */
export interface RemarkKind {
  readonly code: RowIssueCode;
  readonly count: number;
  /** Of all rows, 0 to 1. */
  readonly share: number;
}

/** How many rows of a run have remarks. */
export interface RemarkCounts {
  /** Rows with a remark. A row has at most one. */
  readonly rows: number;
  /** Of all rows, 0 to 1. */
  readonly share: number;
  /** Whether the share is above one fifth. */
  readonly suspicious: boolean;
  /** The most frequent first. */
  readonly kinds: readonly RemarkKind[];
}

/** Whether an issue is a remark: a warning about the submitted row, not about a limit of the server. */
export const isRemark = ({ severity, code }: Pick<RowIssue, "severity" | "code">): boolean =>
  severity === "WARNING" && code !== "UNSCORED_FORMAT";

/**
 * Counts the remarks of a run.
 * @param codes the code of each remark
 * @param total the number of rows of the run
 */
export function countRemarks(codes: readonly RowIssueCode[], total: number): RemarkCounts {
  const counts = new Map<RowIssueCode, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const shareOf = (count: number): number => (total === 0 ? 0 : count / total);
  const kinds = [...counts]
    .map(([code, count]) => ({ code, count, share: shareOf(count) }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  const share = shareOf(codes.length);
  return { rows: codes.length, share, suspicious: share > SUSPICIOUS_SHARE, kinds };
}

/** A row with a remark. */
export interface RemarkedRow {
  /** Index in the submission, from 0; null if the run is read from the database. */
  readonly row: number | null;
  readonly code: RowIssueCode;
  readonly question: SheetQuestion;
  readonly output: PredictionOutput;
  readonly outcome: Outcome;
  /** 0 to 1. */
  readonly score: number | null;
  /** The answer read from the response; computed for examples only. */
  readonly read: () => AnswerRead | Promise<AnswerRead>;
}

/** The answer read from a response, and its position. */
interface AnswerRead {
  readonly answer: string | null;
  readonly span: Span | null;
}

/** A row that has the most frequent remark, as an example. It reveals nothing about the answer key. */
export interface RemarkExample {
  readonly row: number | null;
  readonly question: string;
  readonly code: RowIssueCode;
  /** A part of the response of at most 200 characters; null for a row without a response. */
  readonly response: string | null;
  /** The answer read from the response; null if none was found. */
  readonly answer: string | null;
}

/** How another extractor reads the rows with remarks. */
export interface OtherReading {
  readonly extractor: Extractor;
  /** The number of rows that both extractors have read. */
  readonly rows: number;
  /**
   * The number of rows in which this extractor finds an answer, and the number in which the run's own extractor does.
   */
  readonly answered: number;
  readonly ownAnswered: number;
  /** The mean score of the rows, from 0 to 1; null if answers are hidden. */
  readonly score: number | null;
  readonly ownScore: number | null;
}

/** `RemarkSummary` of the schema. */
export interface RemarkSummary extends RemarkCounts {
  /** Examples of the most frequent remark; empty if the run is not suspicious. */
  readonly examples: readonly RemarkExample[];
  /** The reading of another extractor; null if the run is not suspicious. */
  readonly otherReader: OtherReading | null;
}

/** The means of reading the rows of a suspicious run again. */
export interface SecondReading {
  /**
   * A reader with another extractor; null if no other extractor applies, for example to a run that was asked without
   * options.
   */
  readonly reader: RowReader | null;
  /** Whether the viewer may see data that reveals answers. */
  readonly answersVisible: boolean;
}

/** The number of examples in a report. */
const EXAMPLES = 3;

/** A summary of counts alone. */
export const countsOnly = (counts: RemarkCounts): RemarkSummary => ({ ...counts, examples: [], otherReader: null });

/** Adds examples to the counts of a suspicious run, and the score that another extractor would give. */
export async function summarizeRemarks(
  counts: RemarkCounts,
  rows: readonly RemarkedRow[],
  { reader, answersVisible }: SecondReading,
  mostExamples = EXAMPLES,
): Promise<RemarkSummary> {
  const commonest = rows.filter(({ code }) => code === counts.kinds[0]?.code);
  const examples = await Promise.all(commonest.slice(0, mostExamples).map(example));
  return { ...counts, examples, otherReader: reader && (await readAgain(rows, reader, answersVisible)) };
}

async function example({ row, question, code, output, read }: RemarkedRow): Promise<RemarkExample> {
  const { answer, span } = await read();
  const response = code.endsWith("_CONFIRMATION")
    ? excerptOf(output.confirmation, null)
    : excerptOf(output.response ?? output.error, span);
  return { row, question: question.key, code, response, answer };
}

async function readAgain(
  rows: readonly RemarkedRow[],
  reader: RowReader,
  answersVisible: boolean,
): Promise<OtherReading> {
  let [answered, sum, ownAnswered, ownSum] = [0, 0, 0, 0];
  const outputs = rows.map(({ output, question }) => ({ ...output, ordinal: question.ordinal }));
  const others = await readAll(outputs, reader);
  for (const [index, { outcome, score }] of rows.entries()) {
    const other = others[index];
    if (other !== undefined && ANSWERED.has(other.outcome)) answered += 1;
    if (ANSWERED.has(outcome)) ownAnswered += 1;
    sum += other?.score ?? 0;
    ownSum += score ?? 0;
  }
  const mean = (total: number): number | null => (answersVisible && rows.length > 0 ? total / rows.length : null);
  const { extractor } = reader;
  return { extractor, rows: rows.length, answered, ownAnswered, score: mean(sum), ownScore: mean(ownSum) };
}

/** The longest excerpt, in UTF-16 code units, without its ellipses. */
const LONGEST = 200;

/**
 * An excerpt of a text: around the extracted answer, else its beginning and end, where answers usually are.
 * @returns null without a text
 */
function excerptOf(text: string | null, span: Span | null): string | null {
  if (text === null || text.length <= LONGEST) return text;
  if (span === null) return `${part(text, 0, LONGEST / 2)} … ${part(text, text.length - LONGEST / 2, text.length)}`;
  const middle = Math.floor((span.start + Math.min(span.end, span.start + LONGEST)) / 2);
  const start = Math.min(Math.max(0, middle - LONGEST / 2), text.length - LONGEST);
  const end = start + LONGEST;
  return `${start > 0 ? "… " : ""}${part(text, start, end)}${end < text.length ? " …" : ""}`;
}

/** A part of a text. It is made well-formed, because a cut may separate the halves of a surrogate pair. */
const part = (text: string, start: number, end: number): string => text.slice(start, end).toWellFormed();

/** The extractor that reads the rows of a suspicious run again, and whether the viewer may see the resulting score. */
export async function secondReading(
  { database, pool, budget }: Pick<RunServices, "database" | "pool" | "budget">,
  viewer: Viewer,
  sheet: AnswerSheet,
): Promise<SecondReading> {
  const { benchmark, answersVisible } = await fetchViewedRelease(database, sheet.release, viewer);
  const extractor = sheet.openEnded ? null : officialReader(benchmark);
  return {
    reader: extractor && new RowReader({ pool, budget }, sheet, extractor),
    answersVisible,
  };
}
