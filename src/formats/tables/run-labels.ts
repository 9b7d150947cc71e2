import { inputsText } from "../../domain/figures-text.ts";

/** The fields of a run from which its label is made. */
interface LabelledRun {
  readonly id: string;
  readonly model: { readonly name: string };
  readonly inputs: readonly string[];
}

const choices = ({ id, model, inputs }: LabelledRun): readonly string[] => {
  const withInputs = `${model.name} (${inputsText(inputs)})`;
  return [model.name, withInputs, `${withInputs}, ${id}`];
};

/**
 * A label for each run, by its id. Labels are unique within the list: the model's name, with the inputs if several runs
 * have the same name, and with the id if their inputs are the same, too.
 */
export function runLabels(runs: readonly LabelledRun[]): ReadonlyMap<string, string> {
  const all = runs.map(choices);
  const isShared = (label: string, place: number): boolean =>
    all.filter((labels) => labels[place] === label).length > 1;
  return new Map(runs.map((run) => [run.id, choices(run).find((label, place) => !isShared(label, place)) ?? run.id]));
}
