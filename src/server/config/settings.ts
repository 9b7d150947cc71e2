/** A setting that cannot be used. The message is one line that names the setting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting by its name, trimmed; undefined if it is empty. */
export type Setting = (name: string) => string | undefined;

export const settingOf =
  (environment: Environment): Setting =>
  (name) =>
    environment[name]?.trim() || undefined;

/** The items of a comma-separated list. */
export const listed = (text: string | undefined): readonly string[] =>
  (text ?? "").split(",").flatMap((item) => item.trim() || []);

const MOST_SECONDS = 3_600;

/** @throws {ConfigError} for anything but a whole number of seconds within the bounds */
export function seconds(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!/^\d{1,4}$/.test(text) || number < least || number > MOST_SECONDS)
    throw new ConfigError(`${name} must be a number of seconds from ${least} to ${MOST_SECONDS}; it is '${text}'.`);
  return number;
}
