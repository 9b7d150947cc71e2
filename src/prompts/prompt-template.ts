import { optionLabel } from "../domain/option-label.ts";
import type { AnswerFormat, Modality } from "../domain/vocabulary.ts";

/** The parts of a question that a prompt can contain. */
export interface PromptQuestion {
  /** The slug of the question's benchmark. */
  readonly benchmark: string;
  readonly text: string;
  /** The options by position, without labels. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  /** The fields of the original record that determine how the question is asked (AVI-Bench). */
  readonly native: { readonly prompt?: unknown; readonly options?: unknown };
}

/** A way to ask a benchmark's questions. */
export interface PromptTemplate {
  /** The name in a run's `prompt` and in `Question.prompt(template:)`: `worldsense/audio`. */
  readonly name: string;
  /** A short description. */
  readonly title: string;
  /** The slug of the template's benchmark; null for a template that fits any benchmark. */
  readonly benchmark: string | null;
  /** The model's inputs besides the prompt; empty if the template does not state them. */
  readonly inputs: readonly Modality[];
  /** The source of the wording. */
  readonly source: string;
  /** The wording, with placeholders in braces. */
  readonly text: string;
  /** The placeholders for content of the media, such as subtitles. They remain in rendered prompts. */
  readonly placeholders: readonly string[];
  /** Returns the prompt for a question. */
  readonly render: (question: PromptQuestion) => string;
}

/** A template without its `render` function. */
type Wording = Omit<PromptTemplate, "render" | "placeholders"> & { readonly placeholders?: readonly string[] };

/**
 * A template that consists of text around `{question}` and `{options}`.
 * @param writeOptions formats all options of a question
 */
export const wordedTemplate = (
  wording: Wording,
  writeOptions: (options: readonly string[]) => string,
): PromptTemplate => ({
  placeholders: [],
  ...wording,
  render: ({ text, options }) =>
    // A single pass, so that braces in a question are not replaced.
    wording.text.replace(/\{(question|options)\}/g, (_, part) => (part === "question" ? text : writeOptions(options))),
});

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
