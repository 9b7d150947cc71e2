import type { ImportConfirmation } from "../../domain/import-batch.ts";
import { valueText } from "../../domain/value-text.ts";
import type { ImportProblems } from "../batch/import-problems.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { readWordAnswer } from "./avi-bench-answers.ts";
import { readOptions, readPrompt } from "./avi-bench-prompt.ts";

const CHECK = "pre_";

/** Whether a record is the check of another record. The id of a check is "pre_", then the checked record's id. */
export const isCheck = (record: RecordReader): boolean => idOf(record).startsWith(CHECK);

/** Whether a record is readable and a check. A broken record is reported when it is read as a question. */
const isReadableCheck = (record: RecordReader): boolean => record.isReadable && record.isObject && isCheck(record);

const idOf = (record: RecordReader): string => valueText(record.optional("id")?.value ?? "");

interface TakenCheck {
  readonly confirmation: ImportConfirmation | null;
  /** The separate record of the check; null if the question's own record contains the check. */
  readonly separate: RecordReader | null;
}

/**
 * The checks of one file, such as "Can you hear any sound?". A question's record contains its check as `pre_question`
 * and `pre_answer`, or a separate record with the id "pre_<id>" follows after all questions. Ids repeat: the first
 * separate check of an id belongs to the first question that has this id and contains no check, the second check to the
 * second such question. A check that lacks its text or its answer is an empty slot and is ignored.
 * @see AVI-Bench, eval/level_metrics/level_score.py, `eval_full_match_acc`, whose `invalid_pre_ids` are the empty slots
 */
export class AviConfirmations {
  readonly #waiting = new Map<string, TakenCheck[]>();

  /** @param problems receives the problems of the separate checks */
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
