import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { PROTOCOL_NAMES } from "../../../../domain/run-protocol.ts";
import { canonicalSlice } from "../../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../../domain/slice/question-filter.ts";
import type { Viewer } from "../../../../domain/viewer.ts";
import { reportedByOwner } from "../../../boards/external-score-queries.ts";
import { answersSeenIn, responsesSeenBy, whereSeen } from "../../../conditions/answer-visibility.ts";
import {
  EVERY_TEXT,
  holdsText,
  outputBytesOf,
  requireSearchText,
  type TextCounts,
} from "../../../conditions/response-text.ts";
import { sliceCondition } from "../../../conditions/slice-condition.ts";
import { textArray } from "../../../db/statement.ts";
import { answers, benchmarks, questions, tasks } from "../../../db/tables/benchmark-tables.ts";
import { concealedRuns, pseudonyms } from "../../../db/tables/challenge-tables.ts";
import { externalScores } from "../../../db/tables/review-tables.ts";
import { runs } from "../../../db/tables/run-tables.ts";
import { countedErrorTypes, errorTypesIn, hasErrorType } from "../../../runs/error-label-queries.ts";
import { pendingTasksOf } from "../../../runs/judge-queries.ts";
import { predictionCountOf, predictionsOf } from "../../../runs/prediction-queries.ts";
import { shownRule } from "../../../runs/shown-scoring.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import { connectionText, overPage } from "../connection-text.ts";
import {
  JsonText,
  jsonListText,
  jsonObjectText,
  jsonOf,
  jsonWhereFound,
  literal,
  type Shape,
  shapeText,
  TOO_LONG_MARK,
} from "../json-pieces.ts";
import type { PlannedField, PlannedFields, PlanScope } from "../plan-scope.ts";
import { computed, hole, one, value } from "../planned-field.ts";
import { type ResponseReading, responseReading } from "../response-text-reads.ts";
import type { SelectedField } from "../selection.ts";
import type { TableOf } from "../type-tables.ts";
import { allScorings, latestScoring } from "./key-revision-fields.ts";
import { templateOfRun } from "./prompt-fields.ts";
import { column, instant, nodeId } from "./shared-fields.ts";

type RunRow = TableOf<"Run">;
type PredictionRow = TableOf<"Prediction">;
interface PredictionFilter {
  readonly questions?: QuestionFilter | null;
  readonly outcomes?: readonly string[] | null;
  readonly text?: string | null;
  readonly errorTypes?: readonly string[] | null;
}

/** The inputs of a run's aggregates. */
const reference = (r: RunRow, { viewer }: PlanScope) => ({
  run: sql`${r.id}`,
  release: sql`${r.releaseId}`,
  openEnded: sql`${r.openEnded}`,
  answersVisible: answersSeenIn(r.releaseId, viewer),
  judge: sql`${r.judge}`,
});

const aggregate = computed<RunRow>(reference);

/** The inputs of a run's task scores. Only AVI-Bench has task scores, and they reveal answers. */
const taskReference = (r: RunRow, scope: PlanScope) => ({
  ...reference(r, scope),
  benchmark: sql`(select ${benchmarks.slug} from ${benchmarks} where ${benchmarks.id} = ${r.benchmarkId})`,
});

const predictionsSpec: ConnectionSpec<RunRow, "Prediction"> = {
  name: "predictions",
  type: "Prediction",
  maximum: 1000,
  order: (p) => ({ name: "ORDINAL", descending: false, columns: [{ expression: sql`${p.ordinal}`, type: "integer" }] }),
  where: (p, args, r, { viewer }) => {
    const { questions: slice, outcomes, text, errorTypes } = predictionFilter(args);
    // Outcomes and error types reveal answers. If answers are hidden from the viewer, they match no prediction.
    const seen = outcomes == null && errorTypes == null ? sql`true` : answersSeenIn(r.releaseId, viewer);
    const inSlice =
      slice == null
        ? sql`true`
        : sql`exists (select from ${questions} where ${questions.releaseId} = ${r.releaseId}
            and ${questions.ordinal} = ${p.ordinal} and ${sliceCondition(canonicalSlice(slice), questions)})`;
    const inOutcomes = outcomes == null ? sql`true` : sql`${p.outcome} = any(${textArray(outcomes)})`;
    const inText = text == null ? sql`true` : holdsText(p.response, requireSearchText(text));
    const inTypes = errorTypes == null ? sql`true` : hasErrorType(r.id, p.ordinal, errorTypes);
    return sql`${responsesSeenBy(viewer, r)} and ${seen} and ${inSlice} and ${inOutcomes} and ${inText} and ${inTypes}`;
  },
  source: (args, r, { after, before, backward, limit }) => {
    const { questions: slice, outcomes, text, errorTypes } = predictionFilter(args);
    const between = { after: ordinal(after), before: ordinal(before) };
    // The source must not apply the limit if a slice, a text search or error types filter its rows afterwards.
    const isWhole = slice == null && text == null && errorTypes == null;
    return predictionsOf(sql`${r.id}`, { outcomes, ...between, ...(isWhole && { limit, backward }) });
  },
  count: (args, r, { viewer }) => {
    const { questions: slice, outcomes, text, errorTypes } = predictionFilter(args);
    if (slice != null || text != null || errorTypes != null) return null;
    const count = predictionCountOf(sql`${r.id}`, outcomes);
    const seen = outcomes == null ? sql`true` : answersSeenIn(r.releaseId, viewer);
    return sql`case when ${responsesSeenBy(viewer, r)} and ${seen} then ${count} else 0 end`;
  },
};

