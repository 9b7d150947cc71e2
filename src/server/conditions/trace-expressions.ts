import { type SQL, sql } from "drizzle-orm";
import type { QuestionNumber } from "../../domain/question-numbers.ts";
import type { questions } from "../db/tables/benchmark-tables.ts";

type QuestionRow = Pick<typeof questions, "stepCount" | "audioStepCount" | "visionStepCount">;

/**
 * The expression for a number of a question (see `QUESTION_NUMBERS`); NULL for a question without reasoning steps.
 * These numbers reveal answers.
 */
export const numberExpression = (field: QuestionNumber, q: QuestionRow): SQL =>
  field === "audioStepShare" ? sql`(${q.audioStepCount}::float8 / ${q.stepCount})` : sql`${q[field]}`;

/**
 * Whether a question's reasoning steps are about the sound, the picture or both, as a `StepModalities`; NULL if no step
 * states its modality.
 */
export const stepModalities = (q: QuestionRow): SQL => sql`case
  when ${q.audioStepCount} > 0 and ${q.visionStepCount} > 0 then 'BOTH'
  when ${q.audioStepCount} > 0 then 'AUDIO' when ${q.visionStepCount} > 0 then 'VISION' end`;
