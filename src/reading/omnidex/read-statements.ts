import { stands } from "./governance/stands.ts";
import { isWithdrawn } from "./governance/withdrawal.ts";
import type { Finding, Reading } from "./reading.ts";
import { readClosingConclusion, readCorrections } from "./rules/conclusion.ts";
import { readDeclaredAnswers, readDeclaredChoices, readQualifiedLabels } from "./rules/declared-answer.ts";
import { readLabelledLines, readLabelPredicates } from "./rules/label-predicate.ts";
import { readLeadingLabel, readTrailingLabel } from "./rules/leading-label.ts";
import { isHedged, namesOtherLabel } from "./rules/refusal.ts";

/** Words that give a label a role other than that of the answer: "second best: B", "the distractor is A". */
const ROLE =
  /\b(?:(?:second|2nd|third|3rd|next)[- ](?:best|closest|choice|guess|pick|place|(?:most )?(?:likely|likeliest|plausible|probable))|runners?[- ]?up|(?:least|less) (?:likely|plausible|probable|fitting|suitable)|worst|(?:incorrect|wrong)(?= answers?\b|[ *_]{0,4}[:=])|distractors?|decoys?|(?:an|another|possible|close|closest|main|only) (?:alternative|competitor|contender)|alternatively|backup|fallback|eliminated|excluded|ruled out|rejected|discarded)\b(?: (?:answer|option|choice|candidate|one))?([^.!?;,:\n]{0,40})(?:\b(?:is|was|would be|being)\b:?|[:=→]|[-–—]{1,2}>?)[ \t*_"'`([]{0,6}(?:(?:the )?(?:option|choice|answer|letter) )?[("'*[]{0,3}$/i;
/** Words that turn to the answer after all: "The decoy is loud but the answer is C". */
const ANSWER = /\b(?:answer|correct|right|but|so|therefore|thus|hence)\b/i;
const REACH = 100;

/** Whether the words directly before a label give it a role other than that of the answer. */
function hasOtherRole({ text, offset }: Reading, { start, rule }: Finding): boolean {
  if (rule === "verdict-list") return false;
  const at = start - offset;
  const role = ROLE.exec(text.slice(Math.max(0, at - REACH), at));
  return role !== null && !ANSWER.test(role[1] ?? "");
}

/**
 * The number of first statements and of last statements that are examined. The last statement decides, and any other
 * may contradict it.
 */
const MOST_FIRST = 6;
const MOST_LAST = 14;

/**
 * The last statement about this question that commits to an option; ambiguous if another statement names another
 * option.
 * @param verdicts the verdicts of lists, which also count as statements
 */
export function readStatements(reading: Reading, verdicts: readonly Finding[] = []): Finding | null {
  const statements = outsideTexts(reading, [...collect(reading), ...verdicts].sort(byPlace).filter(isNew));
  const kept =
    statements.length <= MOST_FIRST + MOST_LAST
      ? statements
      : [...statements.slice(0, MOST_FIRST), ...statements.slice(-MOST_LAST)];
  const last = agreedLast(reading, kept);
  if (last !== null) return last;
  const all = kept.filter((finding) => holds(reading, finding));
  const isFirm = (finding: Finding): boolean => !isHedged(reading, finding);
  const own = all.filter((finding) => !hasOtherRole(reading, finding));
  const standing = own.some((finding) => isFirm(finding) && isDeclared(finding)) ? own : all;
  const firm = standing.filter(isFirm);
  if (firm.length === 0) return decideHedged(reading, standing);
  return decide(reading, firm.some(isDeclared) ? firm.filter(({ mentioned }) => mentioned !== true) : firm, standing);
}

/** The statements that are no part of an option's text: the A of "The answer is C: A and B." */
function outsideTexts(reading: Reading, statements: readonly Finding[]): readonly Finding[] {
  if (!reading.options.lettered) return statements;
  const texts = statements.flatMap((finding) => {
    const end = textEnd(reading, finding);
    return end < 0 ? [] : [{ start: finding.start, end }];
  });
  return statements.filter(({ start, end }) => !texts.some((text) => start > text.start && end <= text.end));
}

/** The end of the option's text after a declared label, or of the declared text itself; -1 if there is none. */
function textEnd({ text, offset, options }: Reading, { target, rule, start, end }: Finding): number {
  if (typeof target !== "number" || !DECLARING.has(rule)) return -1;
  if (end - start > 1) return end;
  const rest = text.slice(end - offset, end - offset + 2 * options.raw(target).length + 20);
  const own = /^[)\]*_"']{0,3}\s?[.:)–-]/.test(rest) ? options.beginningEnd(rest, target) : -1;
  return own < 0 ? -1 : end + own;
}

