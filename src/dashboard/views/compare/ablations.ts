import type { Run } from "../../../sdk/index.ts";

/** The runs of one model that differ in their inputs. */
export interface Ablation {
  readonly name: string;
  readonly ids: readonly string[];
}

/** The models with at least two runs that differ in their inputs, and these runs in the given order. */
export function ablationsOf(runs: readonly Pick<Run, "id" | "inputs" | "model">[]): readonly Ablation[] {
  const models = new Map(runs.map(({ model }) => [model.id, model.name]));
  return [...models].flatMap(([id, name]) => {
    const own = runs.filter(({ model }) => model.id === id);
    const settings = new Set(own.map(({ inputs }) => [...inputs].sort().join()));
    return settings.size < 2 ? [] : [{ name, ids: own.map((run) => run.id) }];
  });
}
