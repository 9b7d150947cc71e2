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
