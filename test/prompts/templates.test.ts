import { describe, expect, it } from "vitest";
import { ANSWER_FORMATS } from "../../src/domain/vocabulary.ts";
import { type PromptQuestion, pythonText } from "../../src/prompts/prompt-template.ts";
import { describeTemplates, PROMPT_TEMPLATES, renderPrompt } from "../../src/prompts/template-registry.ts";

const choice = (benchmark: string, extra: Partial<PromptQuestion> = {}): PromptQuestion => ({
  benchmark,
  text: "What is heard first?",
  options: ["A bell.", "It's rain."],
  answerFormat: "MULTIPLE_CHOICE",
  native: {},
  ...extra,
});

const SELECT =
  "Select the best answer to the following multiple-choice question based on the video. Respond with only the letter (A, B, C, or D) of the correct option.";
const WORLDSENSE_END = "Question: What is heard first?\nA. A bell.\nB. It's rain.\nAnswer:";

describe("WorldSense's template", () => {
  it.each<[string, readonly string[]]>([
    [
      "worldsense/video",
      [
        "Carefully watch this video and pay attention to every detail. Based on your observations, select the best option that accurately addresses the question.",
        `These are the frames of a video. ${SELECT}`,
      ],
    ],
    [
      "worldsense/subtitles",
      [
        "Carefully watch this video and pay attention to every detail. Based on your observations, select the best option that accurately addresses the question.",
        "These are the frames of a video. This video's subtitles are listed below:",
        "{subtitles}",
        SELECT,
      ],
    ],
    [
      "worldsense/audio",
      [
        "Carefully watch this video and pay attention to every detail. Based on your observations, select the best option that accurately addresses the question.",
        `These are the frames of a video and the corresponding audio. ${SELECT}`,
      ],
    ],
    [
      "worldsense/observe",
      [
        "Based on your observations, select the best option that accurately addresses the question.",
        `These are the frames of a video and the corresponding audio. ${SELECT}`,
      ],
    ],
    [
      "worldsense/watch",
      [
        "Carefully watch this video and pay attention to every detail.",
        `These are the frames of a video and the corresponding audio. ${SELECT}`,
      ],
    ],
  ])("%s renders the paper's prompt", (name, lines) => {
    expect(renderPrompt(choice("worldsense"), name)).toBe([...lines, WORLDSENSE_END].join("\n"));
  });

  /** The results of lmms-eval's `worldsense_doc_to_text` and `worldsense_doc_to_text_subtitle`. */
  it.each([
    ["worldsense/lmms-eval", "These are the frames of a video and the corresponding audio. "],
    [
      "worldsense/lmms-eval-subtitles",
      'These are the frames of a video. This video\'s subtitles are listed below:\n"{subtitles}"\n',
    ],
  ])("%s renders the prompt of lmms-eval's code", (name, frames) => {
    const sys =
      "Carefully watch this video and pay attention to every detail. Based on your observations, select the best option that accurately addresses the question.";
    expect(renderPrompt(choice("worldsense"), name)).toBe(
      `${sys}\n${frames}${SELECT}\nWhat is heard first?\nA. A bell.\nB. It's rain.\n`,
    );
  });
});

describe("OmniVideoBench's template", () => {
  const asked = `# Instruction: You are given a video. Based on the content of the video, answer the following question:

# Question: What is heard first?

# Options:
A: A bell.
B: It's rain.

# Task:
`;
  it.each([
    [
      "omnivideobench/multiple-choice",
      `Answer with the option’s letter directly(e.g., A, B, C, or D).
If your access to the video content is limited, at least one option that is more likely than the others must be chosen.
Mustn’t give any other reason for can not choose!`,
    ],
    [
      "omnivideobench/step-by-step",
      `Note that you should first reason step by step, and then you should give your final choice in A, B, C, or D.
Your answer format should be as follows:
Step X: [Reasoning step X]
The final choice is:
\\bbox{Answer with the option’s letter directly(A, B, C, or D).}.`,
    ],
  ])("%s renders the paper's prompt", (name, task) => {
    expect(renderPrompt(choice("omnivideobench"), name)).toBe(asked + task);
  });

  const ofScripts = `You are given a video. Based on the content of the video, answer the following question:

Question:
What is heard first?

Options:
A. A bell.
B. It's rain.

`;
  const limited =
    "If your access to the video content is limited, at least one option that is more likely than the others must be chosen.";
  /** The prompts that the scripts print. */
  it.each([
    [
      "omnivideobench/qwen",
      `${ofScripts}Answer with the option's letter directly(e.g., A, B, C, or D).${limited}Mustn't give any other reason for can not choose!`,
    ],
    [
      "omnivideobench/qwen-transcript",
      `${ofScripts.replace(/(?=Question:)/, "The ASR transcription results for this video's audio are as follows: \n[ASR Transcription]\n{transcript}\n\n")}Answer with the option's letter directly(e.g., A, B, C, or D).${limited}Mustn't give any other reason for can not choose!`,
    ],
    [
      "omnivideobench/internvl",
      `${ofScripts}Answer with the option's letter directly(e.g., A, B, C, or D). ${limited} Mustn't give any other reason for can not choose!`,
    ],
    [
      "omnivideobench/minicpm",
      `${ofScripts}Answer with the option's letter directly (e.g., A, B, C, or D). ${limited} Do not give any other reason for not choosing!`,
    ],
    [
      "omnivideobench/gemini",
      `${ofScripts}${limited}Directly return a JSON structure without any additional explanations: { "answer": "A/B/C/D", "explanation": "string" // the explanation you give }`,
    ],
    [
      "omnivideobench/baichuan",
      `You are a video understanding assistant. Please answer the following question based on the video content:

Question:
What is heard first?

Options:
A. A bell.
B. It's rain.

Please provide your final answer within the <answer> </answer> tags. Please provide only the single option letter (e.g., A, B, C, D, etc.).`,
    ],
    [
      "omnivideobench/humanomni-v2",
      `${ofScripts}Provide your final answer between the <answer> </answer> tags. Please provide only the single option letter (e.g., A, B, C, D, etc.).`,
    ],
    [
      "omnivideobench/open-ended",
      "### InstructionYou are given a question about the following video.Your task is to watch the video and answer ONLY with the final choice. ## Requirements- Do NOT output reasoning, explanations, or analysis.- Do NOT repeat the question.- The answer must be the **shortest possible form**.- Wrap your final answer inside LaTeX-style bbox for clarity.### QuestionWhat is heard first?\n\n### Answer format\\bbox{{Final Answer}})",
    ],
  ])("%s renders the prompt that the scripts print", (name, prompt) => {
    expect(renderPrompt(choice("omnivideobench"), name)).toBe(prompt);
  });
});

