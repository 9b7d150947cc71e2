import { optionLabel } from "../../domain/option-label.ts";
import type { Random } from "./random.ts";

/** How a model phrases its choice. */
export type Style = keyof typeof STYLES;

type Phrase = (label: string, text: string, random: Random) => string;

const STYLES = {
  label: (label, _text, random) => random.pick([label, `${label}.`, `(${label})`, label.toLowerCase(), `**${label}**`]),
  labelled: (label, text, random) => random.pick([`${label}. ${text}`, `(${label}) ${text}`, `Answer: ${label}`]),
  text: (_label, text, random) => random.pick([text, `The words are "${text}".`, `It must be the ${text}.`]),
  sentence: (label, text, random) =>
    random.pick([`The answer is ${label}.`, `The correct option is ${label}: ${text}.`, `I would choose ${label}.`]),
  verbose: (label, text, random) =>
    random.pick([
      `I watched the clip twice and listened to the background. Based on the audio, the answer is ${label}.`,
      `At first the scene is quiet, then something changes. Only "${text}" fits both.\n\n**Final answer:** ${label}`,
      `Let us compare what is seen with what is heard. They agree in one point.\n\nSo the best choice is (${label}) ${text}.`,
    ]),
  thinking: (label, _text, random) =>
    `<think>\nA seems likely at first. Then again, the sound at the end says otherwise.\n</think>\n\n` +
    random.pick([label, `\\boxed{${label}}`, `<answer>${label}</answer>`]),
} satisfies Record<string, Phrase>;

/** A raw response that chooses the option at `position`. */
export function choosingResponse(style: Style, position: number, options: readonly string[], random: Random): string {
  const phrase: Phrase = STYLES[style];
  return phrase(optionLabel(position), options[position] ?? "", random);
}

/** Responses with text that choose no option. */
export const UNPARSABLE = [
  "It could be A or C.",
  "The video shows several things, and the audio goes with them.",
  "<think>\nLet me listen to the part in the middle once more, because",
  "Both A and B are correct.",
] as const;

export const REFUSALS = [
  "I'm sorry, but I cannot determine the answer from this video.",
  "As an AI, I cannot listen to audio.",
  "There is not enough information to answer the question.",
] as const;

/** Errors that a harness records if a model gives no response. */
export const ERRORS = [
  "Timeout: no response within 120 s",
  "Out of memory while the video was encoded",
  "The video could not be decoded",
] as const;
