import { counted } from "../../domain/counted.ts";

/** How many runs, and of how many families of models. */
export interface Evidence {
  readonly runs: number;
  readonly families: number;
}

/** The matching runs that are not counted: because there are more than 2,000, or for the reasons in `uncounted`. */
export interface RunsNotCounted {
  readonly leftOut: number;
  readonly uncounted: { readonly openEnded: number; readonly partial: number; readonly fewerInputs: number };
}

/** `29 runs of 12 families` */
export const evidenceText = ({ runs, families }: Evidence): string =>
  `${counted(runs, "run")} of ${counted(families, "family")}`;

/** `there is 1 run of 1 family`, `there are 29 runs of 12 families` */
export const thereAre = (evidence: Evidence): string =>
  `there ${evidence.runs === 1 ? "is" : "are"} ${evidenceText(evidence)}`;

/**
 * The sentences about the runs that match a filter but are not counted; none if all are counted.
 * @param fewer begins the sentence about runs with fewer inputs, where they count for some figures
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
