/** One record of a file, before anyone asked what it means. */
export interface SubmissionRecord {
  readonly value: unknown;
  /** Where it stands in its file: `line 12`, `row 3 (line 7)`, `$[4]`, `samples/7_epoch_1.json`. */
  readonly place: string;
  /** From 0 on. */
  readonly index: number;
}

/** A file as a stream of records; `head` is what a file of one JSON object says besides them. */
export interface RecordSource {
  readonly head: Readonly<Record<string, unknown>>;
  records(): AsyncIterable<SubmissionRecord>;
}

/** The longest record that is read: more than any harness writes, and small enough to be held. */
export const LONGEST_RECORD = 1 << 26;
