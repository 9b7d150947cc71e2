import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readMmworldPost } from "../../src/reading/official/avi-bench-extractor.ts";
import { readLmmsEvalMmworld, readLmmsEvalWorldsense } from "../../src/reading/official/lmms-eval-extractors.ts";
import {
  cleanText,
  qwenAnswer,
  readOmnivideobenchBaichuan,
  readOmnivideobenchInternvl,
  readOmnivideobenchThinking,
} from "../../src/reading/official/omnivideobench-extractors.ts";
import { readVlmevalkitWorldsense } from "../../src/reading/official/vlmevalkit-extractors.ts";

/** The official code's result for each of many strings. The file is kept outside of the repository. */
const GOLDEN = new URL("../../../shared/golden/extractor_cases.json", import.meta.url);
const OPTIONS = ["red", "It is blue", "green", "yellow"];

const READERS: Readonly<Record<string, (response: string) => string>> = {
  vlmevalkit_worldsense: readVlmevalkitWorldsense,
  lmms_eval_worldsense_4opt: (response) => readLmmsEvalWorldsense(response, OPTIONS),
  lmms_eval_mmworld: readLmmsEvalMmworld,
  ovb_qwen_extract: qwenAnswer,
  ovb_clean_text: (response) => cleanText(qwenAnswer(response)),
  ovb_thinking_clean: readOmnivideobenchThinking,
  ovb_internvl: (response) => readOmnivideobenchInternvl(response).letter,
  ovb_baichuan_clean: readOmnivideobenchBaichuan,
  mmworld_post: readMmworldPost,
};

type GoldenCase = Readonly<Record<string, string>>;

function readGolden(): GoldenCase[] {
  if (!existsSync(GOLDEN)) {
    console.warn("Golden extractor cases are not here; what the official code returned is not checked.");
    return [];
  }
  return (JSON.parse(readFileSync(GOLDEN, "utf8")) as { cases: GoldenCase[] }).cases;
}

describe.skipIf(!existsSync(GOLDEN))("official extractors read the same answers as the official code", () => {
  const cases = readGolden();
  for (const [column, read] of Object.entries(READERS)) {
    it.each(cases.map((golden) => [golden.input ?? "", golden[column] ?? ""]))(
      `${column}: %j → %j`,
      (input, output) => {
        expect(read(input)).toBe(output);
      },
    );
  }
});
