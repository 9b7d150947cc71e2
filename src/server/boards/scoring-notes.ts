import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import type { RunAggregates, RunReference } from "./run-aggregates.ts";

/**
 * Notes on how a run was scored: a sentence for each answer format that is outside the run's denominator, and a
 * sentence if the texts of open answers were compared. Where answers are hidden, formats are not named, and a sentence tells
 * its owner why a run has no score.
 * @param judged whether a judge was asked to read the answers
 */
export async function scoringNotes(
  aggregates: RunAggregates,
  reference: RunReference,
  judged: boolean,
): Promise<string[]> {
  const { release, openEnded } = reference;
  const compared = openEnded && !judged ? [COMPARED] : [];
  if (!reference.answersVisible) {
    const withheld = await aggregates.hidden.withheld(release, reference.run);
    return withheld === "INCOMPLETE" ? [...compared, INCOMPLETE] : compared;
  }
  const vectors = await aggregates.vectors(reference);
  if (vectors === null) return [];
  if (vectors.unscored.count() === 0) return compared;
  const groups = await aggregates.groups(release, EVERYTHING, ["ANSWER_FORMAT"]);
  const found = groups.flatMap(({ keys, questions }) => {
    const [first] = questions.ordinals.filter((ordinal) => vectors.unscored.has(ordinal));
    const count = questions.count - questions.without(vectors.unscored).count;
    return first === undefined ? [] : [{ format: keys[0]?.key ?? "", first, count }];
  });
  return [...compared, ...found.sort((a, b) => a.first - b.first).map(({ format, count }) => note(format, count))];
}

const INCOMPLETE = "There is no score: more than a twentieth of the questions has no readable answer.";

const COMPARED =
  "The questions were asked without their options and no judge read the responses: a response is right only if it is the right option's text, word for word.";

const note = (format: string, count: number): string =>
  `${count} ${count === 1 ? "question" : "questions"} of format ${format} ${count === 1 ? "is" : "are"} outside every denominator: ${unscoredReason(format)}.`;

/** The reason why questions of an answer format are not scored, as a clause. */
export function unscoredReason(format: string): string {
  if (format === "CAPTION") return "the run was scored without FENSE (fense-not-configured)";
  if (format === "BOXES" || format === "FRAME_BOXES")
    return "the file does not say how large the picture is (no-picture-size)";
  return "the key is of another kind (unscored-key)";
}
