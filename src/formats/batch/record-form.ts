import type { RecordReader } from "../files/record-reader.ts";

/**
 * The form of a file whose records are either videos with the field `questions`, or rows with the field `question`. The
 * first record that has one of the fields determines it.
 */
export class RecordForm {
  #isNested: boolean | null = null;

  /** Whether the records are videos; false if no record has determined the form. */
  get isNested(): boolean {
    return this.#isNested === true;
  }

  /** @throws {ImportError} for a record that has neither field, if no record before it has determined the form */
  isNestedAt(record: RecordReader): boolean {
    this.#isNested ??= decide(record);
    return this.#isNested;
  }
}

function decide(record: RecordReader): boolean {
  if (record.has("questions")) return true;
  if (record.has("question")) return false;
  const expected = "a video with the field 'questions', or a row with the field 'question'";
  return record.isObject ? record.fail(expected, "an object with neither field") : record.fail(expected);
}
