/** A whole number as text, in groups of three digits: `12,032`. Does not use `Intl`, which takes a process long to load. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A number with its noun: `1 question`, `12,032 questions`, `2 categories`, `2 keys`. */
export const counted = (number: number, noun: string): string =>
  `${grouped(number)} ${number === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, "ie")}s`}`;

/**
 * Makes untrusted text, such as a question or a model's name, safe to print. The text could contain escape sequences,
 * or a line break, which would break a table. Each sequence of white space and control characters becomes one space.
 */
export const plainText = (text: string): string => text.replace(CONTROLS, " ").replace(/\s+/gu, " ").trim();

// Control characters, and Unicode's bidirectional controls, which reorder the text that follows.
const CONTROLS = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The text of a parsed value. A list or an object is written as JSON, because `String` throws for an object with a
 * field named `toString` that is not a function.
 */
export const valueText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** A model as a paper prints it, with its size where the name does not have it: `"PandaGPT (13B)"`, `"Qwen2.5-Omni-7B"`. */
export const sizedName = (name: string, parameters: string | null): string =>
  parameters === null || name.toLowerCase().includes(parameters.toLowerCase()) ? name : `${name} (${parameters})`;
