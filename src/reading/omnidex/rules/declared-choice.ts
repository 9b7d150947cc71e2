import { allMatches } from "../all-matches.ts";
import { readClaim } from "../claim.ts";
import { isConditional, isOthersChoice } from "../governance/hypothetical.ts";
import { type Finding, once, type Reading } from "../reading.ts";

/** "I choose C", "I'd go with option D", "我选择B", "Je choisis …". */
export const VERB =
  /\b(?:choose|chose|choosing|pick|picked|select|selected|selecting|(?:chang(?:e|ed|ing)|switch(?:ed|ing)?|revis(?:e|ed|ing))(?: (?:it|this|that|my (?:answer|choice|selection|mind)|the answer))?(?: from \(?[A-Z]\)?)? (?:to|into)(?! be\b)|tend(?:ing)? (?:towards?|to)|favou?r|go with|going with|went with|opt for|opted for|settle on|settled on|settle for|stay with|staying with|stick with|sticking with|go for|going for|vote for|bet on|i prefer|lean(?:ing)?(?: (?:more |strongly |slightly |heavily )?(?:towards?|to))?|inclined (?:towards?|to)|i(?:'d| would| will|'ll)? (?:say|answer|guess|conclude|think|believe|suspect|suggest)(?: that)?(?: it(?:'s| is| must be| should be))?|creo que(?: es)?|pienso que(?: es)?|je pense que(?: c'est)?|ich denke|ich glaube|credo che sia|acho que(?: e)?|elijo|escojo|entscheide mich fur|ich nehme|ich sage|je dirais|diria|direi|rispondo|respondo|elegiria|escolheria|i'll take|i take|je choisis|ich wahle|scelgo|escolho)\b|(?:应该?|應該?)?(?:选择|選擇)|应选|應選|应该选|應該選|故选|故選|选|選/gi;
const DENIED =
  /(?:\bnot|n't|\bnever|(?<!\b(?:inclined|inclination is|going|decided|decide|have|had|prefer|forced|tempted|ready|choose|chose|opt|want|wanted|like|must|led) )\bto|\bcould|\bcan|不|\bif i)\s?$/i;
/** Words earlier in the clause that refuse, avoid or only weigh the choice after them: "I won't be the one to choose". */
const REFUSED =
  /(?:\bnot|n't|\bnever|\bnobody|\bno ?one|\bnor|\bneither|\brather than|\binstead of|\bbefore|\bwithout|\bagainst|\bavoid|\brefus(?:e|es|ed|ing)|\bdecline[sd]?|\bhesita(?:te|tes|ted|nt)|\breluctant|\bunwilling|\bunable|\bwrong|\bmistake|\bincorrect|\bconsider(?:ed|ing)?|\bthinking (?:of|about)|\bthought (?:of|about)|\babout to|\bwhy|\b(?:no|any|little) (?:reason|way|basis|point|need))\b(?! (?:only|sure|certain|help but|hesitate to)\b)[^.,;:!?\n]{0,40}$/i;
/** A gerund is a choice after "I'm" and its kin only: "choosing A would be wrong". */
const GERUND = /ing(?: (?:with|on|for|to|towards?))?$/i;
const SUBJECT = /^[)*"'\]]{0,3}\s+(?:would|is|was|seems|may|might|could|can|will|means|feels)\b/i;
const PROGRESSIVE =
  /(?:\b(?:am|are|was|were|be|been|end(?:ed|ing)? up|recommend|suggest)|'m|'re|(?:^|[.!?\n:])\s*(?:so|therefore|thus|hence|okay|ok|then)?,?|\bi)\s*$/i;
/** Negations of other languages before their verbs: "No elegiría A", "我不会选A". */
const REFUSED_FOREIGN =
  /(?:\b(?:no|nao|non|ne|nunca|jamais|mai|nicht)\s(?:[\p{L}']{1,12}\s){0,2}|(?<!不得)(?<!不[妨如])不(?:[会會能想应應该該可愿願敢要打算以建议議]){0,4})$/iu;
const ENGLISH =
  /^(?:cho|pick|select|go|went|opt|chang|switch|revis|tend|favou?r|settle|stay|stick|vote|bet|i |i'|lean)/i;
const MOST_FIRST = 6;
const MOST_LAST = 14;

/** Reads a verb of choice that is followed by a label or an option's text. */
export const readDeclaredChoices = once((reading: Reading): Finding[] => {
  const all = allMatches(reading.text, VERB);
  const verbs = all.length <= MOST_FIRST + MOST_LAST ? all : [...all.slice(0, MOST_FIRST), ...all.slice(-MOST_LAST)];
  return verbs.map((verb) => readAfterVerb(reading, verb[0], verb.index)).filter((finding) => finding !== null);
});

function readAfterVerb(reading: Reading, verb: string, start: number): Finding | null {
  const before = reading.text.slice(Math.max(0, start - 50), start);
  if (DENIED.test(before) || isOthersChoice(before) || isRefused(before, verb)) return null;
  if (isConditional(reading.text, start, start + verb.length)) return null;
  const finding = readClaim(reading, "declared-choice", start + verb.length);
  // "Choosing A would be a guess."
  if (finding !== null && GERUND.test(verb) && SUBJECT.test(reading.text.slice(finding.end - reading.offset)))
    return null;
  // After a verb, words that only resemble an option are not a choice: "I think the drums …".
  return finding === null || finding.rule === "refusal" || isLoose(reading, finding) ? null : finding;
}

/** Whether the words before a verb of choice show that the choice is refused, weighed or spoken of in general. */
function isRefused(before: string, verb: string): boolean {
  if (GERUND.test(verb) && !/^(?:lean|tend)/i.test(verb) && !PROGRESSIVE.test(before)) return true;
  return REFUSED.test(before) || (!ENGLISH.test(verb) && REFUSED_FOREIGN.test(before));
}

const isLoose = (reading: Reading, finding: Finding): boolean =>
  finding.ambiguous && finding.end - finding.start > 1 && reading.labels;