const predictionFilter = ({ filter }: SelectedField["args"]): PredictionFilter =>
  (filter as PredictionFilter | null | undefined) ?? {};

const textBytes =
  (counts: TextCounts) =>
  (p: PredictionRow): SQL =>
    sql`coalesce(sum(${outputBytesOf(p, counts)}), 0)`;

/** To compute a digest takes as long as to show so many texts. */
const DIGEST = 4;

/**
 * A page of predictions. Without their texts it is bounded by its number of rows. With them, they are measured first if the
 * run has more than the page's share, and `TOO_LONG_MARK` takes the place of a page that has.
 */
const predictionPage: PlannedField<RunRow> = (r, field, scope) => {
  const reading = responseReading(field);
  const { shown, digests, searches } = reading;
  const bytes = (of: TextCounts): SQL => overPage(predictionsSpec, r, field, scope, textBytes(of));
  if (field.isMeasured === true) return measuredPage(scope.viewer, r, reading, bytes);
  if (searches > 0) scope.searches();
  const page = connectionText(predictionsSpec, r, field, scope);
  const weights = {
    response: shown.response + DIGEST * digests,
    error: shown.error + DIGEST * digests,
    confirmation: shown.confirmation + DIGEST * digests,
  };
  const most = Math.max(weights.response, weights.error, weights.confirmation);
  if (most === 0) return page;
  const share = scope.pageBytes();
  return new JsonText([
    sql`case when ${sql.raw(String(most))} * ${r.storedBytes} <= ${share} or ${bytes(weights)} <= ${share}
      then ${page.sql} else ${literal(TOO_LONG_MARK)} end`,
  ]);
};

/** What a page reads, in bytes. A page of a search is not measured by itself, because that would be another search. */
function measuredPage(
  viewer: Viewer,
  r: RunRow,
  { shown, digests, searches }: ResponseReading,
  bytes: (of: TextCounts) => SQL,
): JsonText {
  // The size of responses that the viewer does not see is not shown either.
  const searched = sql`case when ${responsesSeenBy(viewer, r)} then ${r.storedBytes} else 0 end`;
  const charged =
    searches > 0
      ? sql`${searched} * ${sql.raw(String(searches))}`
      : sql`${sql.raw(String(digests))} * ${digests === 0 ? sql`0` : bytes(EVERY_TEXT)}`;
  return jsonObjectText([
    ["charged", jsonOf(charged)],
    ["shown", jsonOf(searches > 0 ? sql`0` : bytes(shown))],
  ]);
}

/** The ordinal in a decoded cursor; null without a cursor. */
const ordinal = (values: readonly string[] | null): SQL | null => values && sql`${values[0]}::text::integer`;

/** The owner of the run. NULL unless the viewer is the owner or an administrator. */
function ownerSeenBy({ owner, admin }: Viewer, r: RunRow): SQL {
  if (admin) return sql`${r.owner}`;
  return owner === null ? sql`null::text` : sql`case when ${r.owner} = ${owner}::text then ${r.owner} end`;
}

/** A SELECT of the pseudonym under which a run is shown; no row for a run under its model's real name. */
const unnamed = (r: RunRow): SQL => sql`select from ${pseudonyms}
  where ${pseudonyms.modelId} = ${r.modelId} and ${pseudonyms.namedAt} is null`;

