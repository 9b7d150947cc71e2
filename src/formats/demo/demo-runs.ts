import type { ImportBatch, ImportQuestion } from "../../domain/import-batch.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import { demoBatch } from "./demo-benchmark.ts";
import { DEMO_MODELS, type DemoModel, LEVEL_EFFECTS } from "./demo-models.ts";
import { choosingResponse, ERRORS, REFUSALS, UNPARSABLE } from "./demo-responses.ts";
import { Random } from "./random.ts";

/** The run of one synthetic model over the questions of `demoBatch()`. */
export interface DemoRun {
  readonly model: { readonly name: string; readonly parameters: string };
  readonly inputs: readonly Modality[];
  readonly frames: number;
  readonly prompt: string | null;
  /** In the order of the questions. A question without a prediction is left out. */
  readonly predictions: readonly DemoPrediction[];
}

export interface DemoPrediction {
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
