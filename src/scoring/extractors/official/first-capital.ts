import { pythonStrip } from "./python-text.ts";

/**
 * The first capital A to D anywhere in the text, once the listed phrases are deleted, case-sensitively. There is no word
 * boundary: "Based on the audio, the answer is C" gives "B", and "c" gives nothing.
 * @see the function `extract_characters_regex`, which VLMEvalKit and lmms-eval share by copying
 */
export function firstCapital(response: string, deleted: readonly string[]): string {
  const rest = deleted.reduce((text, phrase) => text.replaceAll(phrase, ""), pythonStrip(response));
  return /[ABCD]/.exec(rest)?.[0] ?? "";
}
