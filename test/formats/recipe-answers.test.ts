import { expect, it } from "vitest";
import { stringify } from "yaml";
import { gathering } from "../../src/formats/files/importer.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { scorePrediction } from "../../src/scoring/score-prediction.ts";
import { jsonFile } from "../fixtures/file-writing.ts";
import { readerOf } from "../support/importing.ts";

/** The questions that a recipe with these fields makes of records. */
async function read(fields: Readonly<Record<string, unknown>>, records: readonly object[]) {
  const recipe = {
    recipe: 1,
    benchmark: { slug: "own", title: "Own" },
    question: { key: ".id", text: ".question", task: '"Sound"', level: '"PERCEPTION"', native: [], ...fields },
  };
  const file = { name: "own.yaml", bytes: new TextEncoder().encode(stringify(recipe)) };
  return (await gathering(readerOf("own"))([file, jsonFile("records.json", records)])).questions;
}

const scored = (question: Awaited<ReturnType<typeof read>>[number] | undefined, response: string): number | null => {
  if (question === undefined) throw new Error("the recipe gives no question");
  const { answer: key, ...rest } = question;
  const { confirmation: _, ...asked } = rest;
  return scorePrediction({ response, error: null, confirmation: null }, { ...asked, key }, omnidexExtractor).score;
};

it("several references of a recipe are accepted answers, compared without case and punctuation", async () => {
  const [question] = await read({ answers: "[.first, .second]" }, [
    { id: "1", question: "What barks?", first: "A dog.", second: "a small dog" },
  ]);
  expect(question).toMatchObject({
    answerFormat: "OPEN_TEXT",
    answer: { kind: "text", text: "A dog.", also: ["a small dog"] },
  });
  expect(["a dog", "A small dog!", "a cat"].map((response) => scored(question, response))).toEqual([1, 1, 0]);
});

it("an answer of a small vocabulary needs no options, and is compared without case and space", async () => {
  const [question] = await read({ answer: ".anser" }, [
    { id: "1", question: "Which is louder?", anser: "acoustic_guitar" },
  ]);
  expect(question).toMatchObject({ answerFormat: "OPEN_TEXT", options: [], answer: { text: "acoustic_guitar" } });
  expect([" Acoustic_Guitar\n", "piano"].map((response) => scored(question, response))).toEqual([1, 0]);
});

it("a list of several right options is a set, and one right option is a choice unless the recipe says otherwise", async () => {
  const records = [
    { id: "1", question: "Which?", options: { A: "x; y", B: "z", C: "w" }, right: ["C", "A"] },
    { id: "2", question: "Which?", options: { A: "x; y", B: "z", C: "w" }, right: ["B"] },
    { id: "3", question: "Which?", options: { A: "x; y", B: "z", C: "w" }, right: "B" },
  ];
  const fields = { options: ".options", answer: ".right", answerIs: "LABEL" };
  const set = { answerFormat: "MULTIPLE_SELECT", answer: { kind: "options", positions: [0, 2], texts: ["x; y", "w"] } };
  const choice = { answerFormat: "MULTIPLE_CHOICE", answer: { kind: "option", position: 1, text: "z" } };
  expect(await read(fields, records)).toMatchObject([set, choice, choice]);
  const one = { answerFormat: "MULTIPLE_SELECT", answer: { kind: "options", positions: [1], texts: ["z"] } };
  const stated = await read({ ...fields, answerFormat: '"MULTIPLE_SELECT"' }, records);
  expect(stated).toMatchObject([set, one, one]);
});

it("a recipe gives the group of a question", async () => {
  const questions = await read({ answer: '"yes"', group: ".video" }, [
    { id: "1", question: "Is it?", video: 7 },
    { id: "2", question: "Is it so?" },
  ]);
  expect(questions.map(({ group }) => group)).toEqual(["7", undefined]);
});
