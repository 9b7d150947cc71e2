import type { RecordReader } from "../files/record-reader.ts";

const SECONDS = /^(\d+(?:\.\d+)?)\s*s?$/;
const CLOCK = /^(?:(\d+):)?(\d{1,3}):([0-5]\d(?:\.\d+)?)$/;

/** Parses `119`, `"119s"`, `"03:28"` or `"1:02:03"` and returns seconds; `null` for anything else. */
export function parseSeconds(value: unknown): number | null {
  if (typeof value === "number") return value >= 0 ? value : null;
  if (typeof value !== "string") return null;
  const seconds = SECONDS.exec(value.trim());
  if (seconds !== null) return Number(seconds[1]);
  const clock = CLOCK.exec(value.trim());
  if (clock === null) return null;
  const [, hours = "0", minutes, rest] = clock;
  // After hours, minutes end at 59. Without hours, "75:00" means 75 minutes.
  return clock[1] !== undefined && Number(minutes) > 59
    ? null
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

/**
 * Parses a duration that must be readable and returns seconds.
 * @throws {ImportError}
 */
export const readSeconds = (duration: RecordReader): number =>
  parseSeconds(duration.value) ?? duration.fail('a duration such as 119, "119s" or "03:28"');
