import type { AnswerFormat } from "../domain/vocabulary.ts";

/** A part of a raw response in UTF-16 code units: `response.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What an extractor read out of a response. It never guesses: without a definite answer it returns `unparsed`. */
export type Extraction =
  | {
      readonly kind: "answer";
      /** The option's label by position (`"C"`), or the canonical text of an answer of another format. */
      readonly answer: string;
      /** The id of the rule that found it. */
      readonly rule: string;
      readonly span: Span;
      /** Whether the response could also be read another way. */
      readonly ambiguous: boolean;
    }
  | {
      readonly kind: "unparsed";
      /** The reason, one of `UNPARSED_RULES`. */
      readonly rule: UnparsedRule;
    };

/** Why no answer was found in a response. */
export const UNPARSED_RULES = [
  /** Nothing but white space and the marks of a chat template. */
  "empty",
  /** The text comes from the harness or the API, not from the model. */
  "api-error",
  /** The model says that it cannot or will not answer. */
  "refusal",
  /** The text breaks off before the answer. */
  "truncated",
  /** Two or more options at once. */
  "several-answers",
  /** A label or option number that the question does not have. */
  "no-such-option",
  /** "None of the above", although no option says so. */
  "none-of-the-above",
  /** There is text, but no definite answer. */
  "no-answer",
  /** An official script read the response as something that is not an option, which counts as wrong. */
  "not-an-option",
  /** There is an answer, but it does not have the form that its answer format requires. */
  "malformed",
] as const;
export type UnparsedRule = (typeof UNPARSED_RULES)[number];

/** What an extractor may know about a question. This never includes the answer key. */
export interface ExtractionQuestion {
  /** Option texts without their labels, by position; empty for an answer format without options. */
  readonly options: readonly string[];
  readonly answerFormat: AnswerFormat;
  readonly text: string;
  /** The task's slug, for official scripts that read tasks differently. */
  readonly task?: string;
}

/**
 * Reads answers out of raw model output. An extractor is a pure, deterministic function, takes time linear in the
 * length of the response, and never throws.
 */
export interface Extractor {
  readonly name: string;
  /** Increased whenever the reading of any response could change. */
  readonly version: string;
  extract(response: string, question: ExtractionQuestion): Extraction;
  /**
   * Whether the program reads a failure as if the model had written it. Some harnesses store their own failure text in
   * place of the response. Without this method, no failure is read.
   * @param failure a prediction's error
   */
  readsFailure?(failure: string): boolean;
}

/** The extraction of a response without a readable answer. */
export const unparsed = (rule: UnparsedRule): Extraction => ({ kind: "unparsed", rule });

/** What models write between the answers of a list: "red, blue", "red and blue", "red、blue". */
export const LIST_SEPARATOR = /[;,、，；/&+|\n]|\band\b|\bas well as\b|以及|和|与|與|及|と|\bund\b/i;
