import { createHash } from "node:crypto";
import { counted } from "../../domain/texts.ts";
import type { CellFormula } from "../files/submission-file.ts";
import { isProblem, type Submission } from "../read-submission.ts";
import type { RowProblem, SubmissionRow } from "../rows/submission-row.ts";
import type { JoinRelease, NotFound } from "./found-question.ts";
import { KeyShift } from "./key-shift.ts";
import { type JoinedRow, RowJoiner } from "./row-joiner.ts";

/** Counts a spreadsheet's formulas, and remembers the place of the first. */
class FormulaCount {
  readonly #texts: Places = { count: 0, first: "" };
  readonly #values: Places = { count: 0, first: "" };

  /** @param place the place of the row */
  add(formulas: readonly CellFormula[], place: string): void {
    for (const { column, isText } of formulas) {
      const places = isText ? this.#texts : this.#values;
      places.count += 1;
      if (places.count === 1) places.first = `${place}, column ${column}`;
    }
  }

  /** At most two sentences: how many texts, and how many calculated values, were read. */
  notes(): readonly string[] {
    const [texts, values] = [this.#texts, this.#values];
    return [
      texts.count === 0
        ? ""
        : `${counted(texts.count, "cell")} of the spreadsheet had a formula or an error instead of a text that looks like one; the text was read (${placesOf(texts)}).`,
      values.count === 0
        ? ""
        : `${counted(values.count, "cell")} of the spreadsheet had a formula with a calculated value, which was read (${placesOf(values)}).`,
    ];
  }
}

interface Places {
  count: number;
  first: string;
}

const placesOf = ({ count, first }: Places): string => (count === 1 ? first : `${first}, is the first`);

/** The most characters that a spreadsheet's cell can contain. */
const LONGEST_CELL = 32_767;

/** Observations made while the rows of a submission were joined. */
interface Noticed {
  readonly moved: number;
  /** The place of the first row whose position belongs to another question. */
  readonly firstMoved: string | null;
  readonly relabelled: number;
  readonly otherKey: number;
  /** The number of rows whose question the release has twice, and the place of the first. */
  readonly repeated: number;
  readonly firstRepeated: string | null;
  /** The number of responses that are exactly as long as the longest cell. */
  readonly cut: number;
  /** The number of rows with half a surrogate pair. */
  readonly torn: number;
  /** The parts of the benchmark that the rows name. */
  readonly parts: ReadonlySet<string>;
  readonly isWhole: boolean;
  readonly formulas: FormulaCount;
}

/** Notes that do not prevent a submission, as sentences. */
function notesOf({ onePart, header }: Submission, noticed: Noticed): readonly string[] {
  const { moved, firstMoved, repeated, firstRepeated } = noticed;
  const { relabelled, otherKey, cut, torn, parts, isWhole, formulas } = noticed;
  const [part, ...otherParts] = parts;
  const isPart = part !== undefined && otherParts.length === 0 && !isWhole;
  return [
    header.remark ?? "",
    isPart && onePart !== undefined ? `All rows are of "${part}". ${onePart}` : "",
    moved > 0
      ? `${counted(moved, "row")} out of the benchmark's order (${firstMoved} is the first): joined by content.`
      : "",
    repeated > 0
      ? `${counted(repeated, "row")} with a question that the benchmark has more than once (${firstRepeated} is the first): taken in the order of the file.`
      : "",
    relabelled > 0
      ? `${counted(relabelled, "row")} with options in another order: the answers were given the questions' own labels.`
      : "",
    otherKey > 0
      ? `${counted(otherKey, "row")} with another correct answer than this release: another answer key was used to score them.`
      : "",
    cut > 0
      ? `${counted(cut, "response")} of exactly ${LONGEST_CELL} characters, the most that a spreadsheet's cell holds: probably cut.`
      : "",
    torn > 0
      ? `${counted(torn, "row")} with half a surrogate pair, as of an emoji that was cut: it has no form in UTF-8, and is stored as "\uFFFD".`
      : "",
    ...formulas.notes(),
  ].filter((note) => note !== "");
}

/**
 * Detects repeated rows in a format that writes one row for each metric that a sample counts towards ("every eval
 * ever"). The rows of a sample have the same output. Only a digest of each output is kept.
 */
class RowsOfResults {
  readonly #first = new Map<string, { readonly result: string; readonly digest: string }>();

  /** Adds the first row that answers a question. */
  add(key: string, row: SubmissionRow): void {
    if (row.result !== undefined) this.#first.set(key, { result: row.result, digest: digestOf(row) });
  }

