import { type PromptTemplate, wordedTemplate } from "./prompt-template.ts";
import { colonOptions } from "./question-text.ts";

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

/** C.2 asks a judge, not a model. */
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
    // "\bbox" is the paper's; its doubled braces stand for single ones, since single ones are its placeholders.
    `Note that you should first reason step by step, and then you should give your final choice in A, B, C, or D.
Your answer format should be as follows:
Step X: [Reasoning step X]
The final choice is:
\\bbox{Answer with the option’s letter directly(A, B, C, or D).}.`,
  ),
];