const DECLARING: ReadonlySet<string> = new Set(["declared-answer", "declared-choice", "label-with-text"]);

/** Whether a statement declares a label, so that later mentions of other labels do not override it. */
const isDeclared = ({ rule, start, end, target, mentioned }: Finding): boolean =>
  mentioned !== true && typeof target === "number" && (end - start === 1 || rule === "label-predicate");

const holds = (reading: Reading, finding: Finding): boolean =>
  stands(reading, finding) && !isWithdrawn(reading, finding);

/** The last firm statement, if no other statement, firm or hedged, names another option; otherwise null. */
function agreedLast(reading: Reading, statements: readonly Finding[]): Finding | null {
  const last = statements.findLast((finding) => holds(reading, finding) && !isHedged(reading, finding)) ?? null;
  if (last === null || typeof last.target !== "number") return null;
  return statements.every(({ target }) => typeof target !== "number" || target === last.target) ? last : null;
}

function collect(reading: Reading): Finding[] {
  const declared = readDeclaredAnswers(reading);
  // Weaker rules skip labels that are already declared as the answer.
  const known = new Set(declared.filter(isOwnLabel).map(({ start }) => start - reading.offset));
  const single = [readLeadingLabel(reading), readTrailingLabel(reading), readClosingConclusion(reading, known)];
  return [
    ...declared,
    ...readQualifiedLabels(reading, known),
    ...readLabelledLines(reading),
    ...readDeclaredChoices(reading),
    ...readLabelPredicates(reading),
    ...readCorrections(reading, known),
    ...single.filter((finding) => finding !== null),
  ];
}

const isOwnLabel = ({ start, end, target }: Finding): boolean => end - start === 1 && typeof target === "number";

/**
 * Orders findings by their start. Of findings with the same start, the longer one comes last, such as a list of labels
 * after its first label.
 */
const byPlace = (one: Finding, other: Finding): number => one.start - other.start || one.end - other.end;

/** Rules overlap: two findings at the same position are one statement. */
const isNew = (finding: Finding, index: number, all: readonly Finding[]): boolean => {
  const before = all[index - 1];
  return before?.start !== finding.start || before.end !== finding.end || before.target !== finding.target;
};

function decide(reading: Reading, firm: readonly Finding[], standing: readonly Finding[]): Finding | null {
  const last = firm.at(-1) ?? null;
  if (last === null) return null;
  if (isAnswerSeries(reading, firm) || isLoop(firm) || isPredicateSeries(reading, firm) || isListed(reading, firm))
    return { ...last, rule: "declared-answer", target: "several-answers" };
  const disputed = standing.some(({ target }) => typeof target === "number" && target !== last.target);
  return disputed && typeof last.target === "number" ? { ...last, ambiguous: true } : last;
}

/**
 * "The answer is (A).\n\nThe answer is (H).": answers on lines of their own, with nothing between them, are the answers
 * of several questions, and it is unknown which one belongs to this question.
 */
