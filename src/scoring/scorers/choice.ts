import { optionPosition } from "../../domain/option-label.ts";
import { graded, malformed, type Scorer, UNSCORED } from "./scorer.ts";

/** MULTIPLE_CHOICE: right where the label's position is the key's. The file's answer text plays no part. */
export const choiceScorer: Scorer = {
  name: "choice",
  version: "1",
  score(extraction, key) {
    if (key.kind !== "option") return UNSCORED;
    if (extraction.kind === "unparsed") return malformed(extraction.rule);
    return graded(optionPosition(extraction.answer) === key.position ? 1 : 0);
  },
};
