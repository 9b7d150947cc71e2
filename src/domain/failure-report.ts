/** Values of error fields that mean that nothing failed. */
const NOTHING_FAILED: ReadonlySet<string> = new Set([
  ...["", "none", "null", "nan", "no", "false", "0", "0.0", "ok", "success", "no error", "no errors", "none.", "n/a"],
  ...["na", "-", "--", "–", "—", "[]", "{}", "()", "undefined"],
]);

/** Whether the text of an error field in a result file means that nothing failed. */
export const reportsNoFailure = (text: string): boolean => NOTHING_FAILED.has(text.trim().toLowerCase());
