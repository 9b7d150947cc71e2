import { badInput } from "./errors.ts";

/** A time in ISO 8601 with a time zone, or a day, which is taken in UTC. Neither form is ambiguous. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/i;

/**
 * Reads an instant in ISO 8601. A day without a time stands for midnight in UTC at its beginning.
 * @throws `BAD_USER_INPUT` that names the field
 */
export function readInstant(field: string, value: unknown): Date {
  const instant = typeof value === "string" && INSTANT.test(value) && isDay(value) ? new Date(value) : null;
  if (instant === null || Number.isNaN(instant.getTime()))
    throw badInput(`'${field}' must be an instant in ISO 8601, such as 2027-01-31T00:00:00Z.`);
  return instant;
}

/** Whether the day exists. `Date` reads the 31st of February as the 3rd of March. */
const isDay = (instant: string): boolean =>
  new Date(instant.slice(0, 10)).getUTCDate() === Number(instant.slice(8, 10));
