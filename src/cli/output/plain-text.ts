/**
 * Text of others without what moves a terminal's cursor: a question's text, a model's name or a message could hold escape
 * sequences, and a line break would tear a table. Runs of white space and control characters become one space.
 */
export const plainText = (text: string): string => text.replace(CONTROLS, " ").replace(/\s+/gu, " ").trim();

// Controls, and the characters that reorder what follows them (Unicode's bidirectional controls).
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
