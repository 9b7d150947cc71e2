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
const NOTHING_FAILED: ReadonlySet<string> = new Set(["none", "null", "nan", "no", "false", "0", "ok", "success"]);

/**
 * The failure that a record tells of; null where it tells of none. A record says so in `error_message`, `error_details`,
 * `error` or `error_type`, or by what stands in the place of the answer.
 * @param answer what stands there; null where nothing does
 */
export function failureOf(record: Fields, answer: string | null): string | null {
  if (answer !== null && FAILURE_TEXT.test(answer)) return answer.trim();
  const [message, type] = [messageOf(record), said(record.error_type)];
  if (message !== null) return message;
  if (type === null) return null;
  return answer === null || answer.trim() === "" ? type : answer.trim();
}

const messageOf = ({ error_message: message, error_details: details, error }: Fields): string | null =>
  said(message) ?? said(details) ?? (typeof error === "string" ? said(error) : null);

function said(value: unknown): string | null {
  const text = nameOf(value);
  return text === undefined || NOTHING_FAILED.has(text.toLowerCase()) ? null : text;
}
