import { rougeL } from "../metrics/rouge-l.ts";
import { graded, malformed, type Scorer, UNSCORED } from "./scorer.ts";

/**
 * CAPTION: ROUGE-L against the references. AVI-Bench's own metric, FENSE, needs two neural networks; figures by this one
 * must not be compared with it.
 * @see AVI-Bench, appendix D, table 7, whose captions are scored by ROUGE-L among others; appendix G.1.5 for FENSE
 */
export const captionScorer: Scorer = {
  name: "caption-rouge-l",
  version: "1",
  score(extraction, key) {
    if (key.kind !== "captions" || key.captions.length === 0) return UNSCORED;
    if (extraction.kind === "unparsed") return malformed(extraction.rule);
    return graded(rougeL(extraction.answer, key.captions));
  },
};
