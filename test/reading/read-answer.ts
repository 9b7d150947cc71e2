import type { ExtractionQuestion } from "../../src/reading/extraction.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";

/** The answer that the extractor reads in a response; null if it reads none. */
export function readAnswer(question: ExtractionQuestion, response: string): string | null {
  const extraction = omnidexExtractor.extract(response, question);
  return extraction.kind === "answer" ? extraction.answer : null;
}
