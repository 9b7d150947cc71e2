import { InvalidArgumentError } from "commander";

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
