import { allMatches } from "../all-matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";

const LINE =
  /^[ \t*(-]{0,6}(?:option )?([A-Za-z])[)*\]]{0,3}[ \t]?(?:[-–—:=.]|is)?[ \t]{0,3}[*_(]{0,3}(true|correct|yes|right|false|wrong|incorrect|no|not correct)[*_).!]{0,4}[ \t]{0,9}$/gim;
const MOST_LINES = 60;

/** "A - false\nB - true": the one option that is judged to be right, in a list of verdicts. */
export function readVerdicts(reading: Reading): Finding[] {
  if (!reading.labels || !reading.text.includes("\n")) return [];
  const lines = allMatches(reading.text, LINE).slice(-MOST_LINES);
  const last = lines.at(-1);
  if (last === undefined || lines.length < 2) return [];
  const right = lines.filter((line) => /^(?:true|correct|yes|right)$/i.test(line[2] ?? ""));
  const letters = new Set(right.map((line) => line[1]?.toUpperCase()));
  const [letter] = letters;
  const position = letters.size === 1 && letter !== undefined ? letter.charCodeAt(0) - 65 : -1;
  const target = position >= 0 && position < reading.options.count ? position : "several-answers";
  return [
    found(reading, "verdict-list", last.index, last.index + last[0].length, letters.size === 0 ? "no-answer" : target),
  ];
}
