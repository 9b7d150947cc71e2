import type { Level, Modality } from "../../domain/vocabulary.ts";
import type { Style } from "./demo-responses.ts";

/** A synthetic model: its run settings, its skill, and how it fails. */
export interface DemoModel {
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
export const LEVEL_EFFECTS: Readonly<Record<Level, number>> = {
  PERCEPTION: 0.07,
  UNDERSTANDING: 0.01,
  REASONING: -0.12,
  SENSATION: -0.05,
};

export const DEMO_MODELS: readonly DemoModel[] = [
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
