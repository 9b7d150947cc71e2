import type { AnswerFormat, Modality } from "../domain/vocabulary.ts";

/** What a prompt is made of. */
export interface PromptQuestion {
  /** The slug of its benchmark. */
  readonly benchmark: string;
  readonly text: string;
  /** In their order, without labels. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  /** Of the record's own fields, those that say how it is to be asked (AVI-Bench). */
  readonly native: { readonly prompt?: unknown; readonly options?: unknown };
}

/** A way to ask a benchmark's questions. */
export interface PromptTemplate {
  /** What a run's `prompt` and `Question.prompt(template:)` call it: `worldsense/audio`. */
  readonly name: string;
  /** What it is, in a few words. */
  readonly title: string;
  /** The slug of the benchmark that it is for; null for any. */
  readonly benchmark: string | null;
  /** The model's inputs besides the prompt; empty if the template does not state them. */
  readonly inputs: readonly Modality[];
  /** Where the wording is from. */
  readonly source: string;
  /** The wording, with placeholders in braces. */
  readonly text: string;
  /** The placeholders that require the media to fill in; they remain in rendered prompts. */
  readonly placeholders: readonly string[];
  /** The prompt of a question. */
  readonly render: (question: PromptQuestion) => string;
}

/** A template without its way to be filled in. */
type Wording = Omit<PromptTemplate, "render" | "placeholders"> & { readonly placeholders?: readonly string[] };

/**
 * A template that is only words around `{question}` and `{options}`.
 * @param writeOptions how its options are written, all of them
 */
export const wordedTemplate = (
  wording: Wording,
  writeOptions: (options: readonly string[]) => string,
): PromptTemplate => ({
  placeholders: [],
  ...wording,
  render: ({ text, options }) =>
    // In a single pass, so that braces in a question are not replaced.
    wording.text.replace(/\{(question|options)\}/g, (_, part) => (part === "question" ? text : writeOptions(options))),
});
