import { type AnswerRun, familyCount } from "./answer-matrix.ts";

/** From how many runs and families of models a figure comes. */
export interface Evidence {
  readonly runs: number;
  readonly families: number;
}

/** The figures that are withheld where the evidence is too little. */
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
 * The least evidence of each figure. A share needs runs enough for an interval narrower than 0 to 1; a correlation or
 * a band, three runs in each third; a suspected key, families that do not err together; a subset, a family to leave out
 * and enough others to fit to. `docs/item-analysis.md` gives the measurements.
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

/** Why a figure is withheld. */
export interface Withheld {
  readonly withheld: Figure;
  readonly has: Evidence;
  readonly needs: Evidence;
}

/** The evidence that some runs are. */
export const evidenceOf = (runs: readonly Pick<AnswerRun, "family">[]): Evidence => ({
  runs: runs.length,
  families: familyCount(runs),
});

/** Null if the evidence suffices for the figure; otherwise what is missing. */
export function withheldFor(figure: Figure, has: Evidence): Withheld | null {
  const needs = MINIMUM_EVIDENCE[figure];
  return has.runs >= needs.runs && has.families >= needs.families ? null : { withheld: figure, has, needs };
}
