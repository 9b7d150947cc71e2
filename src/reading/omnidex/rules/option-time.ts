import { allMatches } from "../all-matches.ts";
import { isDenied } from "../governance/denial.ts";
import { type Finding, found, type Reading } from "../reading.ts";

const LONGEST = 200;
const CLOCK = "(?<![\\d:.,])(?:(\\d{1,2}):)?(\\d{1,2}):(\\d{2})(?![\\d:])";
const HOURS = "(?:(\\d{1,2})\\s?h(?:ours?|rs?)?[.,]?\\s?(?:and )?)?";
const MINUTES = "(?:(\\d{1,3})\\s?m(?:in(?:ute)?s?)?[.,]?\\s?(?:and )?)?";
const SECONDS = "(\\d{1,5})[ -]?s(?:ec(?:ond)?s?)?";
/** "0:27", "1:05:00", "1 min 15 s", "27 seconds". */
const TIME = new RegExp(`${CLOCK}|(?<![\\d:.,])${HOURS}${MINUTES}${SECONDS}(?![\\p{L}\\d])`, "giu");

/** Ranges and bounds, of which no end is the answer. */
const BOUNDED =
  /\b(?:between|before|until|since|(?:some ?time|shortly|soon|just|right) after)\b|\d\s?(?:[–-]|to|and|or)\s?\d/i;
/** Parts of a time in words: "one minute and 15 seconds". */
const IN_WORDS =
  /\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half|few|several|couple)[ -](?:of )?(?:hours?|minutes?|mins?)\b/i;
/** The length of a thing and not an answer: "the 30-second clip". */
const LENGTH =
  /\d-(?:sec(?:ond)?|min(?:ute)?|hour)s? (?!marks?\b|points?\b|timestamps?\b|delays?\b|gaps?\b|pauses?\b|intervals?\b)\p{L}/iu;
/** A time of day with AM or PM: equal numbers may be different times. */
const HALF_DAY = /\d\s?[ap]\.?m\b/i;

interface Time {
  readonly seconds: number;
  readonly start: number;
  readonly end: number;
}

function timesIn(text: string): Time[] {
  return allMatches(text, TIME).map((match) => {
    const [hours, minutes, seconds] = match[3] === undefined ? match.slice(4, 7) : match.slice(1, 4);
    const value = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return { seconds: value, start: match.index, end: match.index + match[0].length };
  });
}

const isUnclear = (text: string): boolean =>
  BOUNDED.test(text) || IN_WORDS.test(text) || LENGTH.test(text) || HALF_DAY.test(text);

/**
 * Reads the only time in a short response, if every option is a time and one of them is equal: "It starts after 27
 * seconds." for the option "00:27".
 */
export function readOptionTime(reading: Reading): Finding | null {
  const { text, options } = reading;
  if (text.trim().length > LONGEST || !options.numeric || !/\d/.test(text) || isUnclear(text)) return null;
  const times = timesIn(text).filter((time) => !isDenied(text, time));
  const [first] = times;
  if (first === undefined || times.some(({ seconds }) => seconds !== first.seconds)) return null;
  const own = Array.from({ length: options.count }, (_, position) => timesIn(options.raw(position)));
  if (own.some((each, position) => each.length !== 1 || HALF_DAY.test(options.raw(position)))) return null;
  const equal = own.flatMap(([time], position) => (time?.seconds === first.seconds ? [position] : []));
  const [position] = equal;
  return position === undefined || equal.length > 1
    ? null
    : found(reading, "option-time", first.start, first.end, position, true);
}
