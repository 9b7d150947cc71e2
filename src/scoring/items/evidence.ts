import { type AnswerRun, familyCount } from "./outcome-matrix.ts";

/** The number of runs, and of families of models, from which a figure is computed. */
export interface Evidence {
  readonly runs: number;
  readonly families: number;
}

/** A figure that is withheld if there is too little evidence. */
export type Figure =
  | "share"
  | "discrimination"
  | "bands"
  | "fit"
  | "key-suspects"
  | "health"
  | "subset"
  | "ability"
  | "plan";

/**
 * The minimum evidence for each figure. The minimums are conventions. With nine runs, each of the three bands of
 * ability has three. A suspected key needs families whose errors are independent. A subset needs a family that can be
 * left out, and enough other families for the fit.
 */
export const MINIMUM_EVIDENCE: Readonly<Record<Figure, Evidence>> = {
  share: { runs: 3, families: 1 },
  bands: { runs: 9, families: 3 },
  discrimination: { runs: 8, families: 3 },
  fit: { runs: 8, families: 3 },
  ability: { runs: 8, families: 3 },
  "key-suspects": { runs: 6, families: 4 },
  health: { runs: 6, families: 3 },
  subset: { runs: 10, families: 4 },
  plan: { runs: 4, families: 2 },
};

/** A figure that is withheld, with the evidence that it has and the evidence that it needs. */
export interface Withheld {
  readonly withheld: Figure;
  readonly has: Evidence;
  readonly needs: Evidence;
}

/** The evidence that these runs provide. */
export const evidenceOf = (runs: readonly Pick<AnswerRun, "family">[]): Evidence => ({
  runs: runs.length,
  families: familyCount(runs),
});

/** Returns why the figure is withheld; null if the evidence suffices. */
export function withheldFor(figure: Figure, has: Evidence): Withheld | null {
  const needs = MINIMUM_EVIDENCE[figure];
  return has.runs >= needs.runs && has.families >= needs.families ? null : { withheld: figure, has, needs };
}
