import { badInput } from "../../domain/errors.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Outcome } from "../../domain/vocabulary.ts";
import type { Extractor } from "../../reading/extraction.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS, extractorNamed } from "../../reading/extractor-registry.ts";
import { JUDGED_RULE } from "../../scoring/judging/judged-score.ts";
import type { ScoreSummary } from "../../scoring/metrics/score-summary.ts";
import { scoreOfSlice } from "../../scoring/metrics/slice-score.ts";
import type { PredictionScore } from "../../scoring/score-prediction.ts";
import type { RunAggregates, RunReference } from "../boards/run-aggregates.ts";
import type { Queryable } from "../db/database.ts";
import { prepareStoredCaptions } from "./captions/fense-scores.ts";
import { fetchPredictions, type StoredPrediction } from "./prediction-queries.ts";
import { RowReader, readAll } from "./reading/row-reader.ts";
import { fetchRun } from "./run-writes.ts";
import type { RunServices } from "./submission/run-services.ts";
import { scoreVectors } from "./submission/score-run.ts";

/** The answer that one extractor read in one response. */
export interface Reading {
  readonly answer: string | null;
  readonly rule: string;
  readonly outcome: Outcome;
}

/** A prediction that two extractors read differently. */
export interface Disagreement {
  readonly ordinal: number;
  readonly response: string | null;
  readonly original: Reading;
  readonly other: Reading;
}

/** A run's responses, read again with another extractor. */
export interface RunAudit {
  readonly extractor: Extractor;
  readonly release: number;
  readonly original: ScoreSummary | null;
  readonly score: ScoreSummary | null;
  /** How many predictions both extractors read in the same way. */
  readonly agreements: number;
  /** In the order of the release. */
  readonly disagreements: readonly Disagreement[];
}

/** All extractors, Omnidex's own first. */
export const listExtractors = (): readonly Extractor[] => EXTRACTORS;

/**
 * Reads a run's raw responses again with another extractor; `null` if the run is not scored.
 * @throws `FORBIDDEN` if answers are hidden from the viewer; `BAD_USER_INPUT` for an unknown extractor, or one that
 *   reads options for a run that was asked without them
 */
export async function auditRun(
  services: RunServices,
  aggregates: RunAggregates,
  reference: RunReference,
  extractorName: string,
  slice: Slice,
): Promise<RunAudit | null> {
  const extractor = extractorNamed(extractorName);
  if (reference.openEnded && extractor !== DEFAULT_EXTRACTOR)
    throw badInput(
      `'${extractor.name}' reads labels of options, but this run's model was not shown the options (openEnded).`,
    );
  const original = await aggregates.vectors(reference);
  if (original === null) return null;
  const run = await fetchRun(services.database, reference.run);
  if (run === undefined) return null;
  const sheet = await services.sheets.load(services.database, run);
  const pairs = await readAgain(services.database, reference.run, new RowReader(services, sheet, extractor));
  const questions = await aggregates.slice(reference.release, slice);
  const inSlice = new Set(questions.ordinals);
  const sliced = pairs.filter(({ stored }) => inSlice.has(stored.ordinal));
  const vectors = scoreVectors(
    pairs.map(({ stored, reread }) => ({ ...reread, ordinal: stored.ordinal })),
    sheet,
  );
  const disagreements = sliced.filter(readDifferently).map(disagreement);
  return {
    extractor,
    release: reference.release,
    original: scoreOfSlice(original, questions, reference),
    score: scoreOfSlice(vectors, questions, reference),
    agreements: sliced.length - disagreements.length,
    disagreements,
  };
}

type Pair = { readonly stored: StoredPrediction; readonly reread: PredictionScore };

async function readAgain(database: Queryable, run: number, reader: RowReader): Promise<Pair[]> {
  const { sheet, extractor } = reader;
  const predictions = (await fetchPredictions(database, run)).filter(({ ordinal }) => ordinal in sheet.questions);
  await prepareStoredCaptions(sheet, extractor, predictions);
  const scores = await readAll(predictions, reader);
  return predictions.flatMap((stored, index) => {
    const reread = scores[index];
    return reread === undefined ? [] : [{ stored, reread }];
  });
}

/** Whether two readings differ. With a judge's verdict on open text, even equal answers may have different outcomes. */
const readDifferently = ({ stored, reread }: Pair): boolean =>
  stored.answer !== reread.answer || (stored.rule === JUDGED_RULE && stored.outcome !== reread.outcome);

const reading = ({ answer, rule, outcome }: Reading): Reading => ({ answer, rule, outcome });

const disagreement = ({ stored, reread }: Pair): Disagreement => ({
  ordinal: stored.ordinal,
  response: stored.response,
  original: reading(stored),
  other: reading(reread),
});
