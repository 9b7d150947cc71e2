import type { ImportBatch, ImportQuestion } from "../../domain/import-batch.ts";
import { optionLabel } from "../../domain/option-label.ts";
import type { Level, Modality } from "../../domain/vocabulary.ts";
import { demoBatch } from "./demo-benchmark.ts";
import { Random } from "./random.ts";

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

/** A synthetic model: its run settings, its skill, and how it fails. */
interface DemoModel {
  readonly name: string;
  readonly parameters: string;
  readonly inputs: readonly Modality[];
  readonly frames: number;
  readonly prompt: string | null;
  /** The share of correct answers on questions of medium difficulty. */
  readonly skill: number;
  /** Added to the skill for questions about music, and for videos of more than ten minutes. */
  readonly music: number;
  readonly long: number;
  /** The shares of questions that get no usable answer. */
  readonly failures: {
    readonly missing: number;
    readonly errored: number;
    readonly refused: number;
    readonly unparsable: number;
  };
  readonly styles: readonly (readonly [style: Style, weight: number])[];
}

/** Added to every model's skill. */
const LEVEL_EFFECTS: Readonly<Record<Level, number>> = {
  PERCEPTION: 0.07,
  UNDERSTANDING: 0.01,
  REASONING: -0.12,
  SENSATION: -0.05,
};

const DEMO_MODELS: readonly DemoModel[] = [
  {
    name: "demo-small",
    parameters: "2B",
    inputs: ["VIDEO"],
    frames: 8,
    prompt: null,
    skill: 0.42,
    music: -0.08,
    long: -0.06,
    failures: { missing: 0.02, errored: 0.02, refused: 0.04, unparsable: 0.05 },
    styles: [
      ["label", 5],
      ["labelled", 3],
      ["text", 2],
    ],
  },
  {
    name: "demo-medium",
    parameters: "9B",
    inputs: ["VIDEO", "AUDIO"],
    frames: 32,
    prompt: null,
    skill: 0.64,
    music: -0.04,
    long: -0.08,
    failures: { missing: 0.01, errored: 0.015, refused: 0.02, unparsable: 0.025 },
    styles: [
      ["label", 2],
      ["labelled", 3],
      ["sentence", 3],
      ["verbose", 2],
    ],
  },
  {
    name: "demo-large",
    parameters: "70B",
    inputs: ["VIDEO", "AUDIO", "SUBTITLES"],
    frames: 128,
    prompt: "Watch and listen, think step by step, and end with the letter of the best option.",
    skill: 0.79,
    music: -0.02,
    long: -0.02,
    failures: { missing: 0.008, errored: 0.008, refused: 0.012, unparsable: 0.012 },
    styles: [
      ["sentence", 2],
      ["verbose", 4],
      ["thinking", 4],
    ],
  },
];

/** The run of one synthetic model over the questions of `demoBatch()`. */
export interface DemoRun {
  readonly model: { readonly name: string; readonly parameters: string };
  readonly inputs: readonly Modality[];
  readonly frames: number;
  readonly prompt: string | null;
  /** In the order of the questions. A question without a prediction is left out. */
  readonly predictions: readonly DemoPrediction[];
}

interface DemoPrediction {
  /** The question's key. */
  readonly question: string;
  readonly response: string | null;
  readonly error: string | null;
}

type Fate = keyof DemoModel["failures"] | "answered";

/**
 * Runs of a small, a medium and a large model, about 35, 55 and 75 % correct, identical on every machine. As in real
 * runs, difficulty is shared between models, and outcomes of questions about one video are correlated.
 */
export function demoRuns(): readonly DemoRun[] {
  const batch = demoBatch();
  return DEMO_MODELS.map((model) => ({
    model: { name: model.name, parameters: model.parameters },
    inputs: model.inputs,
    frames: model.frames,
    prompt: model.prompt,
    predictions: batch.questions.flatMap((question) => predict(model, question, successChance(model, question, batch))),
  }));
}

function predict(model: DemoModel, question: ImportQuestion, chance: number): DemoPrediction[] {
  const random = new Random(`${model.name} ${question.key}`);
  const fate = drawFate(model, random);
  const said = (response: string | null, error: string | null = null) => [{ question: question.key, response, error }];
  switch (fate) {
    case "missing":
      return [];
    case "errored":
      return said(null, random.pick(ERRORS));
    case "refused":
      return said(random.pick(REFUSALS));
    case "unparsable":
      return said(random.pick(UNPARSABLE));
    case "answered":
      return said(answer(model, question, random.chance(chance), random));
  }
}

function drawFate({ failures }: DemoModel, random: Random): Fate {
  const { missing, errored, refused, unparsable } = failures;
  return random.weighted<Fate>([
    ["missing", missing],
    ["errored", errored],
    ["refused", refused],
    ["unparsable", unparsable],
    ["answered", 1 - missing - errored - refused - unparsable],
  ]);
}

function answer(model: DemoModel, { options, answer: key }: ImportQuestion, right: boolean, random: Random): string {
  const rightPosition = key.kind === "option" ? key.position : 0;
  const wrong = options.map((_, position) => position).filter((position) => position !== rightPosition);
  return choosingResponse(random.weighted(model.styles), right ? rightPosition : random.pick(wrong), options, random);
}

function successChance(model: DemoModel, question: ImportQuestion, batch: ImportBatch): number {
  const video = batch.videos.find(({ key }) => key === question.video);
  const isLong = (video?.durationSeconds ?? 0) > 600;
  const isMusic = question.audioTypes.some(({ type }) => type === "MUSIC");
  const effects = LEVEL_EFFECTS[question.level] + (isMusic ? model.music : 0) + (isLong ? model.long : 0);
  return model.skill + effects - hardness(question);
}

/** The difficulty, from -0.25 to 0.25: two thirds from the question, one third from its video. */
function hardness({ key, video }: ImportQuestion): number {
  const own = new Random(`hardness of ${key}`).next();
  const shared = new Random(`hardness of ${video}`).next();
  return (2 * own + shared) / 6 - 0.25;
}
