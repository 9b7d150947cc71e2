import { readClaim, readLabel, sentenceEnd, skipFillers } from "../claim.ts";
import { isConditional, isOthersChoice, isSuperseded } from "../governance/commitment.ts";
import { labelAt, optionLetters } from "../label-token.ts";
import { allMatches } from "../matches.ts";
import { type Finding, found, once, type Reading } from "../reading.ts";
import { isLatinLetter, wordBefore } from "../word-text.ts";

/** The nouns for an answer, in the languages that models answer in. Accents are folded. */
export const NOUN =
  /\b(?:answers?|choices?|options?|selections?|responses?|predictions?|conclusions?|solutions?|ans|pick|guess|respuestas?|opcion|alternativa|resposta|reponse|choix|risposta|opzione|antwort|richtig|antwoord|odpowied[zź]|cevap|jawabann?y?a?|dap an|svar|svaret)\b|答案|选项|選項|正解|答え|回答|解答|選択肢|答|정답|답변|답|ответ|วิธี|คำตอบ|الإجابة|الجواب|उत्तर|απαντηση|відповідь/gi;
/** The link between a noun and the answer: "the answer [to this question] is", "Answer:", "答案[应该]是". */
const DECLARED_ANSWER_LINK =
  /(?:'s\b|\b(?:is|are|was|be|es|e|est|ist|lautet|(?<=odpowied[zź] )to|adalah|la|jest)\b(?! not\b|n't)|(?<!\d):|=|[-–—]{1,8}(?=\s)|[是为為はがは은는이]|هي|है|คือ|เป็น|является(?![а-яё]))/iy;
const LINK_LETTERS = "iawbeltjIAWBELTJ";
const GAP_MARKS = ".!?;\n。！？";
const LONGEST_GAP = 60;
/**
 * A noun that declares a label directly after it: "Answer C", "**Answer**\nD", "réponse D". The noun "option" is
 * missing, because "option D" may be a mere mention.
 */
const DIRECT_NOUN =
  /^(?:answer|selection|prediction|conclusion|solution|respuesta|resposta|reponse|risposta|antwort|答案|正解|答え|答|정답|답|उत्तर|ответ|cevap)$/i;
const MENTION =
  /[)\]*"']{0,3}\s+(?:is|isn't|was|would|can|can't|cannot|could|does|seems|has|says|refers|matches|fits|reads|means|describes|talks|mentions|states|shows|could|might|may|will|and|or|because)\b/iy;
/** A plural introduces a list, unless a single label follows it: "The options are:", but "Answers: B". */
const DECLARED_ANSWER_PLURAL =
  /^(?:answers|choices|options|selections|responses|predictions|conclusions|solutions|respuestas)$/i;
