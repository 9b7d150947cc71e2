import { InvalidArgumentError, Option } from "commander";
import { MODALITIES } from "../../domain/vocabulary.ts";
import { collectEnum, collectModalities, enumValue, namedValue, optionSpelling } from "./enum-values.ts";

/** An option that takes one value of an enum, in any case. */
export function enumOption<T extends string>(flags: string, description: string, values: readonly T[]): Option {
  const option = new Option(flags, description).argParser((text: string) => enumValue(values, text));
  return withChoices(option, values);
}

/** An option that takes one of the given names, in their exact spelling. */
export function choiceOption<T extends string>(flags: string, description: string, names: readonly T[]): Option {
  const option = new Option(flags, description).argParser((text: string) => namedValue(names, text));
  option.argChoices = [...names];
  return option;
}

/** A repeatable option that takes comma-separated values of an enum. */
export function enumListOption<T extends string>(flags: string, description: string, values: readonly T[]): Option {
  return withChoices(new Option(flags, description).argParser(collectEnum(values)), values);
}

/** An option that takes modalities as video,audio, or as video+audio, the form in tables. */
export const modalitiesOption = (flags: string, description: string): Option =>
  withChoices(new Option(flags, description).argParser(collectModalities), MODALITIES);

/** Sets the choices for the help and for completion. `choices()` would refuse other spellings and lists. */
function withChoices(option: Option, values: readonly string[]): Option {
  option.argChoices = values.map(optionSpelling);
  return option;
}

/** Parses a share. @throws InvalidArgumentError for anything else */
export const shareNumber = (text: string): number => share(text, "");

/** Parses the public board's share of the questions. @throws InvalidArgumentError for anything else */
export const publicShare = (text: string): number => (text === "1" ? 1 : share(text, ", or 1 for one leaderboard"));

function share(text: string, orElse: string): number {
  if (!/^0?\.\d+$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError(`It must be a share above 0 and below 1, such as 0.2${orElse}.`);
  return Number(text);
}

/** A parser for whole numbers of at least `least`. @throws InvalidArgumentError for anything else */
export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
    return number;
  };
