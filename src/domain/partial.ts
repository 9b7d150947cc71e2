/**
 * Whether a run is partial: more than half of the questions that it is scored on have no prediction. Leaderboards leave
 * out partial runs unless they are asked for.
 * @param missing the number of those questions without a prediction
 * @param scorable the number of those questions
 */
export const isPartial = (missing: number, scorable: number): boolean => 2 * missing > scorable;
