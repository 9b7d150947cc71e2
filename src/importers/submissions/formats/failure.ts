import { type Fields, nameOf } from "./fields.ts";

/**
 * What scripts write in the place of an answer when the video, the memory or the API fails. The scoring reads such texts as
 * failures, too; here they become the row's error.
 * @see OmniVideoBench, the scripts of Qwen2.5-Omni and HumanOmniV2: "Video file not found.", "Video corrupted: …",
 *   "Video decoding error: …"; VLMEvalKit, `FAIL_MSG`
 */
const FAILURE_TEXT =
  /^\s*(?:Error\s*:|Failed to obtain answer via API|(?:Video|Audio|Image) (?:file not found|(?:file )?corrupted\s*:|(?:decoding|loading|processing) error)|(?:GPU|CUDA) memory insufficient|(?:GPU|CUDA) out of memory)/i;

/** What a field says where nothing failed. */
const NOTHING_FAILED: ReadonlySet<string> = new Set([
  ...["none", "null", "nan", "no", "false", "0", "0.0", "ok", "success", "no error", "no errors", "none.", "n/a", "na"],
  ...["-", "--", "–", "—", "[]", "{}", "()", "undefined"],
]);

/**
 * The failure that a record has: the text in the place of the answer, or what it reports; null where it has none.
 * @param answer the text in the place of the answer; null where the record has none
 */
export const failureOf = (record: Fields, answer: string | null): string | null =>
  isFailureText(answer) ? (answer ?? "").trim() : reportedFailure(record, answer);

/**
 * The failure that a record reports in its fields; null where it reports none. `error` always counts. `error_message`,
 * `error_details` and `error_type` count where the answer is blank or a failure itself: scripts also write them beside an
 * answer that a second attempt brought.
 */
export function reportedFailure(record: Fields, answer: string | null): string | null {
  const isAnswered = answer !== null && answer.trim() !== "" && !isFailureText(answer);
  if (isAnswered) return said(record.error);
  return said(record.error_message) ?? said(record.error_details) ?? said(record.error) ?? said(record.error_type);
}

const isFailureText = (answer: string | null): boolean => answer !== null && FAILURE_TEXT.test(answer);

/** What a field says of a failure; null where it says that nothing failed. */
export function said(value: unknown): string | null {
  const text = nameOf(value);
  return text === undefined || NOTHING_FAILED.has(text.toLowerCase()) ? null : text;
}
