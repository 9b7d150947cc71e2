import { type ModalityTest, testModality } from "../../scoring/items/answered-without.ts";
import type { HealthFinding } from "../../scoring/items/health-finding.ts";
import { type AmbiguousKey, healthFindings } from "../../scoring/items/health-findings.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import type { KeySuspect } from "../../scoring/items/key-suspect.ts";
import { type GivenRun, modalityPairs, TESTED_MODALITIES } from "../../scoring/items/modality-pairs.ts";
import type { AnswerMatrix } from "../../scoring/items/outcome-matrix.ts";
import type { QuestionStatistics } from "../../scoring/items/question-statistics.ts";
import type { Duplicates } from "./find-duplicates.ts";

/** The inputs of the findings. */
export interface HealthInput {
  readonly matrix: Pick<AnswerMatrix, "questions" | "options">;
  /** All runs, including those with fewer inputs. The runs of each model are sorted from oldest to newest. */
  readonly given: readonly GivenRun[];
  /** The figures from each model's runs with its fullest inputs; null if there are too few runs. */
  readonly statistics: QuestionStatistics | null;
  /** The 2PL model, fitted to the same runs; null if there are too few runs. */
  readonly fit: ItemFit | null;
  /** The suspected answer keys that await a review. */
  readonly suspects: readonly KeySuspect[];
  readonly ambiguous: readonly AmbiguousKey[];
  readonly duplicates: Duplicates;
}

/** The findings about the questions of a release. */
export interface Health {
  readonly findings: readonly HealthFinding[];
  readonly modalities: readonly ModalityTest[];
}

/** Lists the problems of the questions. Runs in a thread, because it tests every question. */
export function findHealth({ matrix, given, statistics, duplicates: found, ...keys }: HealthInput): Health {
  const modalities = TESTED_MODALITIES.map((modality) =>
    testModality(matrix, modality, modalityPairs(given, modality)),
  );
  const { duplicates, repeated } = found;
  const findings = healthFindings({
    ...keys,
    statistics: statistics ?? unasked(matrix.questions),
    duplicates,
    repeated,
    modalities,
  });
  return { findings, modalities };
}

/** The statistics of questions that no run was asked. */
function unasked(questions: number): QuestionStatistics {
  const unknown = new Float64Array(questions).fill(Number.NaN);
  return {
    evidence: { runs: 0, families: 0 },
    familyCorrelation: 0,
    bandOf: new Uint8Array(),
    asked: new Uint32Array(questions),
    families: new Uint32Array(questions),
    share: unknown,
    lower: unknown,
    upper: unknown,
    shareByBand: unknown,
    itemRest: unknown,
    unparsed: unknown,
    agreement: unknown,
  };
}
