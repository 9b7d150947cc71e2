import { type Extraction, type Extractor, type UnparsedRule, unparsed } from "../../../reading/extraction.ts";
import { CONFIRMATION_RULES } from "../../../scoring/score-prediction.ts";
import type { AffectedRun, RunPrediction } from "../key-revision-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";

/**
 * An extractor that returns what an earlier version read in the predictions of one run, so that another answer key does
 * not change how the run was read. It reads only what is not stored: responses that could not be scored before, and
 * confirmations.
 */
export function storedReading(
  run: AffectedRun,
  stored: readonly RunPrediction[],
  sheet: AnswerSheet,
  current: Extractor,
): Extractor {
  const readings = new Map<object | undefined, Extraction>();
  for (const prediction of stored) {
    const extraction = extractionOf(prediction);
    if (extraction !== null) readings.set(sheet.questions[prediction.ordinal]?.scored, extraction);
  }
  return {
    name: run.extractor ?? current.name,
    version: run.extractorVersion ?? current.version,
    extract: (response, question) => readings.get(question) ?? current.extract(response, question),
  };
}

/** What was extracted from a response; null for a question that could not be scored, because it was not read. */
function extractionOf({ outcome, answer, rule, span, ambiguous }: RunPrediction): Extraction | null {
  if (outcome === "UNSCORED") return null;
  // The rule of a prediction without an answer is the reason why none was found.
  if (answer === null) return unparsed(rule as UnparsedRule);
  return { kind: "answer", answer, rule, span: span ?? { start: 0, end: 0 }, ambiguous };
}

const SPOILT: ReadonlySet<string> = new Set(Object.values(CONFIRMATION_RULES));

/** Whether the confirmation makes the answer wrong. No answer key changes this. */
export const isSpoilt = ({ rule }: Pick<RunPrediction, "rule">): boolean => SPOILT.has(rule);
