import { InvalidArgumentError, Option } from "commander";
import { MODALITIES } from "../../domain/vocabulary.ts";
import { collectEnum, collectModalities, enumValue, optionSpelling } from "./enum-values.ts";

/** An option that takes one value of an enum, in any case. */
export function enumOption<T extends string>(flags: string, description: string, values: readonly T[]): Option {
  const option = new Option(flags, description).argParser((text: string) => enumValue(values, text));
  return withChoices(option, values);
}

/** An option that takes values of an enum, with commas or one by one. */
export function enumListOption<T extends string>(flags: string, description: string, values: readonly T[]): Option {
  return withChoices(new Option(flags, description).argParser(collectEnum(values)), values);
}

/** An option that takes what a model was given: video,audio, or video+audio as tables show it. */
export const modalitiesOption = (flags: string, description: string): Option =>
  withChoices(new Option(flags, description).argParser(collectModalities), MODALITIES);

/** For the help and for completion. `choices()` would refuse other spellings, and lists. */
function withChoices(option: Option, values: readonly string[]): Option {
  option.argChoices = values.map(optionSpelling);
  return option;
}

/** Parses a whole number from `least` on. @throws InvalidArgumentError for anything else */
export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return number;
  };
