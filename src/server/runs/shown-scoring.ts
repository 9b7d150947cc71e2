import { type SQL, sql } from "drizzle-orm";
import { whereSeen } from "../conditions/answer-visibility.ts";
import { keyRevisions } from "../db/tables/benchmark-tables.ts";
import { type predictions, runs, scores } from "../db/tables/run-tables.ts";

type ScoringRow = Pick<typeof scores, "runId" | "revision" | "keyRevision" | "judge" | "scoredAt">;

/*
 * After a correction every run of the release gets a scoring. If a judge must read a run's answer to the corrected
 * question, the run gets another scoring when the judge has replied. The number of scorings, their times and their
 * judges would reveal which question was corrected. Where answers are hidden, a run is therefore shown with one scoring
 * for each revision of the key, with the time of the revision and the judge of the run's first scoring.
 */

/** Another scoring of the same run. */
const others = sql.raw("o");
const ofSameRun = (s: ScoringRow): SQL => sql`from ${scores} ${others} where ${others}.run_id = ${s.runId}`;

/**
 * Whether the viewer is shown a scoring.
 * @param seen whether the viewer may see the answers of the scoring's release
 */
export const isShownScoring = (s: ScoringRow, seen: SQL): SQL => sql`(${seen} or ${s.revision} = (
  select max(${others}.revision) ${ofSameRun(s)} and ${others}.key_revision = ${s.keyRevision}))`;

/** The number of a scoring among those that the viewer is shown, from 1. */
export const shownRevision = (s: ScoringRow, seen: SQL): SQL => sql`case when ${seen} then ${s.revision} else (
  select count(distinct ${others}.key_revision) ${ofSameRun(s)} and ${others}.key_revision <= ${s.keyRevision})::int end`;

/**
 * The time of a scoring. If answers are hidden from the viewer, a scoring after a correction has the time of the
 * correction.
 */
export const shownScoredAt = (s: ScoringRow, seen: SQL): SQL => sql`case when ${seen} then ${s.scoredAt} else (
  select coalesce(
    ${whereSeen(
      sql`min(${others}.key_revision) < ${s.keyRevision}`,
      sql`(
        select ${keyRevisions.createdAt} from ${keyRevisions} join ${runs} on ${runs.releaseId} = ${keyRevisions.releaseId}
        where ${runs.id} = ${s.runId} and ${keyRevisions.revision} = ${s.keyRevision})`,
    )}, min(${others}.scored_at)) ${ofSameRun(s)}) end`;

/** The judge of a scoring. If answers are hidden from the viewer, the judge of the run's first scoring. */
export const shownJudge = (s: ScoringRow, seen: SQL): SQL => sql`case when ${seen} then ${s.judge} else (
  select ${others}.judge ${ofSameRun(s)} order by ${others}.revision limit 1) end`;

type PredictionRow = Pick<typeof predictions, "rule" | "confirmation" | "outcome">;

/**
 * The column `rule` of a prediction, as far as the viewer may know it. The rule `wrong-confirmation` reveals that the
 * answer is correct and its confirmation is not. If answers are hidden, every answer with a readable confirmation has
 * the rule `with-confirmation`.
 * @param visible the condition that the viewer may see data that reveal the answers
 */
export const shownRule = (p: PredictionRow, visible: SQL): SQL => sql`
  case when ${p.confirmation} is null or ${p.outcome} not in ('CORRECT', 'PARTIAL', 'WRONG')
      or ${p.rule} in ('missing-confirmation', 'unparsed-confirmation', 'failed-confirmation') or ${visible} then ${p.rule} else 'with-confirmation' end`;
