import { type SQL, sql } from "drizzle-orm";
import { answersSeenIn, noteWhereSeen } from "../../../conditions/answer-visibility.ts";
import { runs, scores } from "../../../db/tables/run-tables.ts";
import { isShownScoring, shownJudge, shownRevision, shownScoredAt } from "../../../runs/shown-scoring.ts";
import type { PlannedFields, PlanScope } from "../plan-scope.ts";
import { computed, many, one, value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { column, instant } from "./shared-fields.ts";

type ScoringRow = TableOf<"Scoring">;
type RunRow = TableOf<"Run">;

const releaseOf = (s: ScoringRow): SQL => sql`(select ${runs.releaseId} from ${runs} where ${runs.id} = ${s.runId})`;

/** Whether the viewer may see the answers of a scoring's release. */
const seenIn = (s: ScoringRow, { viewer }: PlanScope): SQL => answersSeenIn(releaseOf(s), viewer);

/** The inputs of the score and the changes of a scoring. */
const history = computed<ScoringRow>((s, scope) => ({
  run: sql`${s.runId}`,
  release: releaseOf(s),
  openEnded: sql`(select ${runs.openEnded} from ${runs} where ${runs.id} = ${s.runId})`,
  revision: sql`${s.revision}`,
  answersVisible: seenIn(s, scope),
}));

export const scoringFields: PlannedFields<ScoringRow> = {
  revision: value((s, scope) => shownRevision(s, seenIn(s, scope))),
  extractor: column("extractor"),
  extractorVersion: column("extractorVersion"),
  keyRevision: column("keyRevision"),
  judge: value((s, scope) => shownJudge(s, seenIn(s, scope))),
  scoredAt: value((s, scope) => instant(shownScoredAt(s, seenIn(s, scope)))),
  reason: value((s, scope) => noteWhereSeen(seenIn(s, scope), s.reason)),
  score: history,
  changeCount: history,
  changes: history,
};

export const latestScoring = one<RunRow, "Scoring">(
  "Scoring",
  (r, s) => sql`${s.runId} = ${r.id} and ${s.revision} = (
    select max(${scores.revision}) from ${scores} where ${scores.runId} = ${r.id})`,
);

export const allScorings = many<RunRow, "Scoring">(
  "Scoring",
  (r, s, { viewer }) => sql`${s.runId} = ${r.id} and ${isShownScoring(s, answersSeenIn(r.releaseId, viewer))}`,
  (s) => sql`${s.revision}`,
);
