/** Seconds in each unit that a duration may be written with. */
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/**
 * Parses a duration such as `90`, `90 s`, `1.5 min`, `2h`, `1:30` or `1:02:05`.
 *
 * @returns seconds; null for an empty text; undefined for a text that is not a duration
 */
export function readDuration(text: string): number | null | undefined {
  const plain = text.trim().toLowerCase().replace(",", ".");
  if (plain === "") return null;
  if (/^\d+(:[0-5]?\d){1,2}$/.test(plain))
    return plain.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0);
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(s|m|h)?(?:ec|econds?|in|inutes?|ours?)?$/.exec(plain) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
}

/** `45 s`, `1:30`, `1:02:05` */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (part: number): string => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}
