import type { Confirmations } from "../../../domain/vocabulary.ts";
import { checkOf, isConfirmation, openEndedQuestion, type ScoredQuestion } from "../../../scoring/score-prediction.ts";
import { unscoredRule } from "../../../scoring/scorers/scorer-registry.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { fetchKeyedQuestions, fetchKeyRevision, type KeyedQuestion } from "../../memory/release-queries.ts";
import { CountedCache } from "../../telemetry/counted-cache.ts";
import type { FenseScores } from "../captions/fense-scores.ts";

/** A question of the sheet, with the further fields that scorers need. */
export interface SheetQuestion extends KeyedQuestion {
  readonly scored: ScoredQuestion;
}

/** Identifies the sheet against which a run is checked and scored. */
export interface SheetReference {
  readonly release: number;
  /** The run's questions were asked without their options. */
  readonly openEnded: boolean;
  /** The run is double-response: an answer without a confirmation is wrong. */
  readonly doubleResponse: boolean;
}

/** A release's questions with their answer keys, against which submissions are checked and scored. */
export interface AnswerSheet extends SheetReference {
  /** The revision of the answer key. */
  readonly keyRevision: number;
  /** In the order of their ordinals. */
  readonly questions: readonly SheetQuestion[];
  readonly byKey: ReadonlyMap<string, SheetQuestion>;
  /** Ordinals of questions that cannot be scored here: they are outside every denominator. */
  readonly unscoredOrdinals: readonly number[];
  /**
   * A name for what is computed from hidden answers and kept: a verdict of the judge, the score of a caption. If releases
   * shared it, somebody who imports the questions with a guess at their answers would see by what is known already whether
   * the guess is right. Null if everyone sees the answers.
   */
  readonly cacheScope: string | null;
  /** The mode of the runs that the sheet scores; null if the release asks no question twice. */
  readonly confirmations: Confirmations | null;
  /** Ordinals of questions that are asked twice. */
  readonly checkedOrdinals: ReadonlySet<number>;
  /** The caption scorer; null if the server has no models for it. Call `prepareCaptions` before scoring. */
  readonly captions: FenseScores | null;
}

/** The database, and the answer sheets of its releases. */
export interface SheetServices {
  readonly database: Database;
  readonly sheets: AnswerSheets;
}

/**
 * Caches the most recently used answer sheets. A sheet of a release and key revision never changes. The current
 * revision is read from the database each time, because another process may have added one.
 */
export class AnswerSheets {
  readonly #sheets = new CountedCache<string, AnswerSheet>("answer-sheets", { max: 8 });

  constructor(private readonly captions: FenseScores | null = null) {}

  /**
   * The sheet of the current answer key. In a transaction that holds the key (`holdAnswerKey`), the key stays current.
   */
  async load(database: Queryable, reference: SheetReference): Promise<AnswerSheet> {
    return this.at(database, reference, await fetchKeyRevision(database, reference.release));
  }

  /** The sheet of a revision of the answer key. A revision never changes. */
  async at(
    database: Queryable,
    { release, openEnded, doubleResponse }: SheetReference,
    keyRevision: number,
  ): Promise<AnswerSheet> {
    const name = `${release}:${keyRevision}`;
    const known = this.#sheets.get(`${name}:${openEnded}`);
    if (known !== undefined) return doubleResponse ? doubleResponseSheet(known) : known;
    const sheet =
      this.#sheets.get(`${name}:false`) ?? (await readAnswerSheet(database, release, keyRevision, this.captions));
    const asked = openEnded ? openEndedSheet(sheet) : sheet;
    this.#sheets.set(`${name}:${openEnded}`, asked);
    return doubleResponse ? doubleResponseSheet(asked) : asked;
  }
}

/**
 * Whether two sheets score alike. They may be different objects, because concurrent cache misses may create two sheets
 * of the same answer key.
 */
export const isSameSheet = (a: AnswerSheet, b: AnswerSheet): boolean =>
  a.release === b.release &&
  a.keyRevision === b.keyRevision &&
  a.openEnded === b.openEnded &&
  a.doubleResponse === b.doubleResponse;

