import { stands } from "./denial.ts";
import type { Finding, Reading } from "./reading.ts";
import { readCorrections } from "./rules/correction.ts";
import { readDeclaredAnswers } from "./rules/declared-answer.ts";
import { readDeclaredChoices } from "./rules/declared-choice.ts";
import { readLabelPredicates } from "./rules/label-predicate.ts";
import { readLeadingLabel } from "./rules/leading-label.ts";
import { readTrailingLabel } from "./rules/trailing-label.ts";
import { readVerdicts } from "./rules/verdict-list.ts";

/** The last definite statement; ambiguous where an earlier one names another option. */
export function readStatements(reading: Reading): Finding | null {
  const single = [readLeadingLabel(reading), readTrailingLabel(reading)].filter((finding) => finding !== null);
  const statements = [
    ...single,
    ...readDeclaredAnswers(reading),
    ...readDeclaredChoices(reading),
    ...readLabelPredicates(reading),
    ...readCorrections(reading),
    ...readVerdicts(reading),
  ].filter((finding) => stands(reading, finding));
  const last = statements.reduce<Finding | null>(
    (best, next) => (best === null || isLater(next, best) ? next : best),
    null,
  );
  if (last === null) return null;
  const disputed = statements.some(({ target }) => typeof target === "number" && target !== last.target);
  return disputed && typeof last.target === "number" ? { ...last, ambiguous: true } : last;
}

/** Later in the text; of two at one place, the one that reads more: a list of labels rather than its first. */
const isLater = (one: Finding, other: Finding): boolean =>
  one.start === other.start ? one.end > other.end : one.start > other.start;
