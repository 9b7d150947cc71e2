import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import type { TextTable } from "./measurement-tables.ts";

interface Row {
  readonly question: string;
  readonly options: readonly string[];
}

/**
 * Reads "The answer is ‹an option's own text›." for every option of MMLU-Pro. An option that is only a letter which is
 * also a label is left out, because it has two readings.
 * @returns null if the questions are not there
 */
export function optionTextTable(folder: string): TextTable | null {
  const path = resolve(folder, "questions.jsonl.gz");
  if (!existsSync(path)) return null;
  const rows: Row[] = linesOf(path).map((line) => JSON.parse(line));
  let [total, wrong, missed] = [0, 0, 0];
  for (const { question, options } of rows)
    for (const option of options) {
      if (isLabel(option, options.length)) continue;
      total += 1;
      const asked = { text: question, options, answerFormat: "MULTIPLE_CHOICE" } as const;
      const read = omnidexExtractor.extract(`The answer is ${option}.`, asked);
      if (read.kind === "unparsed") missed += 1;
      else if (options[read.answer.charCodeAt(0) - 65] !== option) wrong += 1;
    }
  return {
    title: 'The option\'s own text: "The answer is ‹option›."',
    head: ["n", "wrong letters", "wrong %", "misses", "misses %"],
    rows: [[String(total), String(wrong), share(wrong, total), String(missed), share(missed, total)]],
  };
}

const share = (part: number, whole: number): string => ((100 * part) / whole).toFixed(3);

export const linesOf = (path: string): string[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .split("\n")
    .filter((line) => line !== "");

function isLabel(option: string, count: number): boolean {
  const letter = option.trim().replace(/\.$/, "").toUpperCase();
  return /^[A-Z]$/.test(letter) && letter.charCodeAt(0) - 65 < count;
}
