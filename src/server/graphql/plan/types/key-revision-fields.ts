import { type SQL, sql } from "drizzle-orm";
import { answersSeenIn, noteWhereSeen } from "../../../conditions/answer-visibility.ts";
import { answers, questions, releases } from "../../../db/tables/benchmark-tables.ts";
import { runs, scores } from "../../../db/tables/run-tables.ts";
import { isShownScoring, shownJudge, shownRevision, shownScoredAt } from "../../../runs/shown-scoring.ts";
import { answerText } from "../json-pieces.ts";
import type { PlannedFields, PlanScope } from "../plan-scope.ts";
import { computed, many, one, value } from "../planned-field.ts";
import { aliasedTable, type TableOf, tableSource } from "../type-tables.ts";
import { column, instant } from "./shared-fields.ts";

type RevisionRow = TableOf<"KeyRevision">;
type CorrectionRow = TableOf<"KeyCorrection">;

const ordinalOf = (a: CorrectionRow): SQL =>
  sql`(select ${questions.ordinal} from ${questions} where ${questions.id} = ${a.questionId})`;

const corrections = many<RevisionRow, "KeyCorrection">(
  "KeyCorrection",
  // The first revision has no corrections: it contains the original key of every question.
  (
    k,
    a,
    scope,
  ) => sql`${a.revision} = ${k.revision} and ${k.revision} > 1 and ${answersSeenIn(k.releaseId, scope.viewer)}
      and ${a.questionId} in (select ${questions.id} from ${questions} where ${questions.releaseId} = ${k.releaseId})`,
  ordinalOf,
);

/** The key before a correction. */
function before(a: CorrectionRow): SQL {
  const earlier = aliasedTable(answers, "earlier");
  return sql`(select ${earlier.key} from ${tableSource(earlier)}
    where ${earlier.questionId} = ${a.questionId} and ${earlier.revision} < ${a.revision}
    order by ${earlier.revision} desc limit 1)`;
}

export const keyRevisionFields: PlannedFields<RevisionRow> = {
  revision: column("revision"),
  reason: value((k, { viewer }) => noteWhereSeen(answersSeenIn(k.releaseId, viewer), k.reason)),
  author: column("author"),
  createdAt: value((k) => instant(k.createdAt)),
  corrections,
};

export const keyCorrectionFields: PlannedFields<CorrectionRow> = {
  question: one("Question", (a, q) => sql`${q.id} = ${a.questionId}`),
  before: (a, field) => answerText(before(a), field),
  after: (a, field) => answerText(sql`${a.key}`, field),
};

export const keyRevisionsOfRelease = many<TableOf<"Release">, "KeyRevision">(
  "KeyRevision",
  (r, k) => sql`${k.releaseId} = ${r.id}`,
  (k) => sql`${k.revision}`,
);

/**
 * Whether a question was found suspect when its release was imported and has not been corrected since. False if its
 * answer is hidden from the viewer.
 */
const isSuspect = (
  q: TableOf<"Question">,
  release: SQL,
  { viewer }: PlanScope,
): SQL => sql`${q.releaseId} = (${release})
  and ${answersSeenIn(q.releaseId, viewer)}
  and ${q.key} in (
    select oddity ->> 'key' from ${releases} cross join jsonb_array_elements(${releases.oddities}) oddity
    where ${releases.id} = (${release}) and oddity ->> 'code' = 'ANSWER_TEXT_MATCHES_OTHER_OPTION')
  and not exists (select from ${answers} where ${answers.questionId} = ${q.id} and ${answers.revision} > 1)`;

const inFileOrder = (q: TableOf<"Question">): SQL => sql`${q.ordinal}`;

export const suspectsOfRelease = many<TableOf<"Release">, "Question">(
  "Question",
  (r, q, scope) => isSuspect(q, sql`${r.id}`, scope),
  inFileOrder,
);

export const suspectsOfBenchmark = many<TableOf<"Benchmark">, "Question">(
  "Question",
  (b, q, scope) =>
    isSuspect(
      q,
      sql`select ${releases.id} from ${releases} where ${releases.benchmarkId} = ${b.id} and ${releases.isCurrent}`,
      scope,
    ),
  inFileOrder,
);

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
