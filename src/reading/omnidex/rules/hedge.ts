import { afterLast } from "../all-matches.ts";
import { stands } from "../governance/stands.ts";
import { isolatedLetters } from "../isolated-letters.ts";
import type { Finding, Reading } from "../reading.ts";

const BEFORE =
  /\b(?:might|may|could|can|possibly|perhaps|maybe|conceivably)(?: \w+){0,3}[\s*_"'(:]{0,6}(?:option |choice )?[(*"']{0,3}$|(?<!最有?)可能[是为]?\s?$/i;
const AFTER =
  /^[)\]*_"']{0,3}(?: (?:might|may|could|can)(?: also| well)?(?: be)?\b(?! not)| (?:is|seems|looks|sounds|appears)(?: to be| also)?(?: also| quite| just as| equally| as)? (?:possible|plausible|likely|conceivable|a possibility|a candidate|an option)\b|\s?\?)/i;
const SENTENCE_END = /[.!?\n]/;
/** The number of code units around a claim that are searched for hedges (`REACH`) and for another option (`BESIDE`). */
const REACH = 60;
const BESIDE = 120;

/** Whether a finding is only a possibility: "it might be C", "C is possible". */
export function isHedged({ text, offset }: Reading, { start, end, rule }: Finding): boolean {
  if (rule === "verdict-list") return false;
  const [from, to] = [start - offset, end - offset];
  const before = text.slice(Math.max(0, from - REACH), from);
  const after = text.slice(from + 1, from + 1 + REACH);
  return BEFORE.test(lastClause(before)) || AFTER.test(text.slice(to, to + REACH)) || AFTER.test(after);
}

/** Whether another option's label is beside a hedged label: "A could be right, but so could B". */
export function namesOtherLabel(reading: Reading, { start, end, target }: Finding): boolean {
  const from = Math.max(0, start - reading.offset - BESIDE);
  const beside = reading.text.slice(from, end - reading.offset + BESIDE);
  const [claim, clause] = [start - reading.offset - from, SENTENCE_END];
  return isolatedLetters(beside).some(
    ({ position, start: at, end: to }) =>
      position !== target &&
      (!clause.test(beside.slice(Math.min(at, claim), Math.max(at, claim))) ||
        isHedged(
          { ...reading, text: beside, offset: 0 },
          { rule: "hedge", start: at, end: to, target, ambiguous: false },
        )) &&
      position < reading.options.count &&
      beside.charAt(at) < "a" &&
      stands(reading, {
        rule: "hedge",
        start: reading.offset + from + at,
        end: reading.offset + from + to,
        target: position,
        ambiguous: false,
      }),
  );
}

const lastClause = (text: string): string => text.slice(afterLast(text, ".;!?\n"));
