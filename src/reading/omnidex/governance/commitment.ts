import type { Span } from "../../extraction.ts";
import { afterLast } from "../all-matches.ts";
import { hasConditionAfter, isConditional } from "./hypothetical.ts";
import { isGovernedElsewhere, isQuestionUnspaced, isTagUnspaced } from "./unspaced.ts";

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
const CONDITION =
  /\b(?:unless|suppos(?:e|ing)|assum(?:e|ing)|hypothetically|provided that|imagine|if (?!i (?:had|have|must|were|am|can)\b|forced|pressed|pushed|we (?:had|have|must)\b|anything|so\b))\b[^,;:–—\n]*$/i;
/** Words at the beginning of a question. */
const ASKS =
  /^[\s"'(*_>#-]{0,8}(?:(?:so|but|and|or|hmm|well|wait|then|now|maybe|perhaps)[,]?\s+){0,2}(?:is|are|was|were|could|would|might|should|can|may|will|do|does|did|has|have|had|what|which|who|whom|where|when|why|how|or|am)(?:n't)?\b/i;
/** "It is B, right?" states B. */
const TAG = /(?:,\s*(?:right|correct|yes|no|ok(?:ay)?|isn't it|is it not|eh|don't you think)|\))\s*$/i;
/** Words that attribute the text after them to another person or to speech in the video. */
const OTHERS =
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

const GOVERNORS = [GOVERNED, OTHERS, REPORTED, QUOTED, AT_FIRST, TEMPTED];

/** The position at which the last clause of a sentence begins. */
function clauseStart(sentence: string): number {
  const mark = Math.max(sentence.lastIndexOf(";"), sentence.lastIndexOf("；"));
  let start = mark + 1;
  CLAUSE.lastIndex = start;
  for (let match = CLAUSE.exec(sentence); match !== null; match = CLAUSE.exec(sentence)) start = match.index + 1;
  return start;
}

function isUnderCondition(text: string, sentence: string, { start, end }: Span): boolean {
  if (CONDITION_WORD.test(sentence)) return CONDITION.test(sentence) || isConditional(text, start, start);
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
  if (TAG.test(asked) || isTagUnspaced(asked)) return false;
  return /\w\W+\w/.test(asked) || ASKS.test(asked) || isQuestionUnspaced(sentence, after.slice(0, stop.index));
}

const SENTENCE_MARKS = ".!?\n。？！";
