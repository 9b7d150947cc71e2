import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import { predictionCountOf, predictionsOf } from "../../data/prediction-source.ts";
import { shownRule } from "../../data/shown-rule.ts";
import { sliceCondition } from "../../data/slice-condition.ts";
import { textArray } from "../../db/statement.ts";
import { answers, benchmarks, questions, releases, tasks } from "../../db/tables/benchmark-tables.ts";
import { runs } from "../../db/tables/run-tables.ts";
import { connection } from "../connection.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import type { PlanScope } from "../plan-scope.ts";
import { computed, one, type PlannedFields, value } from "../planned-field.ts";
import type { SelectedField } from "../selection.ts";
import type { TableOf } from "../type-tables.ts";
import { answersOfVisible } from "./key-revision-fields.ts";
import { templateOfRun } from "./prompt-fields.ts";
import { allScorings, latestScoring } from "./scoring-fields.ts";
import { column, instant, nodeId } from "./shared-fields.ts";

type RunRow = TableOf<"Run">;
type PredictionRow = TableOf<"Prediction">;
type PredictionFilter = { readonly questions?: QuestionFilter | null; readonly outcomes?: readonly string[] | null };

/** What a run's aggregates are computed from. */
const aggregate = computed<RunRow>((r) => ({
  $run: sql`${r.id}`,
  $release: sql`${r.releaseId}`,
  $openEnded: sql`${r.openEnded}`,
  $judge: sql`${r.judge}`,
}));

/** What the scores of a run's tasks are computed from: only AVI-Bench has such. They tell the answers. */
export const taskReference = (r: RunRow, { viewer }: PlanScope) => ({
  $run: sql`${r.id}`,
  $release: sql`${r.releaseId}`,
  $openEnded: sql`${r.openEnded}`,
  $judge: sql`${r.judge}`,
  $benchmark: sql`(select ${benchmarks.slug} from ${benchmarks} where ${benchmarks.id} = ${r.benchmarkId})`,
  $answersVisible: answersOfVisible(r.releaseId, viewer),
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
    $tasks: sql`(select coalesce(json_object_agg(${tasks.slug}, ${tasks.id}), '{}'::json) from ${tasks}
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

/** What was read out of the response; NULL where nothing was scored. */
const extraction = (p: PredictionRow, rule: SQL): SQL => sql`json_build_object(
  'answer', ${p.answer}, 'rule', ${rule}, 'ambiguous', ${p.ambiguous},
  'span', case when ${p.spanStart} is not null then json_build_object('start', ${p.spanStart}, 'end', ${p.spanEnd}) end,
  'response', ${p.response})`;

/** Verdicts tell the answers, so they are seen where the answers are. */
const whereVisible = (p: PredictionRow, admin: boolean, expression: SQL): SQL =>
  admin
    ? expression
    : sql`case when (select ${releases.answerAccess} from ${releases} where ${releases.id} = ${releaseOf(p)}) = 'VISIBLE'
        then ${expression} end`;

/** A caption with its references, for the metrics that are computed of it; NULL where the question asks for none. */
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
  outcome: value((p, { viewer }) => whereVisible(p, viewer.admin, sql`${p.outcome}`)),
  score: value((p, { viewer }) => whereVisible(p, viewer.admin, sql`${p.score}`)),
  extraction: value((p, { viewer }) => extraction(p, shownRule(p, answersOfVisible(releaseOf(p), viewer)))),
  metrics: { plan: (p, _field, { viewer }) => [["$caption", whereVisible(p, viewer.admin, caption(p))]] },
};
