import { Random } from "../../fixtures/random.ts";
import type { PlainQuestion } from "./plain-omnivideobench.ts";

/** A generated prediction with its expected outcome. */
export interface GeneratedPrediction {
  readonly row: { readonly question: string; readonly response?: string; readonly error?: string };
  readonly outcome: "CORRECT" | "WRONG" | "UNPARSED" | "ERRORED";
}

const PHRASES: readonly ((label: string) => string)[] = [
  (label) => label,
  (label) => `(${label})`,
  (label) => `The answer is ${label}.`,
  (label) => `<think>It could be A or B, but the sound at 0:12 says otherwise.</think>\n**${label}**`,
  (label) => `Based on the audio and the frames, the sound is heard twice. So the correct option is ${label}.`,
  (label) => `{"answer": "${label}"}`,
  (label) => `\\boxed{${label}}`,
];
const REFUSALS = [
  "I cannot determine the answer from the video.",
  "",
  "   ",
  "As an AI model, I am unable to watch videos.",
];

/** Right, wrong, unparsable and failed predictions, some of them verbose. About one question in ten has none. */
export function generateRun(questions: readonly PlainQuestion[], seed: number): readonly GeneratedPrediction[] {
  const random = new Random(seed);
  return questions.flatMap((question): GeneratedPrediction[] => {
    const fate = random.integer(0, 100);
    if (fate < 10) return [];
    if (fate < 15) return [{ row: { question: question.key, error: "HTTP 503" }, outcome: "ERRORED" }];
    if (fate < 25) {
      return [{ row: { question: question.key, response: random.pick(REFUSALS) }, outcome: "UNPARSED" }];
    }
    const right = fate < 65;
    const label = right ? question.correct : random.pick([..."ABCD"].filter((other) => other !== question.correct));
    const response = random.pick(PHRASES)(label);
    return [{ row: { question: question.key, response }, outcome: right ? "CORRECT" : ("WRONG" as const) }];
  });
}