function isAnswerSeries(reading: Reading, firm: readonly Finding[]): boolean {
  const declared = firm.filter(
    ({ rule, start, end }) => end - start === 1 && (rule === "declared-answer" || rule === "trailing-label"),
  );
  const last = declared.at(-1);
  const before = declared.findLast(({ start }) => start < (last?.start ?? 0));
  if (before === undefined || last === undefined || last.start !== firm.at(-1)?.start) return false;
  if (before.target === last.target || typeof before.target !== "number" || typeof last.target !== "number")
    return false;
  const at = before.start - reading.offset;
  if (!ANSWER_BEFORE.test(reading.text.slice(Math.max(0, at - 40), at))) return false;
  const between = reading.text.slice(before.end - reading.offset, last.start - reading.offset);
  return /[A-Za-z]/.test(reading.text.charAt(at)) && ANSWER_LINE.test(between);
}

/** "Wait, A. Wait, B. Wait, A. Wait, B.": corrections that come back to an option that was already corrected. */
function isLoop(firm: readonly Finding[]): boolean {
  if (firm.at(-1)?.rule !== "correction") return false;
  const changes = firm.filter(({ target }, index) => index > 0 && target !== firm[index - 1]?.target).length;
  return changes >= MOST_CHANGES;
}

const MOST_CHANGES = 3;
const ALSO = /^\s?(?:too|as well|also)\b/i;

/** "D. Yellow\nA. Red": the last option is one of several that are named with their texts, with nothing between them. */
function isListed(reading: Reading, firm: readonly Finding[]): boolean {
  const last = firm.at(-1);
  if (last === undefined || !EDGES.has(last.rule)) return false;
  const before = firm.findLast(({ start, rule }) => start < last.start && rule === "label-with-text");
  if (before === undefined || before.target === last.target || typeof before.target !== "number") return false;
  const between = reading.text.slice(before.end - reading.offset, last.start - reading.offset);
  const own = reading.options.beginningEnd(between, before.target);
  return own >= 0 && /^[.,;*_"'`)\s]*(?:[-*•>]\s*)?[([*_]{0,3}$/.test(between.slice(own)) && !between.includes("\n\n");
}

const EDGES: ReadonlySet<string> = new Set(["label-with-text", "trailing-label", "leading-label"]);

/** "A is correct. C is correct.": the same verdict on two options, with nothing between the sentences. */
function isPredicateSeries(reading: Reading, firm: readonly Finding[]): boolean {
  const [before, last] = firm.slice(-2);
  if (before === undefined || last === undefined || before.target === last.target) return false;
  if (before.rule !== "label-predicate" || last.rule !== "label-predicate") return false;
  const said = ({ start, end }: Finding): string =>
    reading.text.slice(start + 1 - reading.offset, end - reading.offset);
  const between = reading.text.slice(before.end - reading.offset, last.start - reading.offset);
  // "A is true, since … B is true too."
  if (said(before) === said(last) && ALSO.test(reading.text.slice(last.end - reading.offset))) return true;
  return said(before) === said(last) && /^[.,;!]?\s+(?:and )?(?:option |choice )?[("'*]{0,3}$/i.test(between);
}

const ANSWER_BEFORE = /\banswer(?: is)?[:.… ]{0,6}[\s([{"'*_]{0,4}$/i;
/** The text between two answers: the end of a line, and the words that declare the next answer. */
const ANSWER_LINE =
  /^[)\]}.*_"'\s]{0,6}(?:\n|[.;]["'*]? )\s*(?:[-*•]\s|\d{1,2}[.)]\s)?[*_"']{0,3}(?:the )?(?:(?:final|correct|right|best) )?answer(?: is)?[:.… ]{0,6}[\s(["'*_]{0,4}$/i;

/**
 * Decides by hedged statements, which count only if there is no firm statement and if they agree: "It might be A, or it
 * might be D" is undecided.
 */
function decideHedged(reading: Reading, hedged: readonly Finding[]): Finding | null {
  const last = hedged.at(-1);
  if (last === undefined) return null;
  if (typeof last.target !== "number") return last;
  const agree = hedged.every(({ target }) => target === last.target);
  if (agree && !namesOtherLabel(reading, last)) return { ...last, ambiguous: true };
  return { ...last, target: "several-answers" };
}
