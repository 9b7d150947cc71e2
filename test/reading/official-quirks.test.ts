import { expect, it } from "vitest";
import { extractorNamed } from "../../src/reading/extractor-registry.ts";

const OPTIONS = ["Red", "Blue", "Green", "Yellow"];
const QUESTION = { options: OPTIONS, answerFormat: "MULTIPLE_CHOICE" as const, text: "" };

/** A label, or the rule of an abstention in brackets. */
function read(extractor: string, response: string): string {
  const extraction = extractorNamed(extractor).extract(response, QUESTION);
  return extraction.kind === "answer" ? extraction.answer : `(${extraction.rule})`;
}

it.each([
  ["vlmevalkit-worldsense", "Cannot determine", "C"],
  ["vlmevalkit-worldsense", "c", "(no-answer)"],
  ["vlmevalkit-worldsense", "Option: B", "B"],
  ["vlmevalkit-worldsense", "Best answer: D", "B"],
  ["vlmevalkit-worldsense", "the answer is c", "(no-answer)"],
  ["vlmevalkit-worldsense", "Failed to obtain answer via API.", "A"],
  ["vlmevalkit-2026-06-17", "Best answer: D", "D"],
  ["vlmevalkit-2026-06-17", "The best option is C", "C"],
  ["vlmevalkit-2026-06-17", "the answer is c", "C"],
  ["vlmevalkit-2026-06-17", "I think that the correct answer is **d**, since it is so", "D"],
  ["vlmevalkit-2026-06-17", "(b", "B"],
  ["vlmevalkit-2026-06-17", "it is green", "C"],
  ["vlmevalkit-2026-06-17", "green or blue", "(no-answer)"],
  ["vlmevalkit-2026-06-17", "I can't process this file. It is green.", "(no-such-option)"],
  ["vlmevalkit-2026-06-17", "Everything is red", "(no-such-option)"],
  ["vlmevalkit-2026-06-17", "Failed to obtain answer via API.", "A"],
  ["lmms-eval-mmworld", "Option: B", "B"],
  ["lmms-eval-mmworld", "b", "(no-answer)"],
  ["lmms-eval-worldsense", "", "A"],
  ["lmms-eval-worldsense", "I think it must have been green in the end", "C"],
  ["lmms-eval-worldsense", "(C) or rather (B)", "B"],
  ["lmms-eval-worldsense", "green", "A"],
  ["omnivideobench-qwen", "The answer is B.", "(not-an-option)"],
  ["omnivideobench-qwen", "assistant\n\\boxed{B}", "B"],
  ["omnivideobench-qwen", "/box{}/box{C}", "C"],
  ["omnivideobench-qwen", "A) Red", "(not-an-option)"],
  ["omnivideobench-thinking", "<think>A</think>", "(not-an-option)"],
  ["omnivideobench-thinking", "<think>A</think> B. Blue", "B"],
  ["omnivideobench-internvl", "the answer is b: blue, because", "(not-an-option)"],
  ["omnivideobench-internvl", "I choose C because of the sound", "D"],
  ["omnivideobench-internvl", "I choose C because of the song", "C"],
  ["omnivideobench-internvl", "So it must be blue", "(no-answer)"],
  ["omnivideobench-internvl", "答案是C吗", "(no-answer)"],
  ["omnivideobench-baichuan", "<answer> D </answer>", "D"],
  ["omnivideobench-baichuan", "It is B : I think", "(no-such-option)"],
  ["omnivideobench-minicpm", " c\n", "C"],
  ["omnivideobench-minicpm", "C.", "(not-an-option)"],
  ["omnivideobench-gemini", '```json\n{"answer": "B"}\n```', "B"],
  ["omnivideobench-gemini", '{"answer": "B. Blue"}', "(not-an-option)"],
  ["omnivideobench-gemini", "it is \\boxed{\\text{D}} and not A", "D"],
  ["omnivideobench-gemini", "A dog barks, so D", "A"],
  ["omnivideobench-gemini", "no letter here", "(no-answer)"],
  ["mmworld-post", "The answer is b: blue. Because", "B"],
  ["mmworld-post", "Green.", "C"],
  ["mmworld-post", "The answer is: D", "(no-answer)"],
  ["avi-bench", "It is not red, it is blue!", "A"],
  ["avi-bench", "bluish", "(no-answer)"],
])("%s reads %j as %s", (extractor, response, expected) => {
  expect(read(extractor, response)).toBe(expected);
});
