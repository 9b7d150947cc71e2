import type { Span } from "../../extraction.ts";
import { afterLast } from "../matches.ts";
import { EAST_ASIAN } from "../word-text.ts";

const CONDITIONAL = /\b(?:if|had there been|were there)\b(?! (?:i|you) (?:had|have|must|were) to\b| i must\b| forced)/i;
const WOULD = /(?:\b(?:would|could|might|may)|'d)\b/i;
/** Words that introduce a conclusion from a condition, which is a statement: "If …, it would …, so the answer is C". */
const CONCLUDED = /^.*(?:[,;:–—]|--)\s*(?:and )?(?:so|therefore|thus|hence|but|which means|consequently)\b/is;
/** "I thought the answer is …": an earlier opinion. */
const SUPERSEDED =
  /\b(?:i|we) (?:\w+ )?(?:thought|assumed|believed|suspected|expected) (?:that )?(?:the )?(?:\w+ ){0,2}$/i;
const HYPOTHETICAL_OTHERS =
  /\b(?:people|others?|some(?:one|body)?|many|most|users?|viewers?|listeners?|students?|every(?:one|body)|they|models?|if you)\b[^.,;:!?\n]{0,30}$/i;

/**
 * Whether a claim is conditional: "If the dog had barked, the answer would be D." `start` is the position of the noun
 * or verb that declares the answer, and `end` the position of the claim.
 */
export function isConditional(text: string, start: number, end: number): boolean {
  if (hasAlternative(text, start)) return true;
  if (!WOULD.test(text.slice(Math.max(0, start - 60), end))) return false;
  const before = text.slice(Math.max(0, start - 150), end);
  const sentence = before.slice(afterLast(before, ".!?\n")).replace(CONCLUDED, "");
  const condition = CONDITIONAL.exec(sentence);
  if (condition === null) return false;
  return WOULD.test(sentence.slice(condition.index));
}

/** Whether a condition follows a claim: "The answer would be B if the clip had sound." */
const hasConditionAfter = (text: string, start: number, end: number): boolean =>
  /\b(?:would|'d|might|could)\b[^.!?\n]{0,40}$/i.test(text.slice(Math.max(0, start - 60), start)) &&
  /^[)\]*_"',]{0,4}[^.!?,;\n]{0,60}\b(?:if|unless|had there|were there|provided that)\b/i.test(
    text.slice(end, end + 90),
  );

/** Whether the words before a claim show that it is an earlier opinion of the model, not its current answer. */
export const isSuperseded = (before: string): boolean => SUPERSEDED.test(before);

/** Whether the words before a claim show that it is another person's choice: "People often pick A." */
export const isOthersChoice = (before: string): boolean => HYPOTHETICAL_OTHERS.test(before);

/** Whether a claim is one of several conditional answers: "If he cries, it's A; if he laughs, it's B". */
function hasAlternative(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const from = afterLast(before, ".!?\n");
  if (!/\bif\b/i.test(before.slice(from))) return false;
  const after = /^[^.!?\n]*/.exec(text.slice(start, start + 200))?.[0] ?? "";
  return (`${before.slice(from)}${after}`.match(/\bif\b(?! so\b| i\b)|\botherwise\b/gi) ?? []).length > 1;
}

/*
 * Words of doubt, condition and question in Chinese, Japanese and Korean. Most have one to four characters, and no word
 * boundaries surround them, so neither the length of a clause nor its number of words shows whether the clause can
 * contain such a word.
 */

/** "不确定是B". A clause that states an answer ends the doubt: "不确定，选B". */
const DOUBT =
  /(?:是否|难道|難道|没有证据|沒有證據|不能说|不能說|不敢说|不敢說|(?:不能|无法|無法|难以|難以|不)(?:确定|確定|判断|判斷)|不知道|不清楚|不一定|未必|かどうか)(?!.*[,，]\s*(?:那|就|但|不过|不過)?(?:我|猜|[应應]?[选選]|[应應][该該]|只能|(?:正[确確]|最佳)?答案))/;
/** "如果是B". The conclusion after the comma also depends on the condition. */
const UNSPACED_CONDITION = /如果|假如|若(?!干)|要是|もし/;
/** Words that introduce an assumption in a proof as well: their scope ends at the first comma. */
const ASSUMPTION = /(?:假设|假設|倘若|만약|만일)[^,，;；:：]*$/;
/** Words that put a claim in doubt after it: "Bかどうか", "B인지 모르겠습니다". */
const DOUBTED_AFTER =
  /^[)\]*"'」』]{0,3}\s?(?:かどうか|か(?:は|が)?(?:分か|わか)(?:ら|り)|(?:인지|일지)(?:는|도)?\s?(?:잘\s)?(?:모르|알 수|확실))/;
