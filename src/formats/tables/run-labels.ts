import { inputsText } from "../../domain/figures-text.ts";

/** The fields of a run from which its label is made. */
interface LabelledRun {
  readonly id: string;
  readonly model: { readonly name: string };
  readonly inputs: readonly string[];
  readonly frames?: number | null;
  readonly seed?: number | null;
}

function choices({ id, model, inputs, frames, seed }: LabelledRun): readonly string[] {
  const parts = [
    inputsText(inputs),
    ...(frames == null ? [] : [`${frames} frames`]),
    ...(seed == null ? [] : [`seed ${seed}`]),
  ];
  const withInputs = `${model.name} (${parts[0]})`;
  const withSettings = `${model.name} (${parts.join(", ")})`;
  return [model.name, withInputs, withSettings, `${withSettings}, ${id}`];
}

/**
 * A label for each run, by its id. Labels are unique within the list: the model's name, with the inputs if several runs
 * have the same name, with frames and seed if their inputs are the same, too, and only then with the id.
 */
export function runLabels(runs: readonly LabelledRun[]): ReadonlyMap<string, string> {
  const all = runs.map(choices);
  const isShared = (label: string, place: number): boolean =>
    all.filter((labels) => labels[place] === label).length > 1;
  return new Map(runs.map((run) => [run.id, choices(run).find((label, place) => !isShared(label, place)) ?? run.id]));
}
