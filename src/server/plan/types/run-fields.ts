import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { answersSeenIn, whereSeen } from "../../data/answer-visibility.ts";
import { predictionCountOf, predictionsOf } from "../../data/prediction-source.ts";
import { shownRule } from "../../data/shown-rule.ts";
import { sliceCondition } from "../../data/slice-condition.ts";
import { textArray } from "../../db/statement.ts";
import { answers, benchmarks, questions, tasks } from "../../db/tables/benchmark-tables.ts";
import { runs } from "../../db/tables/run-tables.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import { connection } from "../connection-text.ts";
import type { PlannedFields, PlanScope } from "../plan-scope.ts";
import { computed, hole, one, value } from "../planned-field.ts";
import type { SelectedField } from "../selection.ts";
import { type Shape, shapeText } from "../shaped-json.ts";
import type { TableOf } from "../type-tables.ts";
import { templateOfRun } from "./prompt-fields.ts";
import { allScorings, latestScoring } from "./scoring-fields.ts";
import { column, instant, nodeId } from "./shared-fields.ts";

type RunRow = TableOf<"Run">;
type PredictionRow = TableOf<"Prediction">;
type PredictionFilter = { readonly questions?: QuestionFilter | null; readonly outcomes?: readonly string[] | null };

/** What a run's aggregates are computed from. */
const reference = (r: RunRow) => ({
  run: sql`${r.id}`,
  release: sql`${r.releaseId}`,
  openEnded: sql`${r.openEnded}`,
  judge: sql`${r.judge}`,
});

const aggregate = computed<RunRow>(reference);

/** What the scores of a run's tasks are computed from: only AVI-Bench has such. They tell the answers. */
const taskReference = (r: RunRow, { viewer }: PlanScope) => ({
  ...reference(r),
  benchmark: sql`(select ${benchmarks.slug} from ${benchmarks} where ${benchmarks.id} = ${r.benchmarkId})`,
  answersVisible: answersSeenIn(r.releaseId, viewer),
});

const predictionsSpec: ConnectionSpec<RunRow, "Prediction"> = {
  name: "predictions",
  type: "Prediction",
  maximum: 1000,
  order: (p) => ({ name: "ORDINAL", descending: false, columns: [{ expression: sql`${p.ordinal}`, type: "integer" }] }),
  where: (p, args, r) => {
    const { questions: slice, outcomes } = predictionFilter(args);
    const inSlice =
      slice == null
        ? sql`true`
        : sql`exists (select from ${questions} where ${questions.releaseId} = ${r.releaseId}
            and ${questions.ordinal} = ${p.ordinal} and ${sliceCondition(canonicalSlice(slice), questions)})`;
    const inOutcomes = outcomes == null ? sql`true` : sql`${p.outcome} = any(${textArray(outcomes)})`;
    return sql`${inSlice} and ${inOutcomes}`;
  },
  source: (args, r, { after, before, backward, limit }) => {
    const { questions: slice, outcomes } = predictionFilter(args);
    const between = { after: ordinal(after), before: ordinal(before) };
    // Of a slice, the source does not know which rows are left out.
    return predictionsOf(sql`${r.id}`, { outcomes, ...between, ...(slice == null && { limit, backward }) });
  },
  count: (args, r) => {
    const { questions: slice, outcomes } = predictionFilter(args);
    return slice == null ? predictionCountOf(sql`${r.id}`, outcomes) : null;
  },
};

const predictionFilter = ({ filter }: SelectedField["args"]): PredictionFilter =>
  (filter as PredictionFilter | null | undefined) ?? {};

/** The value of a cursor. */
const ordinal = (values: readonly string[] | null): SQL | null => values && sql`${values[0]}::text::integer`;

/** NULL for everyone but the owner and administrators. */
function ownerSeenBy({ owner, admin }: Viewer, r: RunRow): SQL {
  if (admin) return sql`${r.owner}`;
  return owner === null ? sql`null::text` : sql`case when ${r.owner} = ${owner}::text then ${r.owner} end`;
}

