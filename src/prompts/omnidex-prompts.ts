import type { AnswerFormat } from "../domain/vocabulary.ts";
import { dottedOptions, type PromptQuestion, type PromptTemplate } from "./prompt-template.ts";

/** The instruction for each answer format. It asks for the form that the format's scorer reads. */
const INSTRUCTIONS: Readonly<Record<AnswerFormat, string>> = {
  MULTIPLE_CHOICE: "Answer with the letter of the correct option only.",
  MULTIPLE_SELECT: "Answer with the letters of all correct options only, as in A, C; one or more may be correct.",
  YES_NO: "Answer with yes or no only.",
  NUMBER: "Answer with a number only.",
  OPEN_TEXT: "Answer in a few words.",
  CAPTION: "Answer with one caption.",
  INSTANCE_COUNTS: 'Answer with how many there are of each class only, as in {"dog": 2, "cat": 1}.',
  RETRIEVAL: "Answer with the indices of what fits only, from 0 on, best first, as in [3, 0].",
  BOXES:
    'Answer with the boxes only, as [left, top, right, bottom] from 0 to 1 under the class and a number, as in {"dog_1": [0.1, 0.2, 0.5, 0.6]}.',
  FRAME_BOXES:
    'Answer with one box for each frame only, as [left, top, right, bottom] from 0 to 1, or null where there is none, as in {"frame_0": [0.1, 0.2, 0.5, 0.6], "frame_1": null}.',
};

const SOURCE = "Omnidex";

/** Templates for any benchmark. The first is the default of benchmarks without templates of their own. */
export const OMNIDEX_PROMPTS: readonly PromptTemplate[] = [
  {
    name: "omnidex",
    title: "The question, its options, and how to answer",
    benchmark: null,
    inputs: [],
    source: SOURCE,
    text: "{question}\n{options}\n\n{instruction}",
    placeholders: [],
    render: (question) => askedWith(question, instruction(question)),
  },
  {
    name: "omnidex/open-ended",
    title: "The question without its options, for open-ended runs",
    benchmark: null,
    inputs: [],
    source: SOURCE,
    text: "{question}\n\n{instruction}",
    placeholders: [],
    render: (question) => askedWith({ ...question, options: [] }, openInstruction(question)),
  },
];

const askedWith = ({ text, options }: PromptQuestion, instruction: string): string =>
  `${[text, ...(options.length === 0 ? [] : [dottedOptions(options)])].join("\n")}\n\n${instruction}`;

/** Any number of the options of an OPEN_TEXT question may be right. */
const instruction = ({ answerFormat, options }: PromptQuestion): string =>
  answerFormat === "OPEN_TEXT" && options.length > 0
    ? "Answer with the letters of all correct options only, as in A, C."
    : INSTRUCTIONS[answerFormat];

/** The instruction for a question without its options. A question about its options is then answered in words. */
const openInstruction = ({ answerFormat }: PromptQuestion): string =>
  INSTRUCTIONS[answerFormat === "MULTIPLE_CHOICE" || answerFormat === "MULTIPLE_SELECT" ? "OPEN_TEXT" : answerFormat];
