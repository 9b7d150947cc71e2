import type { Modality } from "../domain/vocabulary.ts";
import { dottedOptions, type PromptTemplate, wordedTemplate } from "./prompt-template.ts";

const WATCH = "Carefully watch this video and pay attention to every detail.";
const OBSERVE = "Based on your observations, select the best option that accurately addresses the question.";
const SELECT = `Select the best answer to the following multiple-choice question based on the video. Respond with only the letter (A, B, C, or D) of the correct option.`;
const ASKED = "Question: {question}\n{options}\nAnswer:";

const FRAMES = `These are the frames of a video. ${SELECT}`;
const SUBTITLES = `These are the frames of a video. This video's subtitles are listed below:\n{subtitles}\n${SELECT}`;
const AUDIO = `These are the frames of a video and the corresponding audio. ${SELECT}`;

const APPENDIX_C = "WorldSense, appendix C";
/**
 * The source of prompts 1 and 2 of the paper's sensitivity study, which compares three prompts by VideoLLaMA2's scores
 * with video and audio. Prompt 3 is not listed again. It must be the prompt of appendix C, because its score, 25.4, is
 * the score in Table 2.
 */
const APPENDIX_D = "WorldSense, appendix D, Table 5";

type Row = readonly [name: string, title: string, inputs: readonly Modality[], source: string, ...parts: string[]];

const template = ([name, title, inputs, source, ...parts]: Row): PromptTemplate =>
  wordedTemplate(
    {
      name: `worldsense/${name}`,
      title,
      benchmark: "worldsense",
      inputs,
      source,
      text: [...parts, ASKED].join("\n"),
      placeholders: parts.includes(SUBTITLES) ? ["subtitles"] : [],
    },
    dottedOptions,
  );

/**
 * The prompt that lmms-eval sends. Unlike the paper's, it has no "Question:" before the question, and ends with a line break
 * instead of "Answer:".
 */
const lmmsEval = (name: string, title: string, inputs: readonly Modality[], frames: string): PromptTemplate =>
  wordedTemplate(
    {
      name: `worldsense/${name}`,
      title,
      benchmark: "worldsense",
      inputs,
      source: "lmms-eval, tasks/worldsense/utils.py",
      text: `${WATCH} ${OBSERVE}\n${frames}\n{question}\n{options}\n`,
      placeholders: inputs.includes("SUBTITLES") ? ["subtitles"] : [],
    },
    dottedOptions,
  );

/** @see https://github.com/EvolvingLMMs-Lab/lmms-eval/blob/main/lmms_eval/tasks/worldsense/utils.py */
const LMMS_EVAL_PROMPTS: readonly PromptTemplate[] = [
  lmmsEval("lmms-eval", "As lmms-eval's task worldsense asks", ["VIDEO", "AUDIO"], AUDIO),
  lmmsEval(
    "lmms-eval-subtitles",
    "As lmms-eval's task worldsense_w_subtitle asks",
    ["VIDEO", "SUBTITLES"],
    // The quotation marks are in lmms-eval's code.
    SUBTITLES.replace("{subtitles}", '"{subtitles}"'),
  ),
];

/** The paper's line breaks, without the blank lines of its layout. The official harness has single line breaks, too. */
const PAPER_PROMPTS: readonly PromptTemplate[] = (
  [
    ["audio", "Video and audio", ["VIDEO", "AUDIO"], APPENDIX_C, `${WATCH} ${OBSERVE}`, AUDIO],
    ["video", "Video only", ["VIDEO"], APPENDIX_C, `${WATCH} ${OBSERVE}`, FRAMES],
    ["subtitles", "Video and subtitles", ["VIDEO", "SUBTITLES"], APPENDIX_C, `${WATCH} ${OBSERVE}`, SUBTITLES],
    ["observe", "Sensitivity study, prompt 1", ["VIDEO", "AUDIO"], `${APPENDIX_D}, Prompt 1`, OBSERVE, AUDIO],
    ["watch", "Sensitivity study, prompt 2", ["VIDEO", "AUDIO"], `${APPENDIX_D}, Prompt 2`, WATCH, AUDIO],
  ] satisfies Row[]
).map(template);

export const WORLDSENSE_PROMPTS: readonly PromptTemplate[] = [...PAPER_PROMPTS, ...LMMS_EVAL_PROMPTS];
