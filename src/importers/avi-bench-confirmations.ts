import type { ImportConfirmation } from "../domain/import-batch.ts";
import { readWordAnswer } from "./avi-bench-answers.ts";
import { readOptions, readPrompt } from "./avi-bench-prompt.ts";
import type { ImportProblems } from "./batch/import-problems.ts";
import type { RecordReader } from "./reading/record-reader.ts";

const CHECK = "pre_";

/** Whether a record is not a question but the check of another record, whose id follows "pre_". */
export const isCheck = (record: RecordReader): boolean => idOf(record).startsWith(CHECK);

/** False for a broken record, which is reported where it is read as a question. */
const isReadableCheck = (record: RecordReader): boolean => record.isReadable && record.isObject && isCheck(record);

const idOf = (record: RecordReader): string => String(record.optional("id")?.value ?? "");

interface TakenCheck {
  readonly confirmation: ImportConfirmation | null;
  /** The record of the check, if it is not in the question's own. */
  readonly separate: RecordReader | null;
}

/**
 * The checks of one file ("Can you hear any sound?"): in the record itself, as `pre_question` and `pre_answer`, or as a
 * separate record with the id "pre_<id>", after all questions. Ids repeat, so the first check of an id belongs to the
 * first question with that id and no check, and so on. A check without a question or an answer is an empty slot and is
 * ignored.
 * @see AVI-Bench, eval/level_metrics/level_score.py, `eval_full_match_acc`, whose `invalid_pre_ids` are the empty slots
 */
export class AviConfirmations {
  readonly #waiting = new Map<string, TakenCheck[]>();

  /** @param problems receives those of the separate checks */
  constructor(records: Iterable<RecordReader>, problems: ImportProblems) {
    for (const record of records)
      if (isReadableCheck(record)) problems.attempt(() => this.#add(record), { record, key: null });
  }

  #add(record: RecordReader): void {
    const check = readCheck(record.field("input").optional("question"), answerOf(record, "question_answer"));
    const id = idOf(record).slice(CHECK.length);
    if (check === null) return;
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), { confirmation: check, separate: record }]);
  }

  /** The check of a question, if it has one. */
  take(record: RecordReader): TakenCheck {
    const own = readCheck(record.field("input").optional("pre_question"), answerOf(record, "pre_answer"));
    if (own !== null) return { confirmation: own, separate: null };
    return this.#waiting.get(idOf(record))?.shift() ?? { confirmation: null, separate: null };
  }
}

const answerOf = (record: RecordReader, name: string): RecordReader | null =>
  record.optional("output")?.optional(name) ?? null;

function readCheck(question: RecordReader | null, answer: RecordReader | null): ImportConfirmation | null {
  const text = question === null ? null : readPrompt(question);
  if (question === null || answer === null || text === null) return null;
  const options = readOptions(question);
  const { answerFormat, answer: key } = readWordAnswer(answer, options);
  return { text, options, answerFormat, key };
}