const CONCEALED: Shape = {
  name: sql`${pseudonyms.name}`,
  parameters: sql`${pseudonyms.parameters}`,
  organization: sql`${pseudonyms.organization}`,
  url: sql`${pseudonyms.url}`,
  notes: sql`${concealedRuns.notes}`,
  reportUrl: sql`${concealedRuns.reportUrl}`,
  namesAt: instant(pseudonyms.namesAt),
};

const protocolOf = (r: RunRow): Shape =>
  Object.fromEntries(PROTOCOL_NAMES.map((name) => [name, sql`(${r.protocol} -> ${sql.raw(`'${name}'`)})`]));

/** The error types of a run's predictions; NULL if answers are hidden from the viewer, because only wrong ones have any. */
const countedTypes: PlannedField<RunRow> = (r, field, { viewer }) => {
  const slice = field.args.filter as QuestionFilter | null | undefined;
  const inSlice = (ordinal: AnyPgColumn): SQL =>
    slice == null
      ? sql`true`
      : sql`exists (select from ${questions} where ${questions.releaseId} = ${r.releaseId}
          and ${questions.ordinal} = ${ordinal} and ${sliceCondition(canonicalSlice(slice), questions)})`;
  const shape: Shape = {
    errorType: sql`counted.error_type`,
    predictions: sql`counted.predictions`,
    share: sql`counted.share`,
  };
  const order = sql` order by counted.predictions desc, counted.error_type collate "C"`;
  const types = jsonListText(shapeText("ErrorTypeCount", shape, field), order);
  return jsonWhereFound(sql`select case when ${answersSeenIn(r.releaseId, viewer)}
    then (select ${types.sql} from (${countedErrorTypes(sql`${r.id}`, inSlice)}) counted) end`);
};

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
  protocol: (r, field) =>
    jsonWhereFound(
      sql`select case when ${r.protocol} is not null then ${shapeText("RunProtocol", protocolOf(r), field).sql} end`,
    ),
  openEnded: column("openEnded"),
  confirmations: column("confirmations"),
  partial: column("partial"),
  ambiguousShare: column("ambiguousShare"),
  judgeable: computed((r) => ({ run: sql`${r.id}` })),
  remarks: computed((r, { viewer }) => ({ run: sql`${r.id}`, responsesVisible: responsesSeenBy(viewer, r) })),
  // A corrected answer makes responses wait again, so the number is hidden with the answers. The judge's work does not
  // change the version of the data, so the cached answers to callers without a key must not contain it.
  judgeQueue: value((r, { viewer }) => {
    const isOwn = sql`(${ownerSeenBy(viewer, r)} is not null)`;
    return whereSeen(
      isOwn,
      sql`(case when ${answersSeenIn(r.releaseId, viewer)} then ${pendingTasksOf(r)} else 0 end)`,
    );
  }),
  // Rejudging reveals that a correction concerns a question that the run answers, so it is hidden with the answers.
  rejudging: value((r, { viewer }) => sql`(${r.rejudging} and ${answersSeenIn(r.releaseId, viewer)})`),
  notes: column("notes"),
  reportUrl: column("reportUrl"),
  anonymous: value((r) => sql`exists (${unnamed(r)})`),
  concealed: (r, field, { viewer }) =>
    jsonWhereFound(sql`select ${shapeText("ConcealedRun", CONCEALED, field).sql} from ${pseudonyms}
      left join ${concealedRuns} on ${concealedRuns.runId} = ${r.id}
      where ${pseudonyms.modelId} = ${r.modelId} and ${pseudonyms.namedAt} is null and ${ownerSeenBy(viewer, r)} is not null`),
  visibility: column("visibility"),
  owner: value((r, { viewer }) => ownerSeenBy(viewer, r)),
  status: column("status"),
  disclosed: column("disclosed"),
  chosen: value((r, { viewer }) => whereSeen(sql`(${ownerSeenBy(viewer, r)} is not null)`, sql`${r.chosen}`)),
  createdAt: value((r) => instant(r.createdAt)),
  finalizedAt: value((r) => instant(r.finalizedAt)),
  scoring: latestScoring,
  scorings: allScorings,
  counts: aggregate,
  score: aggregate,
  ability: aggregate,
  breakdown: computed(taskReference),
  estimate: aggregate,
  audit: aggregate,
  errorTypes: countedTypes,
  captionMetrics: aggregate,
  scoringNotes: aggregate,
  groupScores: aggregate,
  levels: computed(taskReference),
  taskScores: computed((r, scope) => ({
    ...taskReference(r, scope),
    tasks: sql`(select coalesce(json_object_agg(${tasks.slug}, ${tasks.id}), '{}'::json) from ${tasks}
      where ${tasks.benchmarkId} = ${r.benchmarkId})`,
  })),
  predictionCount: value((r) => sql`${predictionCountOf(sql`${r.id}`, null)}::int`),
  predictions: predictionPage,
};

