import { isProblem, type Submission } from "../read-submission.ts";
import type { RowProblem, SubmissionRow } from "../rows/submission-row.ts";
import { FormulaCount } from "./formula-count.ts";
import type { NotFound } from "./found-question.ts";
import { LONGEST_CELL, notesOf } from "./join-notes.ts";
import type { JoinRelease } from "./join-question.ts";
import { type JoinedRow, RowJoiner } from "./row-joiner.ts";
import { RowsOfResults } from "./rows-of-results.ts";

/** The most problems to describe; further ones are only counted. */
const MOST_PROBLEMS = 1000;
/** The API's limit. @see src/server/runs/submission/check-rows.ts, `MAX_TEXT_LENGTH` */
const LONGEST_TEXT = 1_000_000;

/** One prediction in the API's form. */
export interface JoinedPrediction {
  readonly question: string;
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
}

/** The result of the first pass over a submission. */
export interface JoinReport {
  /** The number of rows read. */
  readonly rows: number;
  /** The number of predictions to send, and how many of them are failures. */
  readonly predictions: number;
  readonly errors: number;
  /** The number of rows that state that there is no prediction. */
  readonly missing: number;
  /** The first unusable rows; `problemCount` is their total number. */
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
  /** Whether the rest was not read, because too many rows are unusable. */
  readonly isCut: boolean;
  /** Notes that do not prevent the submission, as sentences. */
  readonly notes: readonly string[];
  /** The place of each accepted row, by the key of the question that the row answers. */
  readonly accepted: ReadonlyMap<string, string>;
  readonly confirmations: ReadonlyMap<string, string>;
}

/** With more unusable rows than this, the file must be the wrong one, and reading the rest could take minutes. */
const HOPELESS = 100_000;

/**
 * Reads a whole submission and joins its rows, without keeping the outputs.
 * @param options.whole continue regardless of the number of unusable rows
 */
export async function checkSubmission(
  submission: Submission,
  release: JoinRelease,
  { whole = false }: { readonly whole?: boolean } = {},
): Promise<JoinReport> {
  const check = new SubmissionCheck(release, submission);
  for await (const row of submission.rows()) {
    check.add(row);
    if (!whole && check.problemCount >= HOPELESS) return { ...check.report(), isCut: true };
  }
  return { ...check.report(), isCut: false };
}

/**
 * The predictions of a submission, read again from its files one at a time, so that it may be larger than memory. Rows
 * that the report lists as problems are left out.
 */
export async function* joinedPredictions(
  submission: Submission,
  release: JoinRelease,
  report: JoinReport,
): AsyncGenerator<JoinedPrediction> {
  const joiner = new RowJoiner(release);
  const sent = new Set<string>();
  for await (const row of submission.rows()) {
    if (isProblem(row)) continue;
    const joined = joiner.join(row);
    if ("reason" in joined || "checked" in joined || row.missing) continue;
    const { key } = joined.question;
    // Files of the same name in two folders have the same places. The first such row is the accepted one.
    if (report.accepted.get(key) !== placeOf(row) || sent.has(key)) continue;
    sent.add(key);
    const confirmation = row.confirmation ?? report.confirmations.get(key) ?? null;
    yield { question: key, response: joined.response, error: row.error, confirmation };
  }
}

const placeOf = ({ file, place }: { readonly file: string; readonly place: string }): string => `${file}: ${place}`;