  /** Whether a row belongs to another metric than the question's first row and has the same output. */
  repeats(key: string, row: SubmissionRow): boolean {
    const first = this.#first.get(key);
    if (first === undefined || row.result === undefined || first.result === row.result) return false;
    return first.digest === digestOf(row);
  }
}

const digestOf = ({ response, error, confirmation }: SubmissionRow): string =>
  createHash("sha256")
    .update(JSON.stringify([response, error, confirmation]))
    .digest("base64");

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
  /** The number of questions whose rows state that there is no prediction. */
  readonly missing: number;
  /** The first unusable rows; `problemCount` is their total number. */
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
  /**
   * A sentence that says that the keys of the rows are those of the questions before or after them; null if they are not.
   * Then rows that happen to have a right key are wrong, too, and no part of the file should be submitted.
   */
  readonly shift: string | null;
  /** Whether the rest was not read, because too many rows are unusable. */
  readonly isCut: boolean;
  /** Notes that do not prevent the submission, as sentences. */
  readonly notes: readonly string[];
  /** The place of each accepted row, by the key of the question that the row answers. */
  readonly accepted: ReadonlyMap<string, string>;
  /** The questions whose prediction is a failure. */
  readonly failed: ReadonlySet<string>;
  /** The questions whose rows state that there is no prediction. */
  readonly unanswered: ReadonlySet<string>;
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
  readonly #failed = new Set<string>();
  readonly #unanswered = new Set<string>();
  readonly #confirmations = new Map<string, string>();
  readonly #problems: RowProblem[] = [];
  /** Rows joined by position, and the first row whose position is another question's. */
  readonly #placed: { readonly key: string; readonly alone: boolean }[] = [];
  #firstMoved: string | null = null;
  #firstRepeated: string | null = null;
  readonly #shift = new KeyShift();
  readonly #results = new RowsOfResults();
  readonly #parts = new Set<string>();
  readonly #formulas = new FormulaCount();
  readonly #counts = {
    rows: 0,
    problems: 0,
    moved: 0,
    relabelled: 0,
    otherKey: 0,
    repeated: 0,
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
    this.#unanswered.add(joined.question.key);
    return null;
  }

  /** If the position of one row is wrong, those of the other rows are not reliable either. */
  #addNotFound(row: SubmissionRow, { reason, isMisplaced, otherKey }: NotFound): string {
    if (otherKey !== undefined) this.#shift.add(otherKey, placeOf(row));
    if (isMisplaced === true) this.#firstMoved ??= placeOf(row);
    return reason;
  }

  #count(row: SubmissionRow, { moved, labels, question, repeated }: JoinedRow): void {
    if (repeated === true) {
      this.#counts.repeated += 1;
      this.#firstRepeated ??= placeOf(row);
    }
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
      return this.#results.repeats(key, row) ? null : answeredAlready(key, earlier, row.epoch ?? 1);
    const wrong = [joined.response, row.error, row.confirmation].map(unsendable).find((reason) => reason !== null);
    if (wrong !== undefined) return wrong;
    this.#accepted.set(key, placeOf(row));
    if (row.names.part !== undefined) this.#parts.add(row.names.part);
    if (row.error !== null) this.#failed.add(key);
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
    const { rows, problems } = this.#counts;
    return {
      rows,
      predictions: this.#accepted.size,
      errors: this.#failed.size,
      missing: this.#unanswered.size,
      problems: this.#problems,
      problemCount: problems,
      shift: this.#shift.sentence(rows),
      notes: notesOf(this.submission, {
        ...this.#counts,
        firstMoved: this.#firstMoved,
        firstRepeated: this.#firstRepeated,
        parts: this.#parts,
        formulas: this.#formulas,
        isWhole: this.#accepted.size === this.release.questions.length,
      }),
      accepted: this.#accepted,
      failed: this.#failed,
      unanswered: this.#unanswered,
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
    const isWhole = this.release.questions.every(({ key }) => this.#accepted.has(key) || this.#unanswered.has(key));
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
    this.#failed.delete(key);
    if (this.#accepted.delete(key)) this.#reject({ file: at.slice(0, cut), place: at.slice(cut + 2) }, reason);
  }
}

/** Repetitions are runs of their own, so that none is left out unnoticed. */
const answeredAlready = (key: string, earlier: string, epoch: number): string =>
  epoch === 1
    ? `Question ${key} is answered already: ${earlier}.`
    : `Repetition ${epoch} of question ${key}, which is answered already: ${earlier}. Each repetition is a run of its own: --epoch ${epoch} submits this one.`;

function unsendable(text: string | null): string | null {
  if (text === null) return null;
  if (text.length > LONGEST_TEXT)
    return `One of its texts has ${text.length} characters; at most ${LONGEST_TEXT} are allowed.`;
  return text.includes("\0") ? "One of its texts contains a NUL character, which cannot be stored." : null;
}
