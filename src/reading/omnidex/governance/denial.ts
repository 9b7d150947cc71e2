import type { Span } from "../../extraction.ts";

/** The number of code units before and after a span that are examined. */
const REACH = 60;

/** Words that may occur between a denial and the denied text. */
const BETWEEN =
  "(?:[\\s*_\"'`(\\[{«「$−-]|\\b(?:be|is|it|it's|that|this|the|an?|any|option|choice|letter|answer|necessarily|really|definitely|certainly|at|in|correct|right|best|la|el|le|il|l|die|der|das|que|opcion|opzione|letra|lettre|lettera|alternativa|hear|heard|see|think|believe|say|suppose|expect|mean)\\b){0,24}";

const DENIED_BEFORE = new RegExp(
  `(?:${[
    "\\b(?:not|never|cannot|cant|neither|nor|without|rather than|instead of|(?<!\\b(?:none|nothing|no) )other than|except(?: for)?|anything but|all but)\\b|n't\\b",
    "\\b(?:rul(?:e|es|ed|ing) out|eliminat(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|(?<!\\b(?:no|without|without a|beyond) )doubt(?:s|ed|ful)?|den(?:y|ies|ied)|disagree with)\\b",
    "\\b(?:false|untrue|wrong|unlikely|impossible|incorrect) (?:that|to say)\\b|\\bno (?:answer|option|choice)[.:!]\\s",
    "\\bno (?:es|son|sea|seria|puede ser|creo que)\\b|\\bnon (?:e|sia|puo essere)\\b|\\b(?:n'est|n'etait) pas\\b|\\bne (?:peut|doit) pas etre\\b",
    "\\b(?:nicht|kein|keine|niet|ikke|inte|bukan|degil)\\b|\\bnao (?:e|pode ser|seria)\\b|(?:^|\\s)не(?=\\s)|ليست?(?=\\s)|(?:^|\\s)לא(?=\\s)",
    "不是|并非|並非|不(?:可能|会|會|应|應|应该|應該|能)是|不会是|不應是|不应是|不该是|不选|不選|不为|排除",
  ].join("|")})${BETWEEN}(?:选项|選項)?$`,
  "i",
);
/**
 * "no piano", "if there were a piano". Applies only to options' texts. Before a label, "no" does not deny the label but
 * withdraws an earlier answer ("no, B").
 */
const NO_BEFORE = /\bno (?:an? |the |more )?$|\bif [^.,;:!?\n]{0,40}$/i;

const WRONG =
  "(?:not\\b(?! only\\b)|wrong|incorrect|false|untrue|inaccurate|invalid|absent|missing|silent|ruled out|eliminated|excluded|impossible|implausible|unlikely|never\\b|out of the question|out(?=\\s*(?:$|[.,;)]|as well\\b|too\\b)))";
const DENIED_AFTER = new RegExp(
  `^[)\\]*_"'\`}」』】]{0,4}(?:${[
    "\\s?\\?\\s{0,3}(?:definitely |absolutely |certainly |surely )?(?:no(?:pe)?|not|never|wrong|false|incorrect|nein|non|nao)\\b",
    "\\s?[-–—:=(]{1,2}>?\\s?(?:is )?(?:false|wrong|incorrect|not (?:right|correct|true|it|this)|ruled out|eliminated|no(?=\\s*(?:$|[\\n.,;)]))|x(?=\\s*(?:$|\\n)))",
    `\\s+(?:is|was|are|were|seems?|looks?|sounds?|appears?|(?:would|must|should|can|could|may|might) be|has been)(?: to be)?(?: also| just| simply| all| both| each| \\w{1,20}ly)?\\s+${WRONG}`,
    "\\s+(?:isn't|wasn't|aren't|can't|cannot|couldn't|doesn't|don't|didn't|won't|wouldn't|shouldn't|never|(?:can|does|do|did|could|would|should|must|will|may) (?:not|never))\\b(?! only\\b)",
    "\\s+(?:can|could|should|must|may) (?:\\w{1,20}ly |also )?be (?:ruled out|eliminated|excluded|discarded|dismissed)",
    "\\s+(?:no (?:es|puede|se)|non (?:e|puo|si)|n'est pas|ne peut|ist (?:nicht|falsch)|is (?:niet|fout)|es (?:incorrect|fals|erron)|est (?:faux|fausse|incorrect)|e (?:sbagliat|errat|fals|incorret)|nao (?:e|pode))",
    "\\s?(?:选项|選項|项|項|答案)?\\s?是?(?:不(?![仅但只])|错|錯|误的|被排除)",
    "\\s?(?:विकल्प |उत्तर )?(?:सही )?नहीं|\\s?(?:বিকল্প )?(?:সঠিক )?নয়",
    "\\s?[가이는은을를]?\\s?[^.\\n]{0,14}?(?:없습니다|없다|없어|아닙니다|아니다|않습니다|않겠|않는다)",
    "(?:の|わけ)?\\s?[はがも]?\\s?(?:では(?:な|あり)|じゃ(?:な|あり))|\\s?[はが]\\s?(?:間違|違|誤|不正解|正しくな)|\\s?[가이는은]?\\s?(?:아니|아닙|아닌|틀)",
  ].join("|")})`,
  "i",
);

/** "It can't be anything other than C" affirms C. */
const NO_OTHER =
  /(?:n't|\bnot|\bcannot|\bnever)\b[^.,;!?\n]{0,30}?\b(?:anything|anyone|any)\b[^.,;!?\n]{0,16}?\b(?:other than|but|except(?: for)?)\b/i;

/** "It is B or": the text breaks off before another option. */
const CUT_LIST = /^[)*"']{0,3},? (?:or|and|or (?:option|choice))\W*$/i;

/** Whether the text of a span is denied, by words before it ("it cannot be …") or after it ("… is wrong"). */
export function isDenied(text: string, { start, end }: Span): boolean {
  if (CUT_LIST.test(text.slice(end, end + 20)) && text.length - end < 20) return true;
  if (start < 2) return isDeniedAfter(text, end);
  const near = text.slice(Math.max(0, start - REACH), start);
  const before = /\bany/i.test(near) ? near.replace(NO_OTHER, " ") : near;
  if (DENIED_BEFORE.test(before) || (end - start > 1 && NO_BEFORE.test(before))) return true;
  return isDeniedAfter(text, end);
}

/** Whether the words from `end` on deny the text before them. */
export function isDeniedAfter(text: string, end: number): boolean {
  if (end >= text.length) return false;
  const after = text.slice(end, end + REACH);
  return DENIED_AFTER.test(STOPPED.test(after) ? after.replace(".", "") : after) || REJECTED.test(after);
}

/** A stop within a sentence: "A. is wrong". */
const STOPPED = /^[)\]*_"']{0,4}\.[)\]*_"']{0,4} +[a-z]/;
/** "A. This is wrong." */
const REJECTED =
  /^[)\]*_"']{0,4}[.:][)\]*_"']{0,4} +(?:this|that|it)(?:'s| is| was) (?:\w{1,20}ly |also )?(?:wrong|incorrect|false|ruled out|eliminated)(?! to\b)/i;
