import { allMatches } from "../all-matches.ts";
import { readClaim, readLabel, sentenceEnd, skipFillers } from "../claim.ts";
import { isConditional, isOthersChoice, isSuperseded } from "../governance/hypothetical.ts";
import { labelAt } from "../label-token.ts";
import { type Finding, once, type Reading } from "../reading.ts";
import { isLatinLetter } from "../word-text.ts";

/** The nouns for an answer, in the languages that models answer in. Accents are folded. */
export const NOUN =
  /\b(?:answers?|choices?|options?|selections?|responses?|predictions?|conclusions?|solutions?|ans|pick|guess|respuestas?|opcion|alternativa|resposta|reponse|choix|risposta|opzione|antwort|richtig|antwoord|odpowied[zź]|cevap|jawabann?y?a?|dap an|svar|svaret)\b|答案|选项|選項|正解|答え|回答|解答|選択肢|答|정답|답변|답|ответ|วิธี|คำตอบ|الإجابة|الجواب|उत्तर|απαντηση|відповідь/gi;
/** The link between a noun and the answer: "the answer [to this question] is", "Answer:", "答案[应该]是". */
const LINK =
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
const PLURAL = /^(?:answers|choices|options|selections|responses|predictions|conclusions|solutions|respuestas)$/i;
/** "Option A: …" only names an option; the text after it may say anything about it. */
const NAMES_OPTION = /^(?:option|choice|opcion|opzione|alternativa|选项|選項|選択肢)$/i;
const NAMED = /^[\s*_"'([]{0,4}(?:[A-Za-z](?![A-Za-z])|\d{1,2}(?!\d))/;
/**
 * The maximum numbers of nouns that are examined from the start and from the end of the text. More are examined at the
 * end, because the last definite statement counts.
 */
const MOST_FIRST = 6;
const MOST_LAST = 18;

/** "Let me look at each option: A: …" introduces the options one by one. */
const EACH = /\b(?:each|every|all|any|which|these|those)(?: of the)?(?: possible| given)?\s$/i;

/** "The correct answer is C", "Answer: (C)", "正确答案是 C", "La respuesta correcta es la C". */
export const readDeclaredAnswers = once((reading: Reading): Finding[] => {
  const all = allMatches(reading.text, NOUN);
  const nouns = all.length <= MOST_FIRST + MOST_LAST ? all : [...all.slice(0, MOST_FIRST), ...all.slice(-MOST_LAST)];
  return nouns.map((noun) => readAfterNoun(reading, noun[0], noun.index)).filter((finding) => finding !== null);
});

function readAfterNoun(reading: Reading, noun: string, start: number): Finding | null {
  const { text } = reading;
  const end = start + noun.length;
  if (NAMES_OPTION.test(noun) && NAMED.test(text.slice(end, end + 8))) return null;
  const finding = PLURAL.test(noun) ? readSole(reading, end) : readSingular(reading, noun, start, end);
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
    LINK.lastIndex = at;
    // In "Option E", the E is not the Italian word for "is".
    const link = isLinkStart(text, at) && !/^E\b/.test(text.slice(at, at + 2)) ? LINK.exec(text) : null;
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
