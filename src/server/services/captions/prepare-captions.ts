import type { Extractor } from "../../../scoring/extraction.ts";
import type { ScoredQuestion } from "../../../scoring/score-prediction.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import type { CaptionPair } from "./fense-scores.ts";

/** What was sent for one question. */
export interface SentResponse {
  /** Undefined where the release has no such question. */
  readonly question: ScoredQuestion | undefined;
  readonly response: string | null | undefined;
}

/** Works out what the captions among the responses score, before they are judged. Without FENSE there is nothing to do. */
export async function prepareCaptions(
  { captions }: AnswerSheet,
  extractor: Extractor,
  sent: readonly SentResponse[],
): Promise<void> {
  if (captions === null) return;
  await captions.prepare(sent.flatMap((one) => captionPair(one, extractor) ?? []));
}

/** The same for predictions as they are stored. */
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
  // As the row is stored and judged.
  const extraction = extractor.extract(response.toWellFormed(), question);
  return extraction.kind === "answer" ? { caption: extraction.answer, references: question.key.captions } : null;
}
