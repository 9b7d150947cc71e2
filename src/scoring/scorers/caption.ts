import { graded, type Scorer, UNSCORED, unread } from "./scorer.ts";

/**
 * CAPTION: FENSE, the similarity of sentence embeddings with a penalty for faulty language; see `../metrics/fense.ts`.
 * Without caption models in the context, captions are not scored: ROUGE-L and CIDEr measure something else and are
 * separate metrics.
 * @see AVI-Bench, appendix G.1.5; eval/level_metrics/level_score.py, `eval_caption_with_references`
 */
export const captionScorer: Scorer = {
  name: "caption-fense",
  version: "1",
  unscored(key, { captions }) {
    if (key.kind !== "captions" || key.captions.length === 0) return "unscored-key";
    return captions == null ? "fense-not-configured" : null;
  },
  score(extraction, key, { captions }) {
    if (captions == null || key.kind !== "captions" || key.captions.length === 0) return UNSCORED;
    if (extraction.kind === "unparsed") return unread(extraction.rule);
    return graded(captions.score(extraction.answer, key.captions));
  },
};
