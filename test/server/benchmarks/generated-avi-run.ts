import type { AnswerKey, Box } from "../../../src/domain/import-batch.ts";
import type { AnswerFormat } from "../../../src/domain/vocabulary.ts";
import { scorerForFormat } from "../../../src/scoring/scorers/scorer-registry.ts";
import { Random } from "../../fixtures/random.ts";
import { exactAnswer, gradedAnswer, isGraded } from "./generated-avi-answers.ts";
import type { PlainRecord } from "./plain-avi-bench.ts";

export interface GeneratedAviPrediction {
  readonly record: PlainRecord;
  readonly row: {
    readonly question: string;
    readonly response?: string;
    readonly error?: string;
    readonly confirmation?: string;
  };
  readonly outcome: string;
  readonly score: number | null;
  /** The issue that the row must have, if any. */
  readonly issue: string | null;
}

/** Predictions for most records. About one record in twenty has none, and about one in twenty a failed one. */
export function generateAviRun(records: readonly PlainRecord[], seed: number): readonly GeneratedAviPrediction[] {
  const random = new Random(seed);
  return records.flatMap((record): GeneratedAviPrediction[] => {
    const fate = random.next();
    if (fate < 0.05) return [];
    const unscored = isUnscored(record);
    if (fate < 0.1) {
      const failed = unscored ? UNSCORED : { outcome: "ERRORED", score: 0, issue: null };
      return [{ record, row: { question: record.key, error: "HTTP 503" }, ...failed }];
    }
    return [isGraded(record) ? gradedPrediction(random, record) : exactPrediction(random, record)];
  });
}

const UNSCORED = { outcome: "UNSCORED", score: null, issue: "UNSCORED_FORMAT" } as const;

/** Whether the server cannot score a record: captions without FENSE, or boxes without the size of the picture. */
export const isUnscored = ({ task, answer }: PlainRecord): boolean =>
  task === "AVC" || (/^(AVL|AVLG)$/.test(task) && !("original_wh" in (answer as object)));

function exactPrediction(random: Random, record: PlainRecord): GeneratedAviPrediction {
  const { response, outcome } = exactAnswer(random, record);
  const checked = record.check === null ? null : confirmation(random, record.check.answer);
  const row = { question: record.key, response, ...(checked !== null && { confirmation: checked.text }) };
  const confirmed = record.check === null || checked?.right === true;
  const spoilt = outcome === "CORRECT" && !confirmed ? "WRONG" : outcome;
  const isMissing = record.check !== null && outcome !== "UNPARSED" && (checked?.text ?? "") === "";
  const issue = isMissing ? "MISSING_CONFIRMATION" : unparsedIssue(response, outcome);
  return { record, row, outcome: spoilt, score: spoilt === "CORRECT" ? 1 : 0, issue };
}

const unparsedIssue = (response: string, outcome: string): string | null =>
  outcome !== "UNPARSED" ? null : /[^\s.]/.test(response) ? "UNPARSED_RESPONSE" : "EMPTY_RESPONSE";

/** An answer to the confirming question, and whether it is right; null if the question is not answered. */
function confirmation(random: Random, truth: string): { readonly text: string; readonly right: boolean } | null {
  if (random.next() < 0.2) return null;
  const right = random.next() < 0.7;
  const wrong = ["yes", "no", "not sure", ""].filter((word) => word !== truth);
  const text = right ? `${truth.charAt(0).toUpperCase()}${truth.slice(1)}.` : random.pick(wrong);
  return { text, right };
}

/** A prediction whose expected outcome is from the scorer itself, which gets the whole response. */
function gradedPrediction(random: Random, record: PlainRecord): GeneratedAviPrediction {
  const response = gradedAnswer(random, record);
  const row = { question: record.key, response };
  if (isUnscored(record)) return { record, row, ...UNSCORED };
  if (!/[^\s.]/.test(response)) return { record, row, outcome: "UNPARSED", score: 0, issue: "EMPTY_RESPONSE" };
  const { format, key } = keyOf(record);
  const answer = response.trim();
  const extraction = { kind: "answer", answer, rule: "", span: { start: 0, end: 0 }, ambiguous: false } as const;
  const verdict = scorerForFormat(format)?.score(extraction, key, { options: [], task: record.task.toLowerCase() });
  if (verdict === undefined) throw new Error(`${format} has no scorer`);
  const malformed = verdict.outcome === "UNPARSED" && verdict.rule === "malformed";
  return { record, row, outcome: verdict.outcome, score: verdict.score, issue: malformed ? "MALFORMED_ANSWER" : null };
}

function keyOf({ task, answer }: PlainRecord): { readonly format: AnswerFormat; readonly key: AnswerKey } {
  if (/MIC/.test(task)) {
    return { format: "INSTANCE_COUNTS", key: { kind: "counts", counts: answer as Record<string, number> } };
  }
  if (/^(VAR|AVR)$/.test(task)) return { format: "RETRIEVAL", key: { kind: "indices", indices: answer as number[] } };
  const { bbox, original_wh } = answer as { bbox: Record<string, Box | null>; original_wh: [number, number] };
  return { format: task === "AVL" ? "BOXES" : "FRAME_BOXES", key: { kind: "boxes", boxes: bbox, size: original_wh } };
}
