import type { Extractor } from "../../../scoring/extraction.ts";
import type { ScoredQuestion } from "../../../scoring/score-prediction.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import type { CaptionPair } from "./fense-scores.ts";

/** A submitted response to a question. */
export interface SentResponse {
  /** Undefined if the release does not have the question. */
  readonly question: ScoredQuestion | undefined;
  readonly response: string | null | undefined;
}

/**
 * Computes the scores of captions in advance, because responses are scored synchronously. Does nothing without FENSE.
 */
export async function prepareCaptions(
  { captions }: AnswerSheet,
  extractor: Extractor,
  sent: readonly SentResponse[],
): Promise<void> {
  if (captions === null) return;
  await captions.prepare(sent.flatMap((one) => captionPair(one, extractor) ?? []));
}

/** Does the same as `prepareCaptions` for stored predictions. */
export const prepareStoredCaptions = (
  sheet: AnswerSheet,
  extractor: Extractor,
  stored: readonly { readonly ordinal: number; readonly response: string | null }[],
): Promise<void> =>
  prepareCaptions(
    sheet,
    extractor,
    stored.map(({ ordinal, response }) => ({ question: sheet.questions[ordinal]?.scored, response })),
  );

function captionPair({ question, response }: SentResponse, extractor: Extractor): CaptionPair | null {
  if (question?.key.kind !== "captions" || response == null) return null;
  // `toWellFormed` gives the text that is stored and scored.
  const extraction = extractor.extract(response.toWellFormed(), question);
  return extraction.kind === "answer" ? { caption: extraction.answer, references: question.key.captions } : null;
}
