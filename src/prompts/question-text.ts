import { optionLabel } from "../domain/option-label.ts";

/** "A. first", one option per line. */
export const dottedOptions = (options: readonly string[]): string => labelledLines(options, ". ");

/** "A: first", one option per line. */
export const colonOptions = (options: readonly string[]): string => labelledLines(options, ": ");

const labelledLines = (options: readonly string[], separator: string): string =>
  options.map((text, position) => `${optionLabel(position)}${separator}${text}`).join("\n");

/** `{'a': 'first', 'b': 'second'}`: options as Python prints a dictionary. */
export const pythonOptions = (options: readonly string[]): string =>
  `{${options.map((text, position) => `${pythonText(optionLabel(position).toLowerCase())}: ${pythonText(text)}`).join(", ")}}`;

/** `['first', 'second']`: texts as Python prints a list. */
export const pythonList = (texts: readonly string[]): string => `[${texts.map(pythonText).join(", ")}]`;

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A text as Python's `repr` prints it: in single quotes, or in double quotes if it contains single quotes but no double
 * quotes.
 * @see https://docs.python.org/3/library/functions.html#repr
 */
export function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Python prints no control character.
    .replace(/[\u0000-\u001f\u007f-\u00a0\u00ad]/g, (character) => `\\x${hexadecimal(character, 2)}`)
    .replace(
      /[\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/g,
      (character) => `\\u${hexadecimal(character, 4)}`,
    );
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

const hexadecimal = (character: string, width: number): string =>
  character.charCodeAt(0).toString(16).padStart(width, "0");
