/** The longest accepted record, in bytes: longer than any harness writes, and small enough for memory. */
export const LONGEST_RECORD = 1 << 26;
