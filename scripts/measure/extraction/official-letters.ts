import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import type { TextTable } from "./measurement-tables.ts";
import { linesOf } from "./option-texts.ts";

interface Row {
  readonly question: string;
  readonly response: string;
  readonly correct_answer: string;
  /** XModBench's exact match of the response with the letter. */
  readonly is_correct: boolean;
}

/** XModBench's files do not contain the options, so these stand for their texts. They occur in no response. */
const OPTIONS = ["zzaa", "zzbb", "zzcc", "zzdd"];

/**
 * Reads XModBench's published outputs, which its official script scores by an exact match with the letter.
 * @returns null if the outputs are not there
 */
export function officialLetterTable(folder: string): TextTable | null {
  if (!existsSync(folder)) return null;
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .sort()
    .map((name) => tally(name, resolve(folder, name)));
  return {
    title: "XModBench's outputs",
    head: ["file", "n", "official right", "Omnidex right", "official right that Omnidex does not read so"],
    rows,
  };
}

function tally(name: string, path: string): string[] {
  let [total, official, own, lost] = [0, 0, 0, 0];
  for (const line of linesOf(path)) {
    const { question, response, correct_answer: key, is_correct: isCorrect }: Row = JSON.parse(line);
    const asked = { text: question, options: OPTIONS, answerFormat: "MULTIPLE_CHOICE" } as const;
    const read = omnidexExtractor.extract(response, asked);
    const isRight = read.kind === "answer" && read.answer === key;
    total += 1;
    official += isCorrect ? 1 : 0;
    own += isRight ? 1 : 0;
    lost += isCorrect && !isRight ? 1 : 0;
  }
  return [name.replace(".jsonl.gz", ""), String(total), String(official), String(own), String(lost)];
}
