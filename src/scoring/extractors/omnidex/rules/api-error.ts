import { type Finding, found, type Reading } from "../reading.ts";

/**
 * What harnesses and services write where the model's answer should stand. "Video corrupted: …", "Video decoding error: …",
 * "Video file not found." and "GPU memory insufficient…" are those of OmniVideoBench's scripts.
 */
const API_ERROR =
  /^\W{0,4}(?:failed to (?:obtain|get|generate|call|fetch)|(?:[A-Za-z_.]{0,60}(?:error|exception))\s*(?::|$|- |code\b|\()|api error|error\b\W*$|error (?:code|processing|occurred)|http\s?(?:error\s?)?[45]\d\d|[45]\d\d\b(?:\W*$|\s+(?:too many|bad|service|internal|gateway|unauthorized|forbidden|not found|error|client|server))|request timed out|(?:request|connection|read) (?:timed? ?out|timeout|aborted|refused|reset)|timeout\W*$|(?:video|audio|image) (?:(?:file )?corrupted\s*:|file not found|(?:decod(?:e|ing)|load(?:ing)?|processing|reading) (?:error|failed|failure)\b)|file not found|(?:gpu|cuda) memory insufficient|insufficient (?:gpu|cuda) memory|(?:gpu|cuda) out of memory|out of memory\W*$|traceback \(most recent|\{\s*["']?error["']?\s*:|<!doctype html|<html|rate limit|too many requests|quota exceeded|blocked:|the response was (?:filtered|blocked)|content (?:filtered|blocked)|no response from)/i;

/** An error message of the API or of the harness, at the beginning of the response. */
export function readApiError(reading: Reading): Finding | null {
  const start = reading.text.search(/\S/);
  if (start < 0) return null;
  const match = API_ERROR.exec(reading.text.slice(start, start + 300));
  return match === null ? null : found(reading, "api-error", start, start + match[0].length, "api-error");
}
