import { LRUCache } from "lru-cache";
import type { ScoredQuestion } from "../../../scoring/score-prediction.ts";
import { unscoredRule } from "../../../scoring/scorers/scorer-registry.ts";
import { fetchKeyedQuestions, type KeyedQuestion } from "../../data/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";

/** A question of the sheet, as the scorers want it besides. */
export interface SheetQuestion extends KeyedQuestion {
  readonly scored: ScoredQuestion;
}

/** A release's questions with their keys, to check and score a submission against. */
export interface AnswerSheet {
  readonly release: number;
  /** In the order of their ordinals. */
  readonly questions: readonly SheetQuestion[];
  readonly byKey: ReadonlyMap<string, SheetQuestion>;
  /** Ordinals of questions that cannot be scored here: they are outside every denominator. */
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

function answerSheet(release: number, keyed: readonly KeyedQuestion[]): AnswerSheet {
  const questions = keyed.map((question) => ({ ...question, scored: scoredQuestion(question) }));
  return {
    release,
    questions,
    byKey: new Map(questions.map((question) => [question.key, question])),
    unscoredOrdinals: questions.filter(({ scored }) => unscoredRule(scored) !== null).map(({ ordinal }) => ordinal),
  };
}

const scoredQuestion = ({
  text,
  options,
  answerFormat,
  task,
  answer,
  confirmation,
}: KeyedQuestion): ScoredQuestion => ({
  text,
  options,
  answerFormat,
  task,
  key: answer,
  ...(confirmation && { confirmation }),
});