/** "答案是B，对吗？" states B, like "It is B, right?". */
const UNSPACED_TAG = /[,，、]\s*(?:不?[对對]吗|[对對]吧|[对對]不[对對]|是吗|是吧|不是吗|ですよね|でしょう|맞죠)\s*$/;
const UNSPACED = new RegExp(`[${EAST_ASIAN}]`, "u");

/** "Неверно, что ответ B", "Я не думаю, что это B". */
const DOUBT_RUSSIAN =
  /(?:не ?верно|неправда|неправильно|сомневаюсь|не (?:думаю|считаю|уверен[аы]?|могу сказать))(?![а-яё])/i;
const OTHER_SCRIPT = /[^ -~\s]/;

/** Whether words of another script, before or after a claim, make it a doubt or a condition. */
const isGovernedElsewhere = (clause: string, after: string): boolean =>
  OTHER_SCRIPT.test(clause) || OTHER_SCRIPT.test(after.slice(0, 40)) ? isDoubted(clause, after) : false;

const isDoubted = (clause: string, after: string): boolean =>
  DOUBT_RUSSIAN.test(clause) ||
  DOUBT.test(clause) ||
  UNSPACED_CONDITION.test(clause) ||
  ASSUMPTION.test(clause) ||
  DOUBTED_AFTER.test(after);

/** Whether a question consists of more than the claim itself: "选B吗？", unlike "B?". */
const isQuestionUnspaced = (before: string, after: string): boolean => UNSPACED.test(before) || UNSPACED.test(after);

/** Whether a sentence only asks for agreement with its statement. */
const isTagUnspaced = (asked: string): boolean => UNSPACED_TAG.test(asked);

/** The number of code units before and after a claim that are searched for words that govern the claim. */
const BEFORE = 200;
const AFTER = 160;

