/**
 * Makes untrusted text, such as a question or a model's name, safe to print. The text could contain escape sequences,
 * or a line break, which would break a table. Each sequence of white space and control characters becomes one space.
 */
export const plainText = (text: string): string => text.replace(CONTROLS, " ").replace(/\s+/gu, " ").trim();

// Control characters, and Unicode's bidirectional controls, which reorder the text that follows.
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
