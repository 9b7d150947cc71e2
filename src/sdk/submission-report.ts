import { OmnidexBadUserInputError } from "./api-errors.ts";
import { RemarkSum } from "./remark-sum.ts";
import type { Chunk } from "./submission-chunks.ts";
import { type NumberedRow, type RowIssue, rowError, textError } from "./submission-row.ts";
import type { RemarkSummary, Run, ValidationReport } from "./types.ts";

/** What the server says of a run once it is closed. */
export type ClosedRun = Pick<Run, "counts" | "partial" | "confirmations"> & { readonly remarks: RemarkSummary | null };

/** What the SDL says of `ValidationReport.issues`. */
const MAX_ISSUES = 1_000;

/** Errors first where not all can be kept, then in the order of the rows, as in the report of a single call. */
function keepIssues(issues: readonly RowIssue[]): RowIssue[] {
  const errors = issues.filter((issue) => issue.severity === "ERROR");
  const warnings = issues.filter((issue) => issue.severity === "WARNING");
  return [...errors, ...warnings].slice(0, MAX_ISSUES).sort((a, b) => a.row - b.row);
}

/** What is to be said of a submission that goes in pieces, with its rows numbered as they are in the whole. */
export class ReportSum {
  #issues: RowIssue[] = [];
  #errors = 0;
  #warnings = 0;
  readonly #rows = new Map<string, number>();
  readonly #remarks = new RemarkSum();
  readonly #missing = new Set<string>();

  /** @param questions how many the release has, where that is known */
  constructor(private readonly questions = 0) {}

  /** Whether a row can go on. What the server, which sees one piece alone, could not say of it is kept. */
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

  refuse(issue: RowIssue): void {
    this.#errors += 1;
    this.#keep([issue]);
  }

  /** What the server said of a piece. */
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

  /** More errors could not be told. */
  get full(): boolean {
    return this.#errors >= MAX_ISSUES;
  }

  get refused(): boolean {
    return this.#errors > 0;
  }

  /** @param run the run, where it is closed */
  report(rows: number, run?: ClosedRun): ValidationReport {
    const counts = run?.counts;
    const scorable = counts == null ? this.questions : counts.total - counts.unscored;
    const covered = counts == null ? Math.min(this.#rows.size, scorable) : scorable - counts.missing;
    return {
      // A run that a judge still reads is not scored, so the server does not say that it is partial.
      partial: run !== undefined && (run.partial || 2 * covered < scorable),
      confirmations: run?.confirmations ?? null,
      remarks: this.#numbered(run?.remarks ?? this.#remarks.summary()),
      scorable,
      covered,
      ok: !this.refused,
      rows,
      questions: this.questions,
      missing: counts?.missing ?? Math.max(0, this.questions - this.#rows.size),
      // Each piece misses what the others hold. Of its keys it names the first 100, so some may stay unnamed.
      missingKeys: [...this.#missing].filter((key) => !this.#rows.has(key)).slice(0, 100),
      errorCount: this.#errors,
      warningCount: this.#warnings,
      issues: keepIssues(this.#issues),
    };
  }

  /** The server numbers the rows of pieces, or none at all. */
  #numbered(remarks: RemarkSummary): RemarkSummary {
    const examples = remarks.examples.map((one) => ({ ...one, row: this.#rows.get(one.question) ?? one.row }));
    return { ...remarks, examples };
  }

  /** @param kept what became of the rows that were not refused */
  error(rows: number, kept: string, details: object = {}): OmnidexBadUserInputError {
    const report = this.report(rows);
    const first = report.issues.find(({ severity }) => severity === "ERROR");
    const example = first && ` Row ${first.row} ('${first.question}'): ${first.message}`;
    const count = this.full ? `At least ${this.#errors}` : this.#errors;
    return new OmnidexBadUserInputError(`${count} of ${rows} rows cannot be accepted; ${kept}.${example ?? ""}`, {
      details: { ...details, report },
    });
  }
}
