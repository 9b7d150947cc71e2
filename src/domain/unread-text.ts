import { counted } from "./texts.ts";

/** The outcomes of the responses of a run. */
interface ResponseCounts {
  readonly correct: number;
  readonly partial: number;
  readonly wrong: number;
  readonly unparsed: number;
}

/**
 * How many responses of a run have no readable answer, and how many of these a judge can be asked about, in one sentence;
 * empty if all have one.
 * @param counts null where answers are hidden. A run then has a judge only if it is submitted with one
 * @param judgeable null for a run that is not scored
 */
export function unreadText(run: string, counts: ResponseCounts | null, judgeable: number | null): string {
  if (judgeable === null) return "";
  if (counts === null)
    return judgeable === 0
      ? ""
      : `A judge can be asked about ${counted(judgeable, "response")} without a readable answer (omnidex submit … --judge).`;
  const { correct, partial, wrong, unparsed } = counts;
  if (unparsed === 0) return "";
  const responses = counted(correct + partial + wrong + unparsed, "response");
  const judge =
    judgeable === 0 ? "" : `; a judge can be asked about ${judgeable} of them (omnidex rescore ${run} --judge)`;
  return `${unparsed} of ${responses} ${unparsed === 1 ? "has" : "have"} no readable answer${judge}.`;
}