/** A text preceded by its length in bytes, so that concatenations of different texts always differ. */
const lengthFirst = (text: AnyPgColumn): SQL => sql`coalesce(octet_length(${text}) || ':' || ${text}, '-')`;

const digest = (p: PredictionRow): SQL => sql`encode(sha256(convert_to(
  ${lengthFirst(p.response)} || ${lengthFirst(p.error)} || ${lengthFirst(p.confirmation)}, 'UTF8')), 'hex')`;

const releaseOf = (p: PredictionRow): SQL => sql`(select ${runs.releaseId} from ${runs} where ${runs.id} = ${p.runId})`;

/**
 * The extraction of a prediction. A resolver computes the text of the span, because the span's positions are in UTF-16
 * code units.
 */
const extraction = (p: PredictionRow, scope: PlanScope): Shape => ({
  answer: sql`${p.answer}`,
  rule: shownRule(p, answersSeenIn(releaseOf(p), scope.viewer)),
  ambiguous: sql`${p.ambiguous}`,
  span: (field) =>
    hole(field, { start: sql`${p.spanStart}`, end: sql`${p.spanEnd}`, response: sql`${p.response}` }, scope),
});

/** A value of a verdict. NULL if answers are hidden from the viewer, because verdicts reveal answers. */
const verdict = (p: PredictionRow, viewer: Viewer, expression: SQL): SQL =>
  whereSeen(answersSeenIn(releaseOf(p), viewer), expression);

/** The inputs of the caption metrics; NULL if the question does not ask for a caption. */
const caption = (p: PredictionRow): SQL => sql`(
  select json_build_object('text', ${questions.text}, 'references', ${answers.key} -> 'captions',
    'response', case when ${p.error} is null then ${p.response} end)
  from ${questions} join ${answers} on ${answers.questionId} = ${questions.id}
  where ${questions.releaseId} = ${releaseOf(p)} and ${questions.ordinal} = ${p.ordinal}
    and ${questions.answerFormat} = 'CAPTION' and ${answers.key} ->> 'kind' = 'captions'
  order by ${answers.revision} desc limit 1)`;

const EXTERNAL_SCORE: Shape = {
  metric: sql`${externalScores.metric}`,
  value: sql`${externalScores.value}`,
  source: sql`${externalScores.source}`,
  reporter: sql`case when ${reportedByOwner(sql`${runs.owner}`)} then 'OWNER' else 'MAINTAINER' end`,
  reportedAt: instant(externalScores.reportedAt),
};

/** The score that was reported for a prediction; NULL if answers are hidden from the viewer, as with its own score. */
const externalScore: PlannedField<PredictionRow> = (p, field, { viewer }) =>
  jsonWhereFound(sql`select ${shapeText("ExternalScore", EXTERNAL_SCORE, field).sql} from ${externalScores}
    join ${runs} on ${runs.id} = ${externalScores.runId}
    where ${externalScores.runId} = ${p.runId} and ${externalScores.ordinal} = ${p.ordinal}
      and ${answersSeenIn(sql`${runs.releaseId}`, viewer)}`);

export const predictionFields: PlannedFields<PredictionRow> = {
  id: value((p) => sql`'prediction_' || ${p.runId} || '_' || ${p.ordinal}`),
  question: one("Question", (p, q) => sql`${q.releaseId} = ${releaseOf(p)} and ${q.ordinal} = ${p.ordinal}`),
  response: column("response"),
  error: column("error"),
  confirmation: column("confirmation"),
  digest: value(digest),
  outcome: value((p, { viewer }) => verdict(p, viewer, sql`${p.outcome}`)),
  score: value((p, { viewer }) => verdict(p, viewer, sql`${p.score}`)),
  extraction: (p, field, scope) => shapeText("Extraction", extraction(p, scope), field),
  errorTypes: value((p, { viewer }) => verdict(p, viewer, errorTypesIn(sql`${p.runId}`, p.ordinal))),
  externalScore,
  metrics: computed((p, { viewer }) => ({ caption: verdict(p, viewer, caption(p)) })),
};