export const runFields: PlannedFields<RunRow> = {
  id: nodeId("Run"),
  model: one("Model", (r, m) => sql`${m.id} = ${r.modelId}`),
  benchmark: one("Benchmark", (r, b) => sql`${b.id} = ${r.benchmarkId}`),
  release: one("Release", (r, release) => sql`${release.id} = ${r.releaseId}`),
  inputs: column("inputs"),
  frames: column("frames"),
  seed: column("seed"),
  prompt: column("prompt"),
  promptTemplate: templateOfRun,
  openEnded: column("openEnded"),
  confirmations: column("confirmations"),
  partial: column("partial"),
  ambiguousShare: column("ambiguousShare"),
  remarks: aggregate,
  rejudging: column("rejudging"),
  notes: column("notes"),
  visibility: column("visibility"),
  owner: value((r, { viewer }) => ownerSeenBy(viewer, r)),
  status: column("status"),
  createdAt: value((r) => instant(r.createdAt)),
  finalizedAt: value((r) => instant(r.finalizedAt)),
  scoring: latestScoring,
  scorings: allScorings,
  counts: aggregate,
  score: aggregate,
  breakdown: aggregate,
  audit: aggregate,
  captionMetrics: aggregate,
  scoringNotes: aggregate,
  levels: computed(taskReference),
  taskScores: computed((r, scope) => ({
    ...taskReference(r, scope),
    tasks: sql`(select coalesce(json_object_agg(${tasks.slug}, ${tasks.id}), '{}'::json) from ${tasks}
      where ${tasks.benchmarkId} = ${r.benchmarkId})`,
  })),
  predictionCount: value((r) => sql`${predictionCountOf(sql`${r.id}`, null)}::int`),
  predictions: connection(predictionsSpec),
};

/** A text with its length before it, so that no two lists of texts look the same. */
const lengthFirst = (text: AnyPgColumn): SQL => sql`coalesce(octet_length(${text}) || ':' || ${text}, '-')`;

const digest = (p: PredictionRow): SQL => sql`encode(sha256(convert_to(
  ${lengthFirst(p.response)} || ${lengthFirst(p.error)} || ${lengthFirst(p.confirmation)}, 'UTF8')), 'hex')`;

const releaseOf = (p: PredictionRow): SQL => sql`(select ${runs.releaseId} from ${runs} where ${runs.id} = ${p.runId})`;

/**
 * What was read out of the response. Its span has its text from a resolver, which counts characters as JavaScript does.
 */
const extraction = (p: PredictionRow, scope: PlanScope): Shape => ({
  answer: sql`${p.answer}`,
  rule: shownRule(p, answersSeenIn(releaseOf(p), scope.viewer)),
  ambiguous: sql`${p.ambiguous}`,
  span: (field) =>
    hole(field, { start: sql`${p.spanStart}`, end: sql`${p.spanEnd}`, response: sql`${p.response}` }, scope),
});

/** Verdicts tell the answers, so they are seen where the answers are. */
const verdict = (p: PredictionRow, viewer: Viewer, expression: SQL): SQL =>
  whereSeen(answersSeenIn(releaseOf(p), viewer), expression);

/** A caption with its references, for the caption metrics; NULL if the question does not ask for a caption. */
const caption = (p: PredictionRow): SQL => sql`(
  select json_build_object('text', ${questions.text}, 'references', ${answers.key} -> 'captions',
    'response', case when ${p.error} is null then ${p.response} end)
  from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
  where ${questions.releaseId} = ${releaseOf(p)} and ${questions.ordinal} = ${p.ordinal}
    and ${questions.answerFormat} = 'CAPTION' and ${answers.key} ->> 'kind' = 'captions'
  order by ${answers.revision} desc limit 1)`;

export const predictionFields: PlannedFields<PredictionRow> = {
  question: one("Question", (p, q) => sql`${q.releaseId} = ${releaseOf(p)} and ${q.ordinal} = ${p.ordinal}`),
  response: column("response"),
  error: column("error"),
  confirmation: column("confirmation"),
  digest: value(digest),
  outcome: value((p, { viewer }) => verdict(p, viewer, sql`${p.outcome}`)),
  score: value((p, { viewer }) => verdict(p, viewer, sql`${p.score}`)),
  extraction: (p, field, scope) => shapeText("Extraction", extraction(p, scope), field),
  metrics: computed((p, { viewer }) => ({ caption: verdict(p, viewer, caption(p)) })),
};
