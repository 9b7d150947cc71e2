import { inputsText } from "./figures-text.ts";

/** What the label of a run is made of. */
export interface LabelledRun {
  readonly id: string;
  readonly model: { readonly name: string };
  readonly inputs: readonly string[];
}

const choices = ({ id, model, inputs }: LabelledRun): readonly string[] => {
  const withInputs = `${model.name} (${inputsText(inputs)})`;
  return [model.name, withInputs, `${withInputs}, ${id}`];
};

/**
 * A label for each run by its id, which no other run of the list has: the model's name, with the inputs where several runs
 * have one name, and with the id where their inputs are alike, too.
 */
export function runLabels(runs: readonly LabelledRun[]): ReadonlyMap<string, string> {
  const all = runs.map(choices);
  const isShared = (label: string, place: number): boolean =>
    all.filter((labels) => labels[place] === label).length > 1;
  return new Map(runs.map((run) => [run.id, choices(run).find((label, place) => !isShared(label, place)) ?? run.id]));
}