describe("MMWorld's template", () => {
  const options = `{'a': 'A bell.', 'b': "It's rain."}`;
  it.each([
    [
      "mmworld/single-letter",
      `Answer the question What is heard first? by selecting one from the giving answers ${options}. Respond with only single letter such as a, b, c ,d.`,
    ],
    [
      "mmworld/frames",
      `Based on the following video frames extracted from the video, answer the question What is heard first? by selecting one from the giving answers ${options}.`,
    ],
    [
      "mmworld/align",
      "I will present a response from a question-answering model alongside several answer options. Your task is to evaluate the response and determine which of the following options it most closely aligns with, denoting the most similar option by its corresponding letter (a, b, c, or d).\n\nResponse:\n{response}\n\nQuestion: What is heard first?\nOptions: {'a': 'A bell.', 'b': \"It's rain.\"}",
    ],
    ["mmworld/open-ended", "What is heard first?"],
    [
      "mmworld/lmms-eval",
      `Select the best answer to the following multiple-choice question based on the video and the subtitles. Respond with only the letter (A, B, C, or D) of the correct option.\nWhat is heard first?\n${options}\n\nAnswer with the option's letter from the given choices directly.`,
    ],
  ])("%s renders the question with its options as a Python dictionary", (name, text) => {
    expect(renderPrompt(choice("mmworld"), name)).toBe(text);
  });

  /** Texts with Python 3's `repr` of each. */
  it.each([
    ["plain", "'plain'"],
    ["it's", `"it's"`],
    [`"so"`, `'"so"'`],
    [`it's "so"`, `'it\\'s "so"'`],
    ["a\\b", "'a\\\\b'"],
    ["a\nb\tc\rd", "'a\\nb\\tc\\rd'"],
    ["a\u0007b\u00a0c", "'a\\x07b\\xa0c'"],
    ["a\u200bb\u2028c\ufeff", "'a\\u200bb\\u2028c\\ufeff'"],
    ["café 音楽 🎵", "'café 音楽 🎵'"],
  ])("writes %j as %s", (text, printed) => {
    expect(pythonText(text)).toBe(printed);
  });
});

describe("AVI-Bench's default template", () => {
  const BOTH = "Please answer the question based on the given audio and video.";
  it.each<[string, Partial<PromptQuestion>, string]>([
    [
      "names that the code defines",
      { options: [], native: { prompt: "prompt_avh", options: "avh_options_list" } },
      `${BOTH}. Available options are: ['yes', 'no', 'not sure']. What is heard first?`,
    ],
    [
      "a name that the code does not define, which stays unchanged",
      { options: [], native: { prompt: "prompt_avqa", options: "avqa_options_list_is" } },
      "prompt_avqa. Available options are: ['yes', 'no', 'not sure']. What is heard first?",
    ],
    [
      "the name of a list whose classes are only in the official code",
      { options: [], native: { prompt: "prompt_avr", options: "amic_cls_list" } },
      "Please output the indices of the images list, starting from 0. For example: [], or [0, 3], or [1, 4, 9].. Available options are: {amic_cls_list}. What is heard first?",
    ],
    [
      "the question's own texts",
      { native: { prompt: "Look, then listen." } },
      `Look, then listen.. Available options are: ['A bell.', "It's rain."]. What is heard first?`,
    ],
    ["neither prompt nor options", { options: [], native: { prompt: null } }, ". . What is heard first?"],
    [
      "options under a name that is not a list",
      { options: [], native: { options: "own_cls" } },
      ". Available semantic categories are: own_cls. What is heard first?",
    ],
    [
      "many lines",
      { options: [], native: { prompt: "prompt_avlg" } },
      `
        Please output the answer in a format that strictly matches the following example, do not explain:
        answer={'frame_0': [x0_min, y0_min, x0_max, y0_max], 'frame_1': None, ..., 'frame_9': [x9, y9, w9, h9]}.
        Note,
        (1) x_min, y_min represent the coordinates of the top-left corner, while x_max, y_max for the bottom_right corner.
        (2) The bbox values should be normalized into the range of 0 and 1, e.g., [0.1, 0.12, 0.26, 0.14].
        (3) Frames should be ranged from frame_0 to frame_9.
    . . What is heard first?`,
    ],
  ])("renders %s", (_, question, text) => {
    expect(renderPrompt(choice("avi-bench", question), null)).toBe(text);
  });
});