/** "Option A: …" only names an option; the text after it may say anything about it. */
const NAMES_OPTION = /^(?:option|choice|opcion|opzione|alternativa|选项|選項|選択肢)$/i;
const NAMED = /^[\s*_"'([]{0,4}(?:[A-Za-z](?![A-Za-z])|\d{1,2}(?!\d))/;
/**
 * The maximum numbers of nouns that are examined from the start and from the end of the text. More are examined at the
 * end, because the last definite statement counts.
 */
const DECLARED_ANSWER_MOST_FIRST = 6;
const DECLARED_ANSWER_MOST_LAST = 18;

/** "Let me look at each option: A: …" introduces the options one by one. */
const EACH = /\b(?:each|every|all|any|which|these|those)(?: of the)?(?: possible| given)?\s$/i;

/** "The correct answer is C", "Answer: (C)", "正确答案是 C", "La respuesta correcta es la C". */
export const readDeclaredAnswers = once((reading: Reading): Finding[] => {
  const all = allMatches(reading.text, NOUN);
  const nouns =
    all.length <= DECLARED_ANSWER_MOST_FIRST + DECLARED_ANSWER_MOST_LAST
      ? all
      : [...all.slice(0, DECLARED_ANSWER_MOST_FIRST), ...all.slice(-DECLARED_ANSWER_MOST_LAST)];
  return nouns.map((noun) => readAfterNoun(reading, noun[0], noun.index)).filter((finding) => finding !== null);
});

function readAfterNoun(reading: Reading, noun: string, start: number): Finding | null {
  const { text } = reading;
  const end = start + noun.length;
  if (NAMES_OPTION.test(noun) && NAMED.test(text.slice(end, end + 8))) return null;
  const finding = DECLARED_ANSWER_PLURAL.test(noun) ? readSole(reading, end) : readSingular(reading, noun, start, end);
  if (finding === null) return null;
  const before = text.slice(Math.max(0, start - 60), start);
  if (EACH.test(before)) return null;
  return isSuperseded(before) || (noun.toLowerCase() === "pick" && isOthersChoice(before)) ? null : finding;
}

const readSingular = (reading: Reading, noun: string, start: number, end: number): Finding | null =>
  (DIRECT_NOUN.test(noun) ? readDirect(reading, end) : null) ?? readLinked(reading, start, end);

/** Reads "Answers: B" if the label ends its line. */
function readSole(reading: Reading, end: number): Finding | null {
  const match = /^[\s*_]{0,4}[:=][\s*_"'([]{0,6}(?=[A-Z][)\]*_"'.]{0,4}\s*(?:\n|$))/.exec(
    reading.text.slice(end, end + 30),
  );
  if (match === null || !reading.labels) return null;
  const label = labelAt(reading.text, end + match[0].length);
  return label === null ? null : readLabel(reading, "declared-answer", label, label.end);
}

/** Whether "answer" is a verb that is refused or weighed: "I can't in good conscience answer A", "To answer A, …". */
const isVerb = (before: string): boolean =>
  /(?:\bnot|n't|\bcannot|\bnever|\brefuse|\bunable|(?:^|[.!?\n]\s{0,3})[Tt]o)\b[^.,;:!?\n]{0,40}\banswer$/.test(before);

/** Reads a label directly after the noun, with only marks between them. */
function readDirect(reading: Reading, end: number): Finding | null {
  const { text } = reading;
  if (!reading.labels || !/^[\s*_#"'()[\]】」』]{1,8}/.test(text.slice(end, end + 8))) return null;
  const label = labelAt(text, skipFillers(text, end));
  if (label === null || isVerb(text.slice(Math.max(0, end - 66), end))) return null;
  MENTION.lastIndex = label.end;
  if (MENTION.test(text)) return null;
  return readLabel(reading, "declared-answer", label, sentenceEnd(text, label.end + 2));
}

function readLinked(reading: Reading, start: number, end: number): Finding | null {
  const { text } = reading;
  const stop = Math.min(text.length, end + LONGEST_GAP);
  for (let at = end; at < stop; at++) {
    DECLARED_ANSWER_LINK.lastIndex = at;
    // In "Option E", the E is not the Italian word for "is".
    const link = isLinkStart(text, at) && !/^E\b/.test(text.slice(at, at + 2)) ? DECLARED_ANSWER_LINK.exec(text) : null;
    const finding = link === null ? null : readClaim(reading, "declared-answer", at + link[0].length);
    if (
      finding !== null &&
      /\bif\b|\blet(?:'s| me| us)\b|\b(?:each|every) (?:option|choice)\b|\b(?:options|choices|answers|candidates|(?:option|choice) [a-z])\b/i.test(
        text.slice(end, at),
      )
    )
      return null;
    if (finding !== null) return isConditional(text, start, finding.start - reading.offset) ? null : finding;
    if (
      link !== null &&
      /^(?:is|are|be|was)$/i.test(link[0]) &&
      !/^ ?(?:to|for|that)\b/.test(text.slice(at + 2, at + 8))
    )
      return null;
    if (GAP_MARKS.includes(text.charAt(at)) && !/^[\s*_#]*\n?[\s*_#]*$/.test(text.slice(end, at + 1))) return null;
  }
  return null;
}

/** Whether a link may begin here: at the beginning of a word, or at a mark. */
function isLinkStart(text: string, at: number): boolean {
  const unit = text.charAt(at);
  if (!isLatinLetter(unit)) return unit > "\x7f" || "':=-".includes(unit);
  return LINK_LETTERS.includes(unit) && !isLatinLetter(text.charAt(at - 1));
}

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
const DECLARED_CHOICE_MOST_FIRST = 6;
const DECLARED_CHOICE_MOST_LAST = 14;

/** Reads a verb of choice that is followed by a label or an option's text. */
export const readDeclaredChoices = once((reading: Reading): Finding[] => {
  const all = allMatches(reading.text, VERB);
  const verbs =
    all.length <= DECLARED_CHOICE_MOST_FIRST + DECLARED_CHOICE_MOST_LAST
      ? all
      : [...all.slice(0, DECLARED_CHOICE_MOST_FIRST), ...all.slice(-DECLARED_CHOICE_MOST_LAST)];
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

/** Words directly before a label: "… is (", "… would be **", "…: ". */
const QUALIFIED_LABEL_LINK =
  /(?:\b(?:is|are|was|be|being|choose|remains?|leaves?|leaving|becomes?)\b:?|[:=→]|->|=>)[\s*_"'`([{$\\]{0,10}(?:(?:text|textbf|mathrm|boxed)\{)?(?:(?:the )?(?:option|choice|answer|letter|statement) )?[("'*[]{0,4}$/i;
/** The last words and marks of `LINK`, except for arrows. */
const LINKS = new Set(
  "is are was be being choose remain remains leave leaves leaving become becomes text textbf mathrm boxed option choice answer letter statement : = >".split(
    " ",
  ),
);
/** Words by which a sentence announces the answer: "the best match is", "the result:". */
const QUALIFIER =
  /\b(?:best|correct|right|closest|nearest|only|sole|final|my|(?:most|more) \w+|likely|appropriate|suitable|fitting|proper|ideal|valid|true|ans|result|verdict|decision|conclusion|solution|outcome|selection|selected|chosen|one (?:that|which) \w+|corresponding|following|answers?|guess|hence|therefore|thus)\b[^.!?;\n]{0,120}$/i;
/** A plural introduces a list, and the label after it is not an answer. */
const QUALIFIED_LABEL_PLURAL =
  /\b(?:options|choices|answers|candidates|statements|possibilities|letters)\b[^.!?;\n]{0,30}$/i;
/** Text that ends a label's clause. */
const CLOSED =
  /^[)\]}*_"'`$]{0,5}(?:\s{0,3}$|\s{0,2}[.,:;!?。，\n)]|\s+(?:because|since|as|given|which|and|but|with|[-–—(])|\s?[-–—])/i;
const REACH = 140;

/**
 * "The best match is B", "the most likely outcome is (G). U.S. residents …", "Result: B", "that leaves C".
 * @param known the positions of labels that are already declared as the answer
 */
export function readQualifiedLabels(reading: Reading, known: ReadonlySet<number>): Finding[] {
  if (!reading.labels) return [];
  return optionLetters(reading)
    .filter(({ start }) => !known.has(start))
    .map(({ start }) => readQualified(reading, start))
    .filter((finding) => finding !== null);
}

function readQualified(reading: Reading, at: number): Finding | null {
  const { text, options } = reading;
  const word = wordBefore(text, at);
  if (word < "\x80" && !LINKS.has(word)) return null;
  const before = text.slice(Math.max(0, at - REACH), at);
  if (!QUALIFIED_LABEL_LINK.test(before.slice(-40)) || !QUALIFIER.test(before) || QUALIFIED_LABEL_PLURAL.test(before))
    return null;
  // "A is true and so is C."
  if (/\b(?:and|as) so (?:is|does|was) [("'*]{0,2}$/i.test(before))
    return found(reading, "declared-answer", at, at + 1, "several-answers");
  const label = labelAt(text, at);
  if (label === null || (text.charAt(at) >= "a" && !/[([*"']$/.test(before))) return null;
  const rest = text.slice(label.end, label.end + 300);
  if (!reading.work.take(rest.length)) return null;
  const named = options.beginning(rest);
  if (!CLOSED.test(rest) && named !== label.position && !/[([]$/.test(before)) return null;
  const finding = readLabel(reading, "declared-answer", label, label.end + 1);
  return finding.target === "no-such-option" && text.charAt(at) >= "a" ? null : finding;
}
