import { choosingResponse, ERRORS, REFUSALS, type Style, UNPARSABLE } from "../../../src/formats/demo/demo-runs.ts";
import { Random } from "../../../src/formats/demo/random.ts";

/** The fields of a question that a response depends on. */
export interface AskedQuestion {
  readonly key: string;
  readonly options: readonly string[];
}

/** One row of a submission. */
export interface SyntheticPrediction {
  readonly question: string;
  readonly response?: string;
  readonly error?: string;
}

/** How a run's responses are phrased. */
export type RunStyle = keyof typeof RUN_STYLES;
export const RUN_STYLE_NAMES: readonly RunStyle[] = ["letters", "mixed", "reasoning"];

const RUN_STYLES = {
  /** Only the letter, as most harnesses ask. */
  letters: [["label", 1]],
  /** Letters, sentences and a few lines. */
  mixed: [
    ["label", 2],
    ["labelled", 3],
    ["sentence", 3],
    ["verbose", 2],
  ],
  /** Some 1,500 characters of thought before each answer. */
  reasoning: [["thinking", 1]],
} as const satisfies Record<string, readonly (readonly [style: Style, weight: number])[]>;

const THOUGHTS = [
  "The speaker in the first scene points at the table, and the sound of a bell follows.",
  "Then the camera moves to the left, where two people talk about the weather.",
  "Option B would need a second instrument, which cannot be heard anywhere.",
  "However, the music stops shortly before the end, and someone laughs in the background.",
  "Counting the steps again gives the same number as before.",
];

/** A prediction for each question. One in twenty gives no answer, in the ways that occur in real runs. */
export function syntheticRun(style: RunStyle, questions: readonly AskedQuestion[]): SyntheticPrediction[] {
  const random = new Random(`ingest-${style}`);
  return questions.map(({ key, options }) => {
    const luck = random.next();
    if (luck < 0.015) return { question: key, error: random.pick(ERRORS) };
    if (luck < 0.05) return { question: key, response: random.pick([...REFUSALS, ...UNPARSABLE]) };
    const choice = choosingResponse(random.weighted(RUN_STYLES[style]), random.between(0, 3), options, random);
    return { question: key, response: style === "reasoning" ? withThoughts(choice, random) : choice };
  });
}

function withThoughts(response: string, random: Random): string {
  const thoughts = Array.from({ length: random.between(12, 24) }, () => random.pick(THOUGHTS)).join(" ");
  return response.replace("</think>", () => `${thoughts}\n</think>`);
}