describe("a benchmark without templates of its own", () => {
  it.each<[string, string | null, Partial<PromptQuestion>, string]>([
    [
      "a choice",
      null,
      {},
      "What is heard first?\nA. A bell.\nB. It's rain.\n\nAnswer with the letter of the correct option only.",
    ],
    [
      "a question with several right options",
      "omnidex",
      { answerFormat: "OPEN_TEXT" },
      "What is heard first?\nA. A bell.\nB. It's rain.\n\nAnswer with the letters of all correct options only, as in A, C.",
    ],
    ["a choice without its options", "omnidex/open-ended", {}, "What is heard first?\n\nAnswer in a few words."],
    ["a number", null, { options: [], answerFormat: "NUMBER" }, "What is heard first?\n\nAnswer with a number only."],
    [
      "yes or no",
      "omnidex/open-ended",
      { options: [], answerFormat: "YES_NO" },
      "What is heard first?\n\nAnswer with yes or no only.",
    ],
  ])("gets a prompt for %s", (_, name, question, text) => {
    expect(renderPrompt(choice("my-own", question), name)).toBe(text);
  });

  it.each(ANSWER_FORMATS)("gets a prompt that says how to answer %s", (answerFormat) => {
    expect(renderPrompt(choice("my-own", { answerFormat }), null)).toMatch(/\n\nAnswer [^\n]+\.$/);
  });
});

describe("every template", () => {
  it.each(PROMPT_TEMPLATES.map((template) => [template.name, template] as const))("%s", (name, template) => {
    const text = 'Why {options}? {question} $& \\{subtitles} "it\'s"';
    const benchmark = template.benchmark ?? "my-own";
    const prompt = renderPrompt(choice(benchmark, { text, options: ["{question}", "$1 {options}"] }), name);
    expect(prompt.split(text)).toHaveLength(2);
    // Braces in a question's text are not placeholders of the template.
    if (!name.endsWith("/open-ended")) expect(prompt).toContain("$1 {options}");
    for (const placeholder of template.placeholders) {
      if (template.benchmark !== "avi-bench") expect(prompt).toMatch(new RegExp(`\n"?\\{${placeholder}\\}"?\n`));
    }
    expect(name.split("/")[0]).toBe(template.benchmark ?? "omnidex");
  });

  it("has a unique name, and each benchmark has one default, which comes first", () => {
    expect(new Set(PROMPT_TEMPLATES.map(({ name }) => name)).size).toBe(PROMPT_TEMPLATES.length);
    for (const [benchmark, name] of [
      ["avi-bench", "avi-bench/base"],
      ["mmworld", "mmworld/single-letter"],
      ["omnivideobench", "omnivideobench/multiple-choice"],
      ["worldsense", "worldsense/audio"],
      ["my-own", "omnidex"],
    ] as const) {
      const described = describeTemplates(benchmark);
      expect(described.filter((template) => template.default).map((template) => template.name)).toEqual([name]);
      expect(described[0]?.name).toBe(name);
      expect(described.map((template) => template.name)).toContain("omnidex/open-ended");
    }
    const all = describeTemplates(null);
    expect(all.filter((template) => template.default)).toHaveLength(5);
    expect(all.length).toBe(PROMPT_TEMPLATES.length);
  });

  it.each<[string, string, string]>([
    [
      "mmworld",
      "none",
      "There is no prompt template 'none'. Templates for mmworld: mmworld/single-letter, mmworld/frames, mmworld/lmms-eval, mmworld/open-ended, mmworld/align, omnidex, omnidex/open-ended.",
    ],
    [
      "my-own",
      "worldsense/audio",
      "The prompt template 'worldsense/audio' is for worldsense, but the question belongs to my-own. Templates for my-own: omnidex, omnidex/open-ended.",
    ],
    ["my-own", "", "There is no prompt template ''. Templates for my-own: omnidex, omnidex/open-ended."],
  ])("is not available to %s under the name '%s'", (benchmark, name, message) => {
    expect(() => renderPrompt(choice(benchmark), name)).toThrow(
      expect.objectContaining({ code: "BAD_USER_INPUT", message }),
    );
  });
});
