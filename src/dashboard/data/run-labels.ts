import type { Run } from "../../sdk/index.ts";
import { inputsText } from "./figures-text.ts";

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

/** The settings that distinguish a run from others of its model: `32 frames · prompt … · seed 7`. Null if it states none. */
export function settingText({ frames, seed, prompt }: Pick<Run, "frames" | "seed" | "prompt">): string | null {
  const parts = [
    frames === null ? null : `${frames} frames`,
    prompt === null ? null : `prompt ${prompt}`,
    seed === null ? null : `seed ${seed}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** The two parts of a paper's title: `WorldSense` and `Evaluating Real-world …`. */
interface TitleParts {
  readonly name: string;
  /** Null if the title has no second part. */
  readonly rest: string | null;
}

/** Splits a title at its first colon, before which papers name their benchmark. */
export function titleParts(title: string): TitleParts {
  const [, name, rest] = /^([^:]+):\s+(\S.*)$/.exec(title) ?? [];
  return name === undefined || rest === undefined ? { name: title, rest: null } : { name, rest };
}

/** The name of a benchmark without the rest of its paper's title. */
export const shortTitle = (title: string): string => titleParts(title).name;
