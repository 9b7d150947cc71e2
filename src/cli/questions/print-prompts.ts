import { counted } from "../../domain/counted.ts";
import { colors } from "../output/colors.ts";
import { printLine, remark } from "../output/printing.ts";
import type { PromptedQuestion } from "./question-prompts.ts";

/** Prints prompts as text, each below its question's key, with line breaks preserved. */
export async function printPrompts(questions: readonly PromptedQuestion[], total: number): Promise<void> {
  if (total === 0) return remark("No question matches.");
  for (const [at, { benchmark, key, prompt }] of questions.entries()) {
    const heading = colors.bold(`# ${withoutControls(`${benchmark.slug} ${key}`)}`);
    await printLine(`${at === 0 ? "" : "\n"}${heading}\n${withoutControls(prompt)}`);
  }
  if (total > questions.length)
    remark(`${questions.length} of ${counted(total, "question")}. --limit shows more; --output writes all to a file.`);
}

/** Removes control characters, except line breaks and tabs, and bidirectional marks. CR and CRLF become LF. */
const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
