import { isPartial } from "../domain/partial.ts";
import type { OmnidexBadUserInputError } from "./api-errors.ts";
import { type Chunk, type NumberedRow, type RowIssue, rowError, textError } from "./sent-row.ts";
import { refusal } from "./server-refusal.ts";
import type { RemarkSummary, Run, ValidationReport } from "./types.ts";

type Kind = RemarkSummary["kinds"][number];
type OtherReader = NonNullable<RemarkSummary["otherReader"]>;

/** A run is suspicious if more than this share of its rows has remarks. The server has the same threshold. */
const SUSPICIOUS_SHARE = 1 / 5;
const EXAMPLES = 3;

/** Sums the remarks of a submission that is validated in pieces. */
export class RemarkSum {
  #total = 0;
  readonly #counts = new Map<Kind["code"], number>();
  readonly #examples: RemarkSummary["examples"][number][] = [];
  #other: OtherReader | null = null;

  /** @param rows the number of rows in the piece */
  add({ kinds, examples, otherReader }: RemarkSummary, rows: number): void {
    this.#total += rows;
    for (const { code, count } of kinds) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
    this.#examples.push(...examples);
    if (otherReader !== null) this.#other = this.#other === null ? otherReader : together(this.#other, otherReader);
  }

  /**
   * `examples` and `otherReader` come from the suspicious pieces; both are left out if the whole submission is not
   * suspicious.
   */
  summary(): RemarkSummary {
    const shareOf = (count: number): number => (this.#total === 0 ? 0 : count / this.#total);
    const kinds = [...this.#counts]
      .map(([code, count]) => ({ code, count, share: shareOf(count) }))
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
    const rows = kinds.reduce((sum, { count }) => sum + count, 0);
    const suspicious = shareOf(rows) > SUSPICIOUS_SHARE;
    const examples = this.#examples.filter(({ code }) => code === kinds[0]?.code).slice(0, EXAMPLES);
    return {
      suspicious,
      rows,
      share: shareOf(rows),
      kinds,
      examples: suspicious ? examples : [],
      otherReader: suspicious ? this.#other : null,
    };
  }
}

function together(a: OtherReader, b: OtherReader): OtherReader {
  const rows = a.rows + b.rows;
  const mean = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : (one * a.rows + other * b.rows) / rows;
  return {
    extractor: a.extractor,
    rows,
    answered: a.answered + b.answered,
    ownAnswered: a.ownAnswered + b.ownAnswered,
    score: mean(a.score, b.score),
    ownScore: mean(a.ownScore, b.ownScore),
  };
}

/** The fields of a closed run that the report needs. */
type ClosedRun = Pick<Run, "counts" | "partial" | "confirmations"> & { readonly remarks: RemarkSummary | null };

/** The limit that the SDL states for `ValidationReport.issues`. */
const MAX_ISSUES = 1_000;

/** The issues in row order. If there are too many, errors take precedence, as in the report of a single call. */
function keepIssues(issues: readonly RowIssue[]): RowIssue[] {
  const errors = issues.filter((issue) => issue.severity === "ERROR");
  const warnings = issues.filter((issue) => issue.severity === "WARNING");
  return [...errors, ...warnings].slice(0, MAX_ISSUES).sort((a, b) => a.row - b.row);
}

/** Merges the reports of a submission sent in pieces, with rows numbered as in the whole submission. */
export class ReportSum {
  #issues: RowIssue[] = [];
  #inputIssues: ValidationReport["inputIssues"] = [];
  #errors = 0;
  #warnings = 0;
  readonly #rows = new Map<string, number>();
  readonly #remarks = new RemarkSum();
  readonly #missing = new Set<string>();

  /** @param questions the number of questions in the release, or 0 if it is unknown */
  constructor(private readonly questions = 0) {}

  /** Whether a row may be sent. Records an issue that the server, which sees single pieces, could not detect. */
  admits(numbered: NumberedRow): boolean {
    const issue = this.#duplicate(numbered.prediction.question, numbered.row) ?? textError(numbered);
    if (issue !== null) this.refuse(issue);
    return issue === null;
  }

  #duplicate(question: string, row: number): RowIssue | null {
    const first = this.#rows.get(question);
    if (first === undefined) this.#rows.set(question, row);
    if (first === undefined) return null;
    return rowError(row, question, "DUPLICATE_QUESTION", `Row ${first} already answers this question.`);
  }

  /** Records the issues of the input apart from its rows. They are the same for every piece. */
  refuseInput(issues: ValidationReport["inputIssues"]): void {
    this.#inputIssues = issues;
  }

  refuse(issue: RowIssue): void {
    this.#errors += 1;
    this.#keep([issue]);
  }

  /** Adds the server's report on a piece. */
  add(report: Partial<ValidationReport> & Pick<ValidationReport, "issues" | "errorCount">, chunk: Chunk): void {
    this.#errors += report.errorCount;
    this.#warnings += report.warningCount ?? 0;
    for (const key of report.missingKeys ?? []) this.#missing.add(key);
    if (report.remarks !== undefined) this.#remarks.add(report.remarks, chunk.length);
    this.#keep(report.issues.map((issue) => ({ ...issue, row: chunk[issue.row]?.row ?? issue.row })));
  }

  #keep(issues: readonly RowIssue[]): void {
    this.#issues.push(...issues);
    if (this.#issues.length > 2 * MAX_ISSUES) this.#issues = keepIssues(this.#issues);
  }

  /** Whether the report can hold no more errors. */
  get full(): boolean {
    return this.#errors >= MAX_ISSUES;
  }

  get refused(): boolean {
    return this.#errors + this.#inputIssues.length > 0;
  }

  /** @param run the run, once it is closed */
  report(rows: number, run?: ClosedRun): ValidationReport {
    const counts = run?.counts;
    const scorable = counts == null ? this.questions : counts.total - counts.unscored;
    const covered = counts == null ? Math.min(this.#rows.size, scorable) : scorable - counts.missing;
    return {
      // A run that still waits for the judge is not scored, so the server does not report yet that it is partial.
      partial: run !== undefined && (run.partial || isPartial(scorable - covered, scorable)),
      confirmations: run?.confirmations ?? null,
      remarks: this.#numbered(run?.remarks ?? this.#remarks.summary()),
      scorable,
      covered,
      ok: !this.refused,
      inputIssues: this.#inputIssues,
      rows,
      questions: this.questions,
      missing: counts?.missing ?? Math.max(0, this.questions - this.#rows.size),
      // The report on a piece counts the rows of the other pieces as missing and lists only 100 keys, so this list may
      // be incomplete.
      missingKeys: [...this.#missing].filter((key) => !this.#rows.has(key)).slice(0, 100),
      errorCount: this.#errors,
      warningCount: this.#warnings,
      issues: keepIssues(this.#issues),
    };
  }

  /** Renumbers the examples: the server numbers rows within a piece, or not at all. */
  #numbered(remarks: RemarkSummary): RemarkSummary {
    const examples = remarks.examples.map((one) => ({ ...one, row: this.#rows.get(one.question) ?? one.row }));
    return { ...remarks, examples };
  }

  /** @param kept a clause for the message about what happened to the accepted rows */
  error(rows: number, kept: string, details: object = {}): OmnidexBadUserInputError {
    return refusal(this.report(rows), kept, details, this.full ? "At least " : "");
  }
}
