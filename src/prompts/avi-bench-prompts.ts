import { AVI_ANSWER_LISTS, AVI_CLASS_LISTS } from "../domain/avi-bench-lists.ts";
import { AVI_PROMPTS } from "./avi-bench-definitions.ts";
import type { PromptQuestion, PromptTemplate } from "./prompt-template.ts";
import { pythonList } from "./question-text.ts";

/**
 * The templates of AVI-Bench. As in the official code, three parts are joined with ". ", even if the first two are
 * empty, and a name that the code does not define (`prompt_avqa`) is left unchanged.
 * @see AVI-Bench's code, scripts/utils.py, `get_real_input`
 */
export const AVI_BENCH_PROMPTS: readonly PromptTemplate[] = [
  {
    name: "avi-bench/base",
    title: "The task's base prompt, its options, the question",
    benchmark: "avi-bench",
    inputs: [],
    source: "AVI-Bench, appendix E.3 and H.1; its code, scripts/utils.py",
    text: "{prompt}. Available options are: {options}. {question}",
    placeholders: AVI_CLASS_LISTS,
    render: (question) => `${basePrompt(question)}. ${availableOptions(question)}. ${question.text}`,
  },
];

function basePrompt({ native: { prompt } }: PromptQuestion): string {
  return typeof prompt === "string" ? (AVI_PROMPTS.get(prompt) ?? prompt) : "";
}

function availableOptions({ options, native }: PromptQuestion): string {
  const named = typeof native.options === "string" ? native.options : null;
  if (named !== null) return availableNamed(named);
  return options.length === 0 ? "" : `Available options are: ${pythonList(options)}`;
}

function availableNamed(name: string): string {
  const list = AVI_ANSWER_LISTS.get(name);
  if (list !== undefined) return `Available options are: ${pythonList(list)}`;
  if (AVI_CLASS_LISTS.includes(name)) return `Available options are: {${name}}`;
  return `Available ${name.includes("cls") ? "semantic categories" : "options"} are: ${name}`;
}
