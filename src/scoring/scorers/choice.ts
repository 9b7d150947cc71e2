import { optionPosition } from "../../domain/option-label.ts";
import { graded, requiresKind, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * MULTIPLE_CHOICE: correct if the answer's label has the position of the key's option. The answer text in the
 * benchmark's file is not used.
 */
export const choiceScorer: Scorer = {
  name: "choice",
  version: "1",
  unscored: requiresKind("option"),
  score(extraction, key) {
    if (key.kind !== "option") return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    return graded(optionPosition(extraction.answer) === key.position ? 1 : 0);
  },
};
