import { InvalidArgumentError, Option } from "commander";
import { readInstant } from "../../domain/instant.ts";

/** An instant as the server takes it. @throws InvalidArgumentError for anything else */
export function parseInstant(text: string): string {
  try {
    return readInstant("time", text).toISOString();
  } catch {
    throw new InvalidArgumentError("It must be a day such as 2027-01-31, or an instant such as 2027-01-31T12:00:00Z.");
  }
}

/** An option that takes an instant. */
export const instantOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(parseInstant);
