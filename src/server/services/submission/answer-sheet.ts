import { LRUCache } from "lru-cache";
import { scorerForFormat } from "../../../scoring/scorers/scorer-registry.ts";
import { fetchKeyedQuestions, type KeyedQuestion } from "../../data/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";

/** A release's questions with their keys, to check and score a submission against. */
export interface AnswerSheet {
  readonly release: number;
  /** In the order of their ordinals. */
  readonly questions: readonly KeyedQuestion[];
  readonly byKey: ReadonlyMap<string, KeyedQuestion>;
  /** Ordinals whose format has no scorer: they are outside every denominator. */
  readonly unscoredOrdinals: readonly number[];
}

/** The answer sheets last used. A release, and the key it was imported with, do not change. */
export class AnswerSheets {
  readonly #sheets = new LRUCache<number, AnswerSheet>({ max: 8 });

  async load(database: Queryable, release: number): Promise<AnswerSheet> {
    const known = this.#sheets.get(release);
    if (known !== undefined) return known;
    const sheet = answerSheet(release, await fetchKeyedQuestions(database, release));
    this.#sheets.set(release, sheet);
    return sheet;
  }
}

const answerSheet = (release: number, questions: readonly KeyedQuestion[]): AnswerSheet => ({
  release,
  questions,
  byKey: new Map(questions.map((question) => [question.key, question])),
  unscoredOrdinals: questions
    .filter(({ answerFormat }) => scorerForFormat(answerFormat) === null)
    .map(({ ordinal }) => ordinal),
});
