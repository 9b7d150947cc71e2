/**
 * Makes untrusted text safe to print: a question, a model's name or a message could contain escape sequences, and a
 * line break would break a table. Runs of white space and control characters become one space.
 */
export const plainText = (text: string): string => text.replace(CONTROLS, " ").replace(/\s+/gu, " ").trim();

// Control characters, and Unicode's bidirectional controls, which reorder the text that follows.
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
