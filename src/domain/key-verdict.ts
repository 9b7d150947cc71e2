/** What a maintainer decides about a suspected key: it was wrong and is corrected, several options can be defended, or it is right. */
export const KEY_VERDICTS = ["CONFIRMED", "AMBIGUOUS", "RIGHT"] as const;
export type KeyVerdict = (typeof KEY_VERDICTS)[number];
