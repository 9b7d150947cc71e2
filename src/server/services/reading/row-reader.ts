import type { Extractor } from "../../../scoring/extraction.ts";
import { EXTRACTORS } from "../../../scoring/extractors/extractor-registry.ts";
import type { PredictionScore, ScoredQuestion } from "../../../scoring/score-prediction.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import { mapInSlices } from "../yielding.ts";
import { type ReadableRow, scoreRow } from "./readable-row.ts";
import type { ReadingBudget } from "./reading-budget.ts";
import { rowColumns, scoresOf } from "./reading-columns.ts";
import type { ReadingPool } from "./reading-pool.ts";
import { sharedQuestions } from "./shared-questions.ts";

/** The score of a row; null for a row that takes too long to read. */
export type RowScore = PredictionScore | null;

/** The resources for reading responses. */
export interface ReadingMeans {
  /** The threads in which responses are read. */
  readonly pool: ReadingPool;
  /** The remaining thread time of the request. */
  readonly budget: ReadingBudget;
}

/** Reads rows of one release with one extractor. */
export class RowReader {
  constructor(
    private readonly means: ReadingMeans,
    readonly sheet: AnswerSheet,
    readonly extractor: Extractor,
  ) {}

  /**
   * Whether threads can use the extractor. An extractor outside of the registry is a function that exists only in this
   * thread.
   */
  get isPortable(): boolean {
    return EXTRACTORS.includes(this.extractor);
  }

  /** Reads rows in this thread, yielding to the event loop. */
  here(rows: readonly ReadableRow[]): Promise<RowScore[]> {
    return mapInSlices(rows, (row) => scoreRow(row, this.#question(row), this.extractor));
  }

  /**
   * Reads rows in other threads. Captions are scored in this thread, which holds their networks.
   * @throws `COST_LIMIT_EXCEEDED` if the request has spent its budget
   */
  async elsewhere(rows: readonly ReadableRow[]): Promise<RowScore[]> {
    if (this.sheet.captions === null) return this.#inThread(rows);
    const isHere = rows.map((row) => this.#question(row).captions != null);
    const [here, there] = [rows.filter((_, index) => isHere[index]), rows.filter((_, index) => !isHere[index])];
    const [captions, others] = [await this.here(here), await this.#inThread(there)];
    return isHere.map((is) => (is ? captions.shift() : others.shift()) ?? null);
  }

  async #inThread(rows: readonly ReadableRow[]): Promise<RowScore[]> {
    if (rows.length === 0) return [];
    const { pool, budget } = this.means;
    if (budget.isSpent) throw budget.error();
    const questions = await sharedQuestions(this.sheet);
    const outcome = await pool.run({ extractor: this.extractor.name, questions, rows: rowColumns(rows) }, budget);
    if ("columns" in outcome) return scoresOf(outcome.columns);
    if ("spent" in outcome) throw budget.error();
    const [before, after] = [rows.slice(0, outcome.costlyRow), rows.slice(outcome.costlyRow + 1)];
    return [...(await this.#inThread(before)), null, ...(await this.#inThread(after))];
  }

  #question({ ordinal }: ReadableRow): ScoredQuestion {
    const question = this.sheet.questions[ordinal]?.scored;
    if (question === undefined) throw new Error(`release ${this.sheet.release} has no question ${ordinal}`);
    return question;
  }
}
