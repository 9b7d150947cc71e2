import { expect, it } from "vitest";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";

const OPTIONS = ["red", "blue", "white", "black", "gray", "green", "no availabel option", "not sure"];
const read = (response: string, options = OPTIONS): string => {
  const question = { options, answerFormat: "OPEN_TEXT" as const, text: "Which colours does the cube have?" };
  const extraction = omnidexExtractor.extract(response, question);
  return extraction.kind === "answer" ? extraction.answer : `(${extraction.rule})`;
};

it.each([
  ["red; blue", "red; blue"],
  ["#blue;red#", "red; blue"],
  ["Answer: #red;blue#", "red; blue"],
  ["red, blue and green", "red; blue; green"],
  ["Red and blue.", "red; blue"],
  ["red、blue", "red; blue"],
  ["red和blue", "red; blue"],
  ['["red", "blue"]', "red; blue"],
  ["['red', 'blue']", "red; blue"],
  ['{"answer": ["red", "blue"]}', "red; blue"],
  ['{"answer": "A, B"}', "red; blue"],
  ["A, C", "red; white"],
  ["AC", "red; white"],
  ["A and C", "red; white"],
  ["(A) (C)", "red; white"],
  ["A. red\nB. blue", "red; blue"],
  ["- red\n- blue", "red; blue"],
  ["1. red\n2. blue", "red; blue"],
  ["The answers are red and blue.", "red; blue"],
  ["The answer is A and C.", "red; white"],
  ["<think>black?</think><answer>red, blue</answer>", "red; blue"],
  ["The final answer is \\boxed{red, blue}", "red; blue"],
  ["I can see a red cube and a blue sphere.", "red; blue"],
  ["B and E are correct", "blue; gray"],
  ["A (red), C (white)", "red; white"],
  ["A - red, C - white", "red; white"],
  ["Answer:\n- red\n- white", "red; white"],
  ["Sure, here is the answer: red;blue", "red; blue"],
  ["A C", "red; white"],
  ["Only A and C", "red; white"],
  ["The answer is A as well as C", "red; white"],
  ["The colors are red, blue, and gray.", "red; blue; gray"],
  ["Options: red; blue; white; black\n\nAnswer: #red; white#", "red; white"],
  ["The video shows red, blue and white.\n\n#red; white#", "red; white"],
  ["Answer: A, C\nExplanation: There is actually no blue in the video.", "red; white"],
])("several options in %j are %s", (response, answer) => expect(read(response)).toBe(answer));

it.each([
  ["red", "red"],
  ["A", "red"],
  ["**Red**", "red"],
  ["The answer is red.", "red"],
  ["The cube is red, not blue.", "red"],
  ["Options: red, blue, white, black. Answer: red", "red"],
  ["I'm not sure.", "not sure"],
])("one option in %j is %s", (response, answer) => expect(read(response)).toBe(answer));

it.each([
  ["red or blue", "(several-answers)"],
  ["At first I thought red; blue. Actually green or blue.", "(several-answers)"],
  ["Answer: red, blue\nWait, actually only green.", "(several-answers)"],
  ["I cannot answer that.", "(refusal)"],
  ["Error: 429", "(api-error)"],
  ["", "(empty)"],
  ["It is shiny all over the place, as far as one can see.", "(no-answer)"],
])("%j has no definite answer: %s", (response, rule) => expect(read(response)).toBe(rule));

it("a few words that name no option are an answer, because a key may have other words", () => {
  expect(read("purple")).toBe("purple");
});

it.each([
  ["red; blue; purple", "red; blue; purple"],
  ["red; purple", "red; purple"],
])("what is no option counts, too, because no other answer is right: %j", (response, answer) =>
  expect(read(response)).toBe(answer),
);

it.each([
  ["a, c", "a; c"],
  ["A, C", "a; c"],
  ["a; b", "a; b"],
])("options of one letter are read: %j", (response, answer) => expect(read(response, ["a", "b", "c"])).toBe(answer));

it.each([
  ["salt and pepper", "salt and pepper"],
  ["salt and pepper; sugar", "salt and pepper; sugar"],
  ["sugar", "sugar"],
])("an option may contain a separator: %j", (response, answer) =>
  expect(read(response, ["salt and pepper", "sugar", "flour, sifted"])).toBe(answer),
);
