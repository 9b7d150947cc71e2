import { InvalidArgumentError } from "commander";
import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { nearestName } from "../nearest-name.ts";

/** As a value is written on a command line: MULTIPLE_CHOICE is multiple-choice. */
export const optionSpelling = (value: string): string => value.toLowerCase().replaceAll("_", "-");

/** What stands between commas. */
export const listedWords = (text: string): readonly string[] => text.split(",").flatMap((word) => word.trim() || []);

/**
 * A parser of options for commander that collects the values of an enum, in any case, with commas or one by one.
 * @throws InvalidArgumentError for a value that there is not
 */
export const collectEnum =
  <T extends string>(values: readonly T[]) =>
  (text: string, before: readonly T[] | undefined): readonly T[] => [
    ...(before ?? []),
    ...listedWords(text).map((word) => enumValue(values, word)),
  ];

/** One value of an enum, in any case. @throws InvalidArgumentError for a value that there is not */
export function enumValue<T extends string>(values: readonly T[], word: string): T {
  const found = values.find((value) => value === word.toUpperCase().replaceAll("-", "_"));
  if (found !== undefined) return found;
  const spellings = values.map(optionSpelling);
  const near = nearestName(word, spellings);
  throw new InvalidArgumentError(
    `${near === null ? "" : `Did you mean '${near}'? `}There are: ${spellings.join(", ")}.`,
  );
}

/** As `collectEnum`, and as tables show what a model was given: video+audio. */
export const collectModalities = (text: string, before: readonly Modality[] | undefined): readonly Modality[] =>
  collectEnum(MODALITIES)(text.replaceAll("+", ","), before);

/** Collects words, with commas or one by one. */
export const collectWords = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  ...listedWords(text),
];

/** Collects values as they are: a question's key may hold a comma. */
export const collectValues = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text,
];
