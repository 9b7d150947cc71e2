import { type SQL, sql } from "drizzle-orm";
import { answersSeenIn, noteWhereSeen } from "../../data/answer-visibility.ts";
import { runs, scores } from "../../db/tables/run-tables.ts";
import type { PlannedFields } from "../plan-scope.ts";
import { computed, many, one, value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { column, instant } from "./shared-fields.ts";

type ScoringRow = TableOf<"Scoring">;
type RunRow = TableOf<"Run">;

const releaseOf = (s: ScoringRow): SQL => sql`(select ${runs.releaseId} from ${runs} where ${runs.id} = ${s.runId})`;

/** The inputs of a scoring's own score and changes. */
const history = computed<ScoringRow>((s, { viewer }) => ({
  run: sql`${s.runId}`,
  release: releaseOf(s),
  openEnded: sql`(select ${runs.openEnded} from ${runs} where ${runs.id} = ${s.runId})`,
  revision: sql`${s.revision}`,
  answersVisible: answersSeenIn(releaseOf(s), viewer),
}));

export const scoringFields: PlannedFields<ScoringRow> = {
  revision: column("revision"),
  extractor: column("extractor"),
  extractorVersion: column("extractorVersion"),
  keyRevision: column("keyRevision"),
  judge: column("judge"),
  scoredAt: value((s) => instant(s.scoredAt)),
  reason: value((s, { viewer }) => noteWhereSeen(answersSeenIn(releaseOf(s), viewer), s.reason)),
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
  (r, s) => sql`${s.runId} = ${r.id}`,
  (s) => sql`${s.revision}`,
);