/** Clause boundaries that end the scope of earlier words: "I can't tell whether it's A, but I'd say B". */
const CLAUSE =
  /(?:[,:–—，]|--)\s*(?:but|so|yet|then|still|though|however|therefore|thus|hence|i (?!or\b|and\b)|i'|it\b|it'|we\b|the\b|my\b|my\s|and (?:i|it|the|so|therefore|hence|thus)\b|answer\b|final\b|that leaves|leaving|但|所以|因此|我)|\s(?:but|so|therefore)\s(?:i|it|my|the (?:correct |best |right |final )?(?:answer|option|choice)|i'(?:d|ll|m))\b/gi;

/**
 * Words that turn the text after them into a question, a condition or a doubt. That text is then not the model's own
 * statement.
 */
const GOVERNED = new RegExp(
  [
    "\\b(?:whether|wonder(?:ing|s)?)\\b",
    "\\b(?:no|any|little|insufficient|without|lack of|not enough) (?:\\w+ )?(?:evidence|indication|reason|sign|proof|guarantee|hint|basis|support|way to (?:say|tell|know))\\b",
    "\\bneither\\b[^.;]{0,100}",
    "\\b(?:by no means|in no way|far from|far be it|under no circumstances|nowhere|refus(?:e|es|ed|ing) to|reluctant to|hesitate to)\\b",
    "\\b(?:nothing|nobody|no one|none of (?:this|that|it))\\b[^.;]{0,40}\\b(?:suggests?|indicates?|shows?|says?|proves?|implies|means|supports?|confirms?|points?)\\b",
    "(?<!\\b(?:no|without|without a|beyond|little) )\\b(?:doubt|doubtful|deny|denies|reject|dispute|question) (?:that|if|whether|it|the)\\b",
    "\\b(?:don't|do not|didn't|did not|doesn't|does not|can't|cannot|couldn't|could not|wouldn't|won't|not) (?:really |actually |necessarily |quite )?(?:think|believe|say|mean|agree|suggest|imply|know|conclude|assume|claim|support|prove|confirm|verify|tell|determine|decide|establish|see why|indicate|show|convinced|certain|sure|clear|confident)(?: that| if| why| how)?\\b(?! between)",
    "(?:\\b(?:not|never|nicht)|n't) (?:really |quite |necessarily )?(?:true|the case|correct|right|accurate|a given|said|so|certain|wahr)\\b[^.;]{0,12}\\b(?:that|dass)\\b|\\bstimmt nicht\\b",
    "\\b(?:wrong|mistake|incorrect|premature|unwise|silly|foolish|misleading|rash) to \\w+",
    "\\b(?:unclear|uncertain|unsure|undecided|impossible to (?:say|tell|know)|hard to (?:say|tell)|difficult to (?:say|tell)|too early to say|premature to (?:say|conclude)|wrong to (?:say|think)|mistake to|(?:need|needs|needed|have|has|want|wants|going|try|trying) to (?:check|verify|determine|confirm|see|find out|decide|consider|examine)|let's (?:check|see|consider|look at|examine|verify)|(?:you|they) (?:ask(?:ed)?|want|wanted|mention(?:ed)?) )\\b",
  ].join("|"),
  "i",
);
/** A condition extends to its first comma: "if B is correct, then …". */
const COMMITMENT_CONDITION =
  /\b(?:unless|suppos(?:e|ing)|assum(?:e|ing)|hypothetically|provided that|imagine|if (?!i (?:had|have|must|were|am|can)\b|forced|pressed|pushed|we (?:had|have|must)\b|anything|so\b))\b[^,;:–—\n]*$/i;
/** Words at the beginning of a question. */
const ASKS =
  /^[\s"'(*_>#-]{0,8}(?:(?:so|but|and|or|hmm|well|wait|then|now|maybe|perhaps)[,]?\s+){0,2}(?:is|are|was|were|could|would|might|should|can|may|will|do|does|did|has|have|had|what|which|who|whom|where|when|why|how|or|am)(?:n't)?\b/i;
/** "It is B, right?" states B. */
const COMMITMENT_TAG = /(?:,\s*(?:right|correct|yes|no|ok(?:ay)?|isn't it|is it not|eh|don't you think)|\))\s*$/i;
/** Words that attribute the text after them to another person or to speech in the video. */
const COMMITMENT_OTHERS =
  /\b(?:some(?:one|body)?|others?|many|most|people|viewers?|listeners?|students?|users?|every(?:one|body)|anyone|experts?|critics?|models?|annotators?|humans?|one (?=might|may|could|would)|you (?=might|may|could|would)|(?:my|the|a|his|her) (?:friend|colleague|teammate|reviewer|commenter|uploader|quiz ?master|moderator|referee|judge|brother|sister|mother|father|neighbou?r|co-?worker|crowd|audience|majority)|reviewers|commenters|respondents|participants|annotators|the (?:host|narrator|speaker|man|woman|boy|girl|teacher|professor|reporter|announcer|commentator|presenter|interviewer|contestant|player|singer|guest|caller|author|caption|captions|subtitle|subtitles|title|text|user|voice|voice-?over|student|child|character|person))\b(?: \w+){0,4}? (?:says?|said|saying|thinks?|thought|argues?|argued|claims?|claimed|believes?|believed|picks?|picked|chooses?|chose|answers|answered|guess(?:es|ed)?|votes?|voted|suggests?(?<!(?:captions?|subtitles?|text|title|voice-?over) suggests?)|assumes?|assumed|insists?|insisted|shouts?|shouted|asks?|asked|mentions?|mentioned|tells?|told|announces?|announced|would|might|may|could)\b[^.;!?\n]{0,60}$/i;
/** A claim attributed to somebody else: "a comment claims that the answer is A". */
const REPORTED =
  /\b(?:claims|claimed|says|asserts|asserted|insists|insisted|alleges|wrote|writes|argues|argued|thinks|believes|guesses|shouts|(?<!\bi |\bwe |\bi have |\bas |\bsecond )(?:said|thought|stated|believed|guessed))\b[^.;!?\n]{0,60}$/i;
const ACCORDING =
  /\baccording to (?:the |my |his |her |a |some |most )?(?:host|narrator|comments?|uploader|user|quiz ?master|friend|colleague|description|poster|others?|people|reviewers?|viewers?|key|legend|presenter|moderator)\b[^.;!?\n]{0,60}$/i;
/** "It is tempting to say A." */
const TEMPTED = /\btempt(?:ed|ing)\b[^.;!?\n]{0,40}$/i;
/** First impressions that the model may go on to revise. */
const AT_FIRST =
  /\b(?:at first(?: glance| sight| look)?|at a (?:first )?glance|initially|originally|(?:i|we) (?:had )?first (?:picked|chose|selected|answered|said|thought|guessed|assumed|believed|considered)|on first (?:viewing|watch|look)|my (?:first|initial) (?:thought|guess|instinct|impression|reaction|answer|idea)|first impression)\b[^.!?\n]{0,60}$/i;
/** "B looks right, but …": an appearance that the sentence goes on to contradict. */
const CONTRADICTED =
  /^[)\]*_"']{0,3}\s+(?:looks?|seems?|sounds?|appears?|(?:might|may|could|would) (?:seem|look|appear))\b[^.!?\n]{0,50}[,;–—-]+\s*(?:but|however|yet|though)\b/i;
