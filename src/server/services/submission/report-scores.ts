import { badInput, checkText } from "../../../domain/errors.ts";
import type { ExternalMetric } from "../../../domain/external-metric.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { countReported, replaceExternalScores } from "../../data/external-score-queries.ts";
import { type Annotation, annotateRun, inRow, questionsOfRows } from "./annotated-run.ts";
import type { RunServices } from "./run-services.ts";

const SCORES: Annotation = { field: "scores", deed: "report its scores" };
const LONGEST_SOURCE = 200;

/** `ReportScoresInput` of the schema, without the run. */
export interface ReportedScores {
  readonly metric: ExternalMetric;
  /** How the scores were computed. */
  readonly source: string;
  readonly scores: readonly ReportedScore[];
}

interface ReportedScore {
  /** The question's natural key. */
  readonly question: string;
  /** From -1 to 1; null to remove the stored score. */
  readonly value?: number | null | undefined;
}

/**
 * Stores scores of a run's captions that were computed elsewhere. Those of predictions that are not listed stay.
 * @returns how many predictions of the run have such a score then
 * @throws as `annotateRun`, and `BAD_USER_INPUT` that names the row
 */
export const reportScores = (
  { database }: Pick<RunServices, "database">,
  viewer: Viewer,
  id: number,
  { metric, source, scores }: ReportedScores,
): Promise<number> =>
  annotateRun(database, viewer, id, scores, SCORES, async (tx, { run, owner }) => {
    if (source.trim() === "")
      throw badInput("'source' must say how the scores were computed: the program, its version, its models.");
    checkText("source", source, 1, LONGEST_SOURCE);
    const questions = await questionsOfRows(tx, run, SCORES.field, scores);
    const found = questions.map(({ ordinal, answerFormat, answered }, row) => {
      const { question, value } = scores[row] ?? { question: "" };
      const fail = (field: string, expected: string, what: string) =>
        inRow(SCORES.field, { row, field, expected, found: what });
      if (answerFormat !== "CAPTION")
        throw fail(
          "question",
          `a question that asks for a CAPTION, which ${metric} scores`,
          `'${question}', which asks for ${answerFormat}`,
        );
      if (!answered)
        throw fail("question", "a question to which the run has a response", `'${question}', to which it has none`);
      if (value === undefined) throw fail("value", "a number from -1 to 1, or null to remove the score", "nothing");
      if (value !== null && !(value >= -1 && value <= 1)) throw fail("value", "a number from -1 to 1", String(value));
      return { ordinal, value };
    });
    await replaceExternalScores(tx, id, found, { metric, source: source.trim(), reportedBy: owner });
    return countReported(tx, id);
  });
