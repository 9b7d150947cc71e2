/**
 * A maintainer's decision about a suspected answer key. CONFIRMED: the key was wrong and is corrected. AMBIGUOUS:
 * several options can be defended. RIGHT: the key is right.
 */
export const KEY_VERDICTS = ["CONFIRMED", "AMBIGUOUS", "RIGHT"] as const;
export type KeyVerdict = (typeof KEY_VERDICTS)[number];
