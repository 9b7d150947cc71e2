import { InvalidArgumentError, Option } from "commander";
import { PUBLIC_SHARE_FAULT, readPublicShare, readShare, SHARE_FAULT } from "../../domain/exported-release.ts";
import { readInstant } from "../../domain/instant.ts";
import { PROTOCOL_NAMES, type ProtocolName, protocolFrom, type RunProtocol } from "../../domain/run-protocol.ts";
import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { nearestName } from "../../submitting/nearest-name.ts";

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
    ...listedWords(text).map((word) => {
      const parts = word.split(/[\s;|]+/);
      const isList = parts.length > 1 && parts.every((part) => spellings(values).includes(optionSpelling(part)));
      if (isList) throw new InvalidArgumentError(`Several values are written with commas: ${parts.join(",")}.`);
      return enumValue(values, word);
    }),
  ];

const spellings = (values: readonly string[]): readonly string[] => values.map(optionSpelling);

/** Whether an option takes several values with commas, as its parser does. */
export function takesList({ argChoices: [one = "x", other = "y"] = [], parseArg }: Option): boolean {
  try {
    const parsed: unknown = parseArg?.(`${one},${other}`, undefined);
    return Array.isArray(parsed) && parsed.length === 2;
  } catch {
    return false;
  }
}

/** One value of an enum, in any case. @throws InvalidArgumentError for an unknown value */
function enumValue<T extends string>(values: readonly T[], word: string): T {
  const found = values.find((value) => value === word.toUpperCase().replaceAll("-", "_"));
  if (found !== undefined) return found;
  throw unknownValue(word, values.map(optionSpelling));
}

/** One of the given names. @throws InvalidArgumentError for any other */
function namedValue<T extends string>(names: readonly T[], word: string): T {
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

/** `--protocol fps=2,temperature=0`: how a run was made. It may be repeated. */
export const protocolOption = (): Option =>
  new Option("--protocol <settings>", "how the run was made: fps=2,temperature=0,harness=lmms-eval").argParser(
    (text: string, before: RunProtocol | undefined): RunProtocol =>
      Object.fromEntries([...Object.entries(before ?? {}), ...listedWords(text).map(protocolSetting)]),
  );

/** @throws InvalidArgumentError for an unknown setting, and for a value that it cannot have */
function protocolSetting(word: string): readonly [ProtocolName, string | number] {
  const [written = "", ...rest] = word.split("=");
  const name = namedValue(PROTOCOL_NAMES.map(protocolSpelling), written.trim().replaceAll("_", "-"));
  const field = PROTOCOL_NAMES.find((one) => protocolSpelling(one) === name);
  const value =
    field === undefined ? undefined : protocolFrom((one) => (one === field ? rest.join("=").trim() : undefined));
  if (field === undefined || value?.[field] == null)
    throw new InvalidArgumentError(
      `${name} needs a value that it can have: ${name}=${field === undefined ? "…" : EXAMPLES[field]}.`,
    );
  return [field, value[field]];
}

const protocolSpelling = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const EXAMPLES: Readonly<Record<ProtocolName, string>> = {
  fps: "2",
  resolution: "448",
  temperature: "0",
  topP: "0.9",
  maxTokens: "1024",
  promptHash: "3f2a9c",
  harness: "lmms-eval",
  harnessVersion: "0.5.0",
};

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
export const shareNumber = (text: string): number => shareOr(readShare(text), SHARE_FAULT);

/** Parses the public board's share of the questions. @throws InvalidArgumentError for anything else */
export const publicShare = (text: string): number => shareOr(readPublicShare(text), PUBLIC_SHARE_FAULT);

function shareOr(share: number | null, fault: string): number {
  if (share === null) throw new InvalidArgumentError(fault);
  return share;
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

const UNITS = { h: 3600, m: 60, s: 1 } as const;
const DURATION = /^(?:(?<h>\d+(?:\.\d+)?)h)?(?:(?<m>\d+(?:\.\d+)?)m(?:in)?)?(?:(?<s>\d+(?:\.\d+)?)s?)?$/;

/**
 * Parses a duration such as 90, 90s, 10m, 1.5h, 1h30m or 2m30 and returns seconds.
 * @throws InvalidArgumentError for anything else
 */
export function parseDuration(text: string): number {
  const groups = DURATION.exec(text.trim().toLowerCase())?.groups;
  const parts = Object.entries(UNITS).flatMap(([unit, seconds]) => {
    const number = groups?.[unit];
    return number === undefined ? [] : [Number(number) * seconds];
  });
  if (parts.length === 0) throw new InvalidArgumentError("Durations look like 90, 90s, 10m or 1h30m.");
  return parts.reduce((sum, part) => sum + part, 0);
}

/** An instant as the server takes it. @throws InvalidArgumentError for anything else */
function parseInstant(text: string): string {
  try {
    return readInstant("time", text).toISOString();
  } catch {
    throw new InvalidArgumentError("It must be a day such as 2027-01-31, or an instant such as 2027-01-31T12:00:00Z.");
  }
}

/** An option that takes an instant. */
export const instantOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(parseInstant);
