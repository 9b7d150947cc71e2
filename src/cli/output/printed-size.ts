import { paperSizeText } from "../../domain/paper-size.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import type { Omnidex } from "../../sdk/client.ts";
import { remark } from "./printing.ts";

/** The warning of `paperSizeText` about a benchmark whose paper's size this version knows. */
export const sizeText = (benchmark: string, questions: number): string | null =>
  paperSizeText(benchmark, questions, findTaxonomy(benchmark)?.questions ?? null);

/** Prints the warning of `paperSizeText` to stderr, beside figures from papers. */
export async function remarkPaperSize(omnidex: Omnidex, benchmark: string): Promise<void> {
  const found = await omnidex.benchmark(benchmark);
  const text = found && paperSizeText(benchmark, found.questionCount, found.paperQuestionCount);
  if (text !== null) remark(text);
}
