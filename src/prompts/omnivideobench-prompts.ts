import type { Modality } from "../domain/vocabulary.ts";
import { colonOptions, dottedOptions, type PromptTemplate, wordedTemplate } from "./prompt-template.ts";

const ASKED = `# Instruction: You are given a video. Based on the content of the video, answer the following question:

# Question: {question}

# Options:
{options}

# Task:`;

const template = (name: string, title: string, appendix: string, task: string): PromptTemplate =>
  wordedTemplate(
    {
      name: `omnivideobench/${name}`,
      title,
      benchmark: "omnivideobench",
      inputs: ["VIDEO", "AUDIO"],
      source: `OmniVideoBench, appendix ${appendix}`,
      text: `${ASKED}\n${task}`,
    },
    colonOptions,
  );

const GIVEN = "You are given a video. Based on the content of the video, answer the following question:\n\n";
const SCRIPT_QUESTION = "Question:\n{question}\n\nOptions:\n{options}\n\n";
const SCRIPT_ASKED = `${GIVEN}${SCRIPT_QUESTION}`;
const LETTER = "Answer with the option's letter directly(e.g., A, B, C, or D).";
const NO_OTHER = "Mustn't give any other reason for can not choose!";
const AT_LEAST_ONE =
  "If your access to the video content is limited, at least one option that is more likely than the others must be chosen.";

interface Script {
  readonly name: string;
  readonly title: string;
  /** The paths in `eval/`, at commit 1915466, of the scripts that have this wording. */
  readonly scripts: readonly string[];
  readonly inputs?: readonly Modality[];
  readonly placeholders?: readonly string[];
  readonly text: string;
}

/**
 * A template with the text that a script sends along with the media, without the system prompt and the model's special
 * tokens.
 */
const scriptTemplate = ({
  name,
  title,
  scripts,
  inputs = ["VIDEO", "AUDIO"],
  placeholders = [],
  text,
}: Script): PromptTemplate => {
  const source = `OmniVideoBench's code, ${scripts.map((script) => `eval/${script}`).join(", ")}`;
  return wordedTemplate(
    { name: `omnivideobench/${name}`, title, benchmark: "omnivideobench", inputs, source, text, placeholders },
    dottedOptions,
  );
};

/**
 * The prompts of the released scripts. Missing spaces and line breaks are in the originals, where Python joins adjacent
 * literals.
 * @see https://github.com/NJU-LINK/OmniVideoBench/tree/main/eval
 */
const SCRIPT_PROMPTS: readonly PromptTemplate[] = (
  [
    {
      name: "qwen",
      title: "As the scripts for Qwen-Omni, Qwen-VL and HumanOmni ask",
      scripts: [
        "qwenomni_eval.py",
        "qwen3_omni_eval.py",
        "qwen3_omni_eval_thinking.py",
        "qwenvl_eval.py",
        "humanomni_eval.py",
      ],
      text: `${SCRIPT_ASKED}${LETTER}${AT_LEAST_ONE}${NO_OTHER}`,
    },
    {
      name: "qwen-transcript",
      title: "As the script for Qwen-VL with a transcript asks",
      scripts: ["qwenvl_eval_asr.py"],
      inputs: ["VIDEO", "SUBTITLES"],
      placeholders: ["transcript"],
      text: `${GIVEN}The ASR transcription results for this video's audio are as follows: \n[ASR Transcription]\n{transcript}\n\n${SCRIPT_QUESTION}${LETTER}${AT_LEAST_ONE}${NO_OTHER}`,
    },
    {
      name: "internvl",
      title: "As the scripts for InternVL and Ming-Omni ask; the script for InternVL names the frames first",
      scripts: ["internvl_eval.py", "ming_omni_eval.py"],
      text: `${SCRIPT_ASKED}${LETTER} ${AT_LEAST_ONE} ${NO_OTHER}`,
    },
    {
      name: "minicpm",
      title: "As the scripts for MiniCPM-o and VideoLLaMA 2 ask",
      scripts: ["minicpm-o_eval.py", "videollama2_eval.py"],
      text: `${SCRIPT_ASKED}Answer with the option's letter directly (e.g., A, B, C, or D). ${AT_LEAST_ONE} Do not give any other reason for not choosing!`,
    },
    {
      name: "gemini",
      title: "As the script for Gemini asks: a JSON object with an explanation",
      scripts: ["gemini_eval.py"],
      text: `${SCRIPT_ASKED}${AT_LEAST_ONE}Directly return a JSON structure without any additional explanations: { "answer": "A/B/C/D", "explanation": "string" // the explanation you give }`,
    },
    {
      name: "baichuan",
      title: "As the script for Baichuan-Omni asks: the letter in <answer> tags",
      scripts: ["baichuan_omni_eval.py"],
      text: "You are a video understanding assistant. Please answer the following question based on the video content:\n\nQuestion:\n{question}\n\nOptions:\n{options}\n\nPlease provide your final answer within the <answer> </answer> tags. Please provide only the single option letter (e.g., A, B, C, D, etc.).",
    },
    {
      name: "humanomni-v2",
      title: "As the script for HumanOmniV2 asks: the letter in <answer> tags",
      scripts: ["humanomni_v2_eval.py"],
      text: `${SCRIPT_ASKED}Provide your final answer between the <answer> </answer> tags. Please provide only the single option letter (e.g., A, B, C, D, etc.).`,
    },
    {
      name: "open-ended",
      title: "Without the options, for open-ended runs, as the scripts for Qwen-Omni ask",
      scripts: ["qwenomni_eval_open_ended.py", "qwen3_omni_eval_open.py"],
      text: "### InstructionYou are given a question about the following video.Your task is to watch the video and answer ONLY with the final choice. ## Requirements- Do NOT output reasoning, explanations, or analysis.- Do NOT repeat the question.- The answer must be the **shortest possible form**.- Wrap your final answer inside LaTeX-style bbox for clarity.### Question{question}\n\n### Answer format\\bbox{{Final Answer}})",
    },
  ] satisfies Script[]
).map(scriptTemplate);

/** Appendix C.2 is not included, because it is a prompt for a judge and not for a model. */
export const OMNIVIDEOBENCH_PROMPTS: readonly PromptTemplate[] = [
  template(
    "multiple-choice",
    "The option's letter",
    "C.1",
    `Answer with the option’s letter directly(e.g., A, B, C, or D).
If your access to the video content is limited, at least one option that is more likely than the others must be chosen.
Mustn’t give any other reason for can not choose!`,
  ),
  template(
    "step-by-step",
    "Reasoning step by step, then the option's letter",
    "C.3",
    // "\bbox" is the paper's spelling. The paper uses single braces for placeholders, so its doubled braces stand for single
    // braces.
    `Note that you should first reason step by step, and then you should give your final choice in A, B, C, or D.
Your answer format should be as follows:
Step X: [Reasoning step X]
The final choice is:
\\bbox{Answer with the option’s letter directly(A, B, C, or D).}.`,
  ),
  ...SCRIPT_PROMPTS,
];
