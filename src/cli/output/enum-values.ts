import { InvalidArgumentError } from "commander";
import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { nearestName } from "./nearest-name.ts";

/** The command-line spelling of a value: MULTIPLE_CHOICE is multiple-choice. */
export const optionSpelling = (value: string): string => value.toLowerCase().replaceAll("_", "-");

/**
 * The words between commas, trimmed.
 * @throws InvalidArgumentError if there is no word: an empty list would match nothing
 */
function listedWords(text: string): readonly string[] {
  const words = text.split(",").flatMap((word) => word.trim() || []);
  if (words.length === 0) throw new InvalidArgumentError(EMPTY);
  return words;
}

const EMPTY = "It is empty. Give a value, or leave the option out.";

/** A text with at least one character besides spaces. @throws InvalidArgumentError for any other */
export function nonEmptyText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError(EMPTY);
  return text;
}

/**
 * A commander parser that collects values of an enum, in any case, from comma-separated lists and repeated options.
 * @throws InvalidArgumentError for an unknown value
 */
export const collectEnum =
  <T extends string>(values: readonly T[]) =>
  (text: string, before: readonly T[] | undefined): readonly T[] => [
    ...(before ?? []),
    ...listedWords(text).map((word) => enumValue(values, word)),
  ];

/** One value of an enum, in any case. @throws InvalidArgumentError for an unknown value */
export function enumValue<T extends string>(values: readonly T[], word: string): T {
  const found = values.find((value) => value === word.toUpperCase().replaceAll("-", "_"));
  if (found !== undefined) return found;
  throw unknownValue(word, values.map(optionSpelling));
}

/** One of the given names. @throws InvalidArgumentError for any other */
export function namedValue<T extends string>(names: readonly T[], word: string): T {
  const found = names.find((name) => name === word);
  if (found !== undefined) return found;
  throw unknownValue(word, names);
}

function unknownValue(word: string, spellings: readonly string[]): InvalidArgumentError {
  const near = nearestName(word, spellings);
  return new InvalidArgumentError(
    `${near === null ? "" : `Did you mean '${near}'? `}Allowed: ${spellings.join(", ")}.`,
  );
}

/** Like `collectEnum`, but also accepts the form in tables: video+audio. */
export const collectModalities = (text: string, before: readonly Modality[] | undefined): readonly Modality[] =>
  collectEnum(MODALITIES)(text.replaceAll("+", ","), before);

/** Collects words from comma-separated lists and repeated options. */
export const collectWords = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  ...listedWords(text),
];

/**
 * Collects values of repeated options without splitting: a question's key may contain a comma.
 * @throws InvalidArgumentError for an empty value
 */
export const collectValues = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  nonEmptyText(text),
];
