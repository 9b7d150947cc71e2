import { AVI_ANSWER_LISTS, AVI_CLASS_LISTS } from "../domain/avi-bench-lists.ts";
import { type PromptQuestion, type PromptTemplate, pythonList } from "./prompt-template.ts";

/**
 * The prompts that AVI-Bench's data files refer to by name and that its code defines.
 * @see AVI-Bench's code, eval/level_metrics/definitions.py
 */

const BOTH = "Please answer the question based on the given audio and video.";
const indices = (list: string): string =>
  `Please output the indices of the ${list} list, starting from 0. For example: [], or [0, 3], or [1, 4, 9].`;
const counted = (objects: string): string =>
  `${objects} \nPlease strictly output the answer in the format answer={'cls_1': count_1, 'cls_2': count_2}, \nfor example, answer={'dog': 2, 'cat': 3, 'male': 1}. \n`;
/** The triple-quoted texts of the official code keep the code's indentation. */
const indented = (...lines: readonly string[]): string => `\n${lines.map((line) => `        ${line}\n`).join("")}    `;
const NORMALIZED = "The bbox values should be normalized into the range of 0 and 1, e.g., [0.1, 0.12, 0.26, 0.14].";

/** The base prompts, by their names in `question.prompt`. */
const AVI_PROMPTS: ReadonlyMap<string, string> = new Map([
  ["prompt_amic", counted("There may be one or more sound-emitting objects in the provided audio.")],
  [
    "prompt_vmic",
    `${counted("There may be one or more visible objects in the provided image.")} Possible categoris are in the list: vmic_cls_list`,
  ],
  [
    "prompt_avl",
    indented(
      "ctaegories list: {avl_cls_list}",
      "(1) There may be multiple sounding instances, you can choose instance categories from the given categories list.",
      "(2) The naming format for instances is: category_id. Instance IDs start from 1, e.g., male_1, dog_2, dog_3, cat_4.",
      "(3) The bbox format is: [x_min, y_min, x_max, y_max], where x_min, y_min represent the coordinates of the top-left corner.",
      `(4) ${NORMALIZED}`,
      "Do not explain, you must strictly follow the format: answer={'category1_id1': '[x_min, y_min, x_max, y_max]', 'category2_id2': '[x_min, y_min, x_max, y_max]'}",
    ),
  ],
  [
    "prompt_avlg",
    indented(
      "Please output the answer in a format that strictly matches the following example, do not explain:",
      "answer={'frame_0': [x0_min, y0_min, x0_max, y0_max], 'frame_1': None, ..., 'frame_9': [x9, y9, w9, h9]}.",
      "Note,",
      "(1) x_min, y_min represent the coordinates of the top-left corner, while x_max, y_max for the bottom_right corner.",
      `(2) ${NORMALIZED}`,
      "(3) Frames should be ranged from frame_0 to frame_9.",
    ),
  ],
  ["prompt_avh", BOTH],
  ["prompt_vah", BOTH],
  ["prompt_avm", BOTH],
  ["prompt_avr", indices("images")],
  ["prompt_var", indices("wavs")],
  [
    "prompt_avsqa",
    "You may choose multiple options; separated by semicolons. Your answer should be enclosed within ##, for example: #your_ans#.",
  ],
]);

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