/**
 * Reads the sheet of a revision and does not cache it. A correction of the answer key calls this function within the
 * transaction that adds the revision. If that transaction is rolled back, the revision does not exist.
 */
export async function readAnswerSheet(
  database: Queryable,
  release: number,
  keyRevision: number,
  captions: FenseScores | null,
): Promise<AnswerSheet> {
  const keyed = await fetchKeyedQuestions(database, release, keyRevision);
  const cacheScope = keyed.every(({ seenByAll }) => seenByAll) ? null : `release ${release}`;
  const own = captions?.within(cacheScope) ?? null;
  const questions = keyed.map((question) => ({ ...question, scored: scoredQuestion(question, own) }));
  const asked = { release, openEnded: false, doubleResponse: false };
  return { ...asked, keyRevision, cacheScope, captions: own, ...indexed(questions) };
}

/** The same sheet for runs that were asked multiple-choice questions without their options. */
export function openEndedSheet(sheet: AnswerSheet): AnswerSheet {
  const questions = sheet.questions.map((question) => {
    const scored = openEndedQuestion(question.scored);
    return { ...question, answerFormat: scored.answerFormat, options: scored.options, answer: scored.key, scored };
  });
  return { ...sheet, openEnded: true, ...indexed(questions) };
}

const DOUBLED = new WeakMap<AnswerSheet, AnswerSheet>();

/** The same sheet for double-response runs. It is made once per sheet. */
export function doubleResponseSheet(sheet: AnswerSheet): AnswerSheet {
  if (sheet.doubleResponse) return sheet;
  const known = DOUBLED.get(sheet);
  if (known !== undefined) return known;
  const questions = sheet.questions.map((question) =>
    sheet.checkedOrdinals.has(question.ordinal)
      ? { ...question, scored: { ...question.scored, confirmationRequired: true } }
      : question,
  );
  const doubled = { ...sheet, doubleResponse: true, ...indexed(questions, true) };
  DOUBLED.set(sheet, doubled);
  return doubled;
}

function indexed(
  questions: readonly SheetQuestion[],
  isDouble = false,
): Pick<AnswerSheet, "questions" | "byKey" | "unscoredOrdinals" | "checkedOrdinals" | "confirmations"> {
  const checked = questions.filter(({ scored }) => checkOf(scored) !== null).map(({ ordinal }) => ordinal);
  return {
    questions,
    confirmations: checked.length === 0 ? null : isDouble ? "DOUBLE" : "SINGLE",
    byKey: new Map(questions.map((question) => [question.key, question])),
    unscoredOrdinals: questions.filter(({ scored }) => unscoredRule(scored) !== null).map(({ ordinal }) => ordinal),
    checkedOrdinals: new Set(checked),
  };
}

const scoredQuestion = (
  { text, options, answerFormat, task, metric, answer, confirmation }: KeyedQuestion,
  captions: FenseScores | null,
): ScoredQuestion => ({
  text,
  options,
  answerFormat,
  task,
  metric,
  key: answer,
  ...(confirmation && { confirmation: { ...confirmation, task, metric } }),
  ...(answerFormat === "CAPTION" && { captions }),
});

/** The part of a submitted row that decides whether its run is double-response. */
interface SentConfirmation {
  readonly question: string;
  readonly confirmation?: string | null | undefined;
}

/**
 * The sheet with which the rows of a whole run are scored. The run is double-response if at least one question that the
 * benchmark asks twice has a confirmation. A blank text is not a confirmation.
 */
export function sheetOfRows(rows: readonly SentConfirmation[], sheet: AnswerSheet): AnswerSheet {
  const { byKey, checkedOrdinals } = sheet;
  if (checkedOrdinals.size === 0) return sheet;
  const isDouble = rows.some(
    ({ question, confirmation }) =>
      isConfirmation(confirmation) && checkedOrdinals.has(byKey.get(question)?.ordinal ?? -1),
  );
  return isDouble ? doubleResponseSheet(sheet) : sheet;
}
