/**
 * Whether a run is partial over a set of questions, such as a release or a slice: it has predictions for less than half
 * of the scorable questions. A leaderboard leaves out the runs that are partial over its slice, unless it is asked for
 * them.
 * @param missing the number of scorable questions without a prediction
 * @param scorable the number of scorable questions
 */
export const isPartial = (missing: number, scorable: number): boolean => 2 * missing > scorable;
