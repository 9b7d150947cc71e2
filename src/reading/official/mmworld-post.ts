import type { Extraction, ExtractionQuestion, Extractor } from "../extraction.ts";
import { letterExtraction } from "./option-letter.ts";
import { pythonStrip, pythonStripOf } from "./python-text.ts";

/**
 * The text that MMWorld passes to its judge: the text before the first full stop, without "The answer is", in lower
 * case and without quotes, then cut at the first colon.
 */
export function readMmworldPost(response: string): string {
  const sentence = (response.split(".", 1)[0] ?? "").replaceAll("The answer is", "");
  const plain = pythonStripOf(pythonStrip(sentence).toLowerCase(), "\"'");
  return pythonStrip(plain.split(":", 1)[0] ?? "");
}

/**
 * MMWorld's post-processing for open models. The paper then asks a language model to judge the resulting text. This
 * extractor instead requires that the text equals a label, as MMWorld's repository does if it uses no judge, or an
 * option's whole text, which any judge would accept.
 * @see https://github.com/eric-ai-lab/MMWorld, evaluation/main_utils.py, `answer_post_processing` and
 *   `compute_question_accuracy`
 */
export const mmworldPostExtractor: Extractor = {
  name: "mmworld-post",
  version: "1",
  extract(response, question) {
    const text = readMmworldPost(response);
    const label = labelOfText(text, question) ?? text;
    return letterExtraction(label, response, question, "post-processing") satisfies Extraction;
  },
};

function labelOfText(text: string, question: ExtractionQuestion): string | undefined {
  const position = question.options.findIndex((option) => readMmworldPost(option) === text);
  return position < 0 || text === "" ? undefined : String.fromCharCode(97 + position);
}
