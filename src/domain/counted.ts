/** A number with its noun: `1 question`, `12,032 questions`, `2 categories`, `2 keys`. */
export const counted = (number: number, noun: string): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, "ie")}s`}`;
