import { allMatches } from "../all-matches.ts";
import { readClaim } from "../claim.ts";
import { isConditional, isOthersChoice } from "../governance/hypothetical.ts";
import type { Finding, Reading } from "../reading.ts";

/** "I choose C", "I'd go with option D", "我选择B", "Je choisis …". */
export const VERB =
  /\b(?:choose|chose|choosing|pick|picked|select|selected|selecting|go with|going with|went with|opt for|opted for|settle on|settled on|settle for|stay with|staying with|stick with|sticking with|go for|going for|vote for|bet on|i prefer|lean towards?|i(?:'d| would| will|'ll)? (?:say|answer|guess|conclude|think|believe|suspect|suggest)(?: that)?(?: it(?:'s| is| must be| should be))?|creo que(?: es)?|pienso que(?: es)?|je pense que(?: c'est)?|ich denke|ich glaube|credo che sia|acho que(?: e)?|elijo|escojo|entscheide mich fur|ich nehme|ich sage|je dirais|diria|direi|rispondo|respondo|elegiria|escolheria|i'll take|i take|je choisis|ich wahle|scelgo|escolho)\b|(?:应该?|應該?)?(?:选择|選擇)|应选|應選|应该选|應該選|故选|故選|选|選/gi;
const DENIED =
  /(?:\bnot|n't|\bnever|(?<!\b(?:inclined|going|decided|decide|have|had|prefer|forced|tempted|ready|choose|chose|opt|want|wanted|like|must|led) )\bto|\bcould|\bcan|不|\bif i)\s?$/i;
const MOST_FIRST = 6;
const MOST_LAST = 14;

/** Reads a verb of choice that is followed by a label or an option's text. */
export function readDeclaredChoices(reading: Reading): Finding[] {
  const all = allMatches(reading.text, VERB);
  const verbs = all.length <= MOST_FIRST + MOST_LAST ? all : [...all.slice(0, MOST_FIRST), ...all.slice(-MOST_LAST)];
  return verbs.map((verb) => readAfterVerb(reading, verb[0], verb.index)).filter((finding) => finding !== null);
}

function readAfterVerb(reading: Reading, verb: string, start: number): Finding | null {
  const before = reading.text.slice(Math.max(0, start - 50), start);
  if (DENIED.test(before) || isOthersChoice(before)) return null;
  if (isConditional(reading.text, start, start + verb.length)) return null;
  const finding = readClaim(reading, "declared-choice", start + verb.length);
  // After a verb, words that only resemble an option are not a choice: "I think the drums …".
  return finding === null || finding.rule === "refusal" || isLoose(reading, finding) ? null : finding;
}

const isLoose = (reading: Reading, finding: Finding): boolean =>
  finding.ambiguous && finding.end - finding.start > 1 && reading.labels;