/** Words that attribute the text after them to the question, the prompt or an exam. */
const QUOTED =
  /\b(?:question|prompt|instructions?|task|problem) (?:asks|asked|mentions|mentioned|says|states|requires|refers to|is about)\b[^.;!?\n]{0,80}$/i;

/**
 * Whether the words around a claim show that the model does not commit to it. The claim is then a question, a
 * condition, a doubt, or another person's view.
 */
export function isUncommitted(text: string, span: Span): boolean {
  const { start, end } = span;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const sentence = before.slice(afterLast(before, SENTENCE_MARKS));
  const clause = sentence.slice(clauseStart(sentence));
  const after = text.slice(start + 1, start + AFTER);
  return (
    (clause !== "" && GOVERNORS.some((governor) => governor.test(clause))) ||
    isGovernedElsewhere(clause, text.slice(end, end + AFTER)) ||
    ACCORDING.test(sentence) ||
    (before.includes(":") && SPOKEN.test(before)) ||
    CONTRADICTED.test(after) ||
    isUnderCondition(text, sentence, span) ||
    (QUOTE_AFTER.test(text.slice(end, end + 32)) && isSaid(before.slice(before.lastIndexOf("\n") + 1))) ||
    isQuestion(text, before, start, end)
  );
}

/** A line of somebody who speaks: "Person 1: I'd pick C." */
const SPOKEN =
  /(?:^|\n)[\s*_>-]{0,6}(?:(?:person|speaker|user|human|annotator|student|reviewer|expert|voter|participant|character|narrator|host|interviewer|caller|customer|man|woman|boy|girl|teacher|child)(?: ?[A-Z0-9]{1,2})?|S\d|P\d)[*_]{0,2}\s?:(?!\s*\n)[^\n]*$/i;

const GOVERNORS = [GOVERNED, COMMITMENT_OTHERS, REPORTED, QUOTED, AT_FIRST, TEMPTED];

/** The position at which the last clause of a sentence begins. */
function clauseStart(sentence: string): number {
  const mark = Math.max(sentence.lastIndexOf(";"), sentence.lastIndexOf("；"));
  let start = mark + 1;
  CLAUSE.lastIndex = start;
  for (let match = CLAUSE.exec(sentence); match !== null; match = CLAUSE.exec(sentence)) start = match.index + 1;
  return start;
}

function isUnderCondition(text: string, sentence: string, { start, end }: Span): boolean {
  if (CONDITION_WORD.test(sentence)) return COMMITMENT_CONDITION.test(sentence) || isConditional(text, start, start);
  return hasConditionAfter(text, start, end);
}

const CONDITION_WORD = /\b(?:if|unless|suppos|assum|provided|imagine|hypothetical|had there|were there)/i;
const QUOTE_AFTER = /^[^"'”\n]{0,30}["'”]/;

/** Whether the line ends inside a quotation that declares an answer. */
function isSaid(line: string): boolean {
  const open = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"), line.lastIndexOf("“"));
  return open > 0 && /\S/.test(line.slice(0, open)) && SAID.test(line.slice(open + 1));
}

const SAID = /^(?:the )?(?:\w+ )?(?:answer|option|choice)\b[^"'“”\n]{0,40}$/i;

function isQuestion(text: string, before: string, start: number, end: number): boolean {
  const after = text.slice(end, end + AFTER);
  const stop = /[?.!\n？。！]/.exec(after);
  if (stop === null || (stop[0] !== "?" && stop[0] !== "？")) return false;
  const sentence = before.slice(Math.max(afterLast(before, SENTENCE_MARKS), before.lastIndexOf(":") + 1));
  const asked = sentence + text.slice(start, end) + after.slice(0, stop.index);
  if (COMMITMENT_TAG.test(asked) || isTagUnspaced(asked)) return false;
  return /\w\W+\w/.test(asked) || ASKS.test(asked) || isQuestionUnspaced(sentence, after.slice(0, stop.index));
}

const SENTENCE_MARKS = ".!?\n。？！";