class SubmissionCheck {
  readonly #joiner: RowJoiner;
  readonly #accepted = new Map<string, string>();
  /** The questions whose rows state that there is no prediction. */
  readonly #missing = new Set<string>();
  readonly #confirmations = new Map<string, string>();
  readonly #problems: RowProblem[] = [];
  /** Rows joined by position, and the first row whose position is another question's. */
  readonly #placed: { readonly key: string; readonly alone: boolean }[] = [];
  #firstMoved: string | null = null;
  readonly #results = new RowsOfResults();
  readonly #parts = new Set<string>();
  readonly #formulas = new FormulaCount();
  readonly #counts = {
    rows: 0,
    errors: 0,
    missing: 0,
    problems: 0,
    moved: 0,
    relabelled: 0,
    otherKey: 0,
    cut: 0,
    torn: 0,
  };

  constructor(
    readonly release: JoinRelease,
    readonly submission: Submission,
  ) {
    this.#joiner = new RowJoiner(release);
  }

  add(row: SubmissionRow | RowProblem): void {
    this.#counts.rows += 1;
    const problem = isProblem(row) ? row.reason : this.#addRow(row);
    if (problem !== null) this.#reject(row, problem);
  }

  /** The problem of a row; null if it is accepted. */
  #addRow(row: SubmissionRow): string | null {
    if (row.formulas !== undefined) this.#formulas.add(row.formulas, placeOf(row));
    const joined = this.#joiner.join(row);
    if ("reason" in joined) return this.#addNotFound(row, joined);
    if ("checked" in joined) return this.#addCheck(row, joined.checked.key);
    this.#count(row, joined);
    if (!row.missing) return this.#accept(row, joined);
    this.#counts.missing += 1;
    this.#missing.add(joined.question.key);
    return null;
  }

  /** If the position of one row is wrong, those of the other rows are not reliable either. */
  #addNotFound(row: SubmissionRow, { reason, isMisplaced }: NotFound): string {
    if (isMisplaced === true) this.#firstMoved ??= placeOf(row);
    return reason;
  }

  #count(row: SubmissionRow, { moved, labels, question }: JoinedRow): void {
    if (moved) {
      this.#counts.moved += 1;
      this.#firstMoved ??= placeOf(row);
    }
    if (labels.size > 0) this.#counts.relabelled += 1;
    const target = row.names.target?.trim().toUpperCase() ?? "";
    if (question.answer === null || !/^[A-Z]$/.test(target)) return;
    if ((labels.get(target) ?? target) !== question.answer) this.#counts.otherKey += 1;
  }

  #accept(row: SubmissionRow, joined: JoinedRow): string | null {
    const { key } = joined.question;
    const earlier = this.#accepted.get(key);
    if (earlier !== undefined)
      return this.#results.repeats(key, row) ? null : `Question ${key} is answered already: ${earlier}.`;
    const wrong = [joined.response, row.error, row.confirmation].map(unsendable).find((reason) => reason !== null);
    if (wrong !== undefined) return wrong;
    this.#accepted.set(key, placeOf(row));
    if (row.names.part !== undefined) this.#parts.add(row.names.part);
    if (row.error !== null) this.#counts.errors += 1;
    if (joined.response?.length === LONGEST_CELL) this.#counts.cut += 1;
    if (![joined.response, row.error, row.confirmation].every((text) => text?.isWellFormed() ?? true))
      this.#counts.torn += 1;
    this.#results.add(key, row);
    if (joined.by !== "content") this.#placed.push({ key, alone: joined.by === "position alone" });
    return null;
  }

  #addCheck({ response }: SubmissionRow, key: string): string | null {
    if (response !== null) this.#confirmations.set(key, response);
    return unsendable(response);
  }

  #reject({ file, place }: Pick<RowProblem, "file" | "place">, reason: string): void {
    this.#counts.problems += 1;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ file, place, reason });
  }

  get problemCount(): number {
    return this.#counts.problems;
  }

  report(): Omit<JoinReport, "isCut"> {
    this.#rejectUnsure();
    this.#rejectMisplaced();
    const { rows, errors, missing, problems } = this.#counts;
    return {
      rows,
      predictions: this.#accepted.size,
      errors,
      missing,
      problems: this.#problems,
      problemCount: problems,
      notes: notesOf(this.submission, {
        ...this.#counts,
        firstMoved: this.#firstMoved,
        parts: this.#parts,
        formulas: this.#formulas,
        isWhole: this.#accepted.size === this.release.questions.length,
      }),
      accepted: this.#accepted,
      confirmations: this.#confirmations,
    };
  }

  #rejectUnsure(): void {
    for (const { key, reason } of this.#joiner.unsure()) this.#takeBack(key, reason);
  }

  /**
   * Rejects rows joined by position if the file's order is not the benchmark's. Also rejects rows joined by position
   * alone if the file lacks questions.
   */
  #rejectMisplaced(): void {
    const isWhole = this.release.questions.every(({ key }) => this.#accepted.has(key) || this.#missing.has(key));
    for (const { key, alone } of this.#placed) {
      if (this.#firstMoved !== null) {
        this.#takeBack(
          key,
          `Only its position identifies its question as ${key}, but the file is in another order: ${this.#firstMoved} is not in its place.`,
        );
      } else if (alone && !isWhole) {
        this.#takeBack(
          key,
          `Only its position identifies its question as ${key}, but the file is incomplete: its rows may be numbered within a part of the benchmark.`,
        );
      }
    }
  }

  #takeBack(key: string, reason: string): void {
    const at = this.#accepted.get(key) ?? "";
    const cut = at.lastIndexOf(": ");
    if (this.#accepted.delete(key)) this.#reject({ file: at.slice(0, cut), place: at.slice(cut + 2) }, reason);
  }
}

function unsendable(text: string | null): string | null {
  if (text === null) return null;
  if (text.length > LONGEST_TEXT)
    return `One of its texts has ${text.length} characters; at most ${LONGEST_TEXT} are allowed.`;
  return text.includes("\0") ? "One of its texts contains a NUL character, which cannot be stored." : null;
}
