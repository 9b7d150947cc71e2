import { type PromptTemplate, pythonOptions, wordedTemplate } from "./prompt-template.ts";

const template = (name: string, title: string, source: string, text: string): PromptTemplate =>
  wordedTemplate(
    { name: `mmworld/${name}`, title, benchmark: "mmworld", inputs: ["VIDEO"], source, text },
    pythonOptions,
  );

/**
 * The prompts of the official code, because the paper prints only the prompt that aligns a response to an option. The
 * code inserts the options as a Python dictionary with lower-case labels.
 */
export const MMWORLD_PROMPTS: readonly PromptTemplate[] = [
  template(
    "single-letter",
    "One letter",
    "MMWorld's code, evaluation/eval.py",
    "Answer the question {question} by selecting one from the giving answers {options}. Respond with only single letter such as a, b, c ,d.",
  ),
  template(
    "frames",
    "Frames of the video (GPT-4V, GPT-4o)",
    "MMWorld's code, evaluation/main_utils.py",
    "Based on the following video frames extracted from the video, answer the question {question} by selecting one from the giving answers {options}.",
  ),
  template(
    "lmms-eval",
    "As lmms-eval asks",
    "lmms-eval, tasks/mmworld",
    "Select the best answer to the following multiple-choice question based on the video and the subtitles. Respond with only the letter (A, B, C, or D) of the correct option.\n{question}\n{options}\n\nAnswer with the option's letter from the given choices directly.",
  ),
  // The two steps of the open-ended protocol: the model answers without options, and then a judge aligns the response.
  // The paper prints the first paragraph of the second prompt, and says that the judge also gets question and options.
  template("open-ended", "Open-ended, step 1: the answer", "MMWorld, appendix B.3, without options", "{question}"),
  {
    ...template(
      "align",
      "Open-ended, step 2: the option that a response means",
      "MMWorld, appendix C, the prompt for GPT-4-32K",
      "I will present a response from a question-answering model alongside several answer options. Your task is to evaluate the response and determine which of the following options it most closely aligns with, denoting the most similar option by its corresponding letter (a, b, c, or d).\n\nResponse:\n{response}\n\nQuestion: {question}\nOptions: {options}",
    ),
    inputs: [],
    placeholders: ["response"],
  },
];
