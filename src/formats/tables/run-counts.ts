import { counted } from "../../domain/texts.ts";

/** A number of runs, and the number of families of models that they belong to. */
export interface Evidence {
  readonly runs: number;
  readonly families: number;
}

/**
 * The numbers of matching runs that are not counted: `leftOut` because there are more than 2,000 runs, and `uncounted`
 * by reason.
 */
export interface RunsNotCounted {
  readonly leftOut: number;
  readonly uncounted: { readonly openEnded: number; readonly partial: number; readonly fewerInputs: number };
}

/** `29 runs of 12 families` */
export const evidenceText = ({ runs, families }: Evidence): string =>
  `${counted(runs, "run")} of ${counted(families, "family")}`;

/** `there is 1 run of 1 family`, `there are 29 runs of 12 families` */
const thereAre = (evidence: Evidence): string =>
  `there ${evidence.runs === 1 ? "is" : "are"} ${evidenceText(evidence)}`;

/** The runs that a figure needs, and the runs that there are. */
interface MissingEvidence {
  readonly needs: Evidence;
  readonly has: Evidence;
}

/**
 * What a figure needs, what there is, and what to submit: `Curves need 8 runs of 3 families of models; there is 1 run
 * of 1 family. Submit 7 more, of 2 other families.`
 * @param figure the subject of the sentence, in the plural
 */
export function neededText(figure: string, { needs, has }: MissingEvidence): string {
  const families = Math.max(0, needs.families - has.families);
  const runs = Math.max(families, needs.runs - has.runs);
  const others = families === 0 ? "" : `, of ${families} other ${families === 1 ? "family" : "families"}`;
  return `${figure} need ${evidenceText(needs)} of models; ${thereAre(has)}. Submit ${runs} more${others}.`;
}

/**
 * The sentences about the runs that match a filter but are not counted; empty if all are counted.
 * @param fewer the beginning of the sentence about runs with fewer inputs, for a report in which these runs count for
 *   some figures
 */
export function notCountedTexts(
  { leftOut, uncounted: { openEnded, partial, fewerInputs } }: RunsNotCounted,
  fewer = "Not counted",
): readonly string[] {
  const others = [
    ...(openEnded > 0 ? [`${counted(openEnded, "run")} asked without options`] : []),
    ...(partial > 0 ? [counted(partial, "partial run")] : []),
  ];
  return [
    ...(others.length > 0 ? [`Not counted: ${others.join(", ")}.`] : []),
    ...(fewerInputs > 0
      ? [`${fewer}: ${counted(fewerInputs, "run")} with fewer inputs than another run of the model.`]
      : []),
    ...(leftOut > 0
      ? [`${counted(leftOut, "run")} ${leftOut === 1 ? "is" : "are"} not counted, since there are more than 2,000.`]
      : []),
  ];
}

/** The emphasis of a ranked value: the best, and a value that is not significantly worse. */
export const emphasisOf = (entry: {
  readonly rank: number;
  readonly tiesWithBest: boolean | null;
  /** The mean of tasks that is the entry's value, if it is one. A partial mean is not ranked with complete ones. */
  readonly taskMean?: { readonly partial: boolean } | null;
}): "best" | "tied" | undefined => {
  if (entry.taskMean?.partial === true) return undefined;
  return entry.rank === 1 ? "best" : entry.tiesWithBest === true ? "tied" : undefined;
};

/** `1–2`, or `3` if the error bars allow only one rank. */
export const rankText = ({
  rankRange,
}: {
  readonly rankRange: { readonly best: number; readonly worst: number } | null;
}): string | null => {
  if (rankRange === null) return null;
  return rankRange.best === rankRange.worst ? String(rankRange.best) : `${rankRange.best}–${rankRange.worst}`;
};
