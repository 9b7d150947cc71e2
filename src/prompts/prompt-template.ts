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
  /** What the model gets besides the prompt; empty where the template does not say. */
  readonly inputs: readonly Modality[];
  /** Where the wording is from. */
  readonly source: string;
  /** The wording; in braces what is put in. */
  readonly text: string;
  /** The parts in braces that only whoever has the media can put in; they stand as they are in a prompt. */
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
    // At once, so that what a question says in braces is left alone.
    wording.text.replace(/\{(question|options)\}/g, (_, part) => (part === "question" ? text : writeOptions(options))),
});
