import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { byFlag } from "../../../../domain/question-flags.ts";
import { byNumber } from "../../../../domain/question-numbers.ts";
import { canonicalSlice } from "../../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../../domain/slice/question-filter.ts";
import { accessOf, answersSeenIn, nativeWhereSeen, whereSeen } from "../../../conditions/answer-visibility.ts";
import { sliceCondition } from "../../../conditions/slice-condition.ts";
import { numberExpression, stepModalities } from "../../../conditions/trace-expressions.ts";
import { answers, media, tasks } from "../../../db/tables/benchmark-tables.ts";
import type { ConnectionSpec, ListOrder, OrderColumn } from "../connection-page.ts";
import {
  answerText,
  elementFields,
  elementsText,
  JsonText,
  jsonListText,
  optionLabelText,
  type Shape,
  shapeText,
} from "../json-pieces.ts";
import type { PlannedFields, PlanScope } from "../plan-scope.ts";
import { computed, one, value } from "../planned-field.ts";
import type { SelectedField } from "../selection.ts";
import type { TableOf } from "../type-tables.ts";
import { promptOfQuestion } from "./prompt-fields.ts";
import { audioLabelsOfRow, column, nodeId } from "./shared-fields.ts";

type QuestionOrVideo = TableOf<"Question"> | TableOf<"Video">;

/** The most questions on a page. */
export const MOST_QUESTIONS = 1_000;

/** A list of questions, restricted by its parent. */
export const questionsSpec = <A>(
  within: (q: TableOf<"Question">, parent: A) => SQL,
): ConnectionSpec<A, "Question"> => ({
  name: "questions",
  type: "Question",
  maximum: MOST_QUESTIONS,
  order: (q, { orderBy }) => fileOrder(q, q.ordinal, orderBy),
  where: (q, args, parent) => sql`${within(q, parent)} and ${filterCondition(args, q)}`,
});

/** The `filter` argument, a `QuestionFilter`, as a condition. */
const filterCondition = (args: SelectedField["args"], q: TableOf<"Question">): SQL =>
  sliceCondition(canonicalSlice(args.filter as QuestionFilter | null | undefined), q);

type FileOrder = { readonly field: "ORDINAL" | "KEY" | "DURATION"; readonly direction: "ASC" | "DESC" };

/** The sort order of a `QuestionOrder` or `VideoOrder`. Ties are broken by release, then by position in the file. */
export function fileOrder(row: QuestionOrVideo, place: AnyPgColumn, order: unknown): ListOrder {
  const { field, direction } = (order as FileOrder | null | undefined) ?? { field: "ORDINAL", direction: "ASC" };
  const descending = direction === "DESC";
  const ties: OrderColumn[] = [
    { expression: sql`${row.releaseId}`, type: "integer" },
    { expression: sql`${place}`, type: "integer" },
  ];
  const first: Record<FileOrder["field"], OrderColumn[]> = {
    ORDINAL: [],
    // Byte order, regardless of the database's collation.
    KEY: [{ expression: sql`(${row.key} collate "C")`, type: "text" }],
    DURATION: [{ expression: unknownLast(row.durationSeconds, descending), type: "float8" }],
  };
  return { name: `${field}:${direction}`, descending, columns: [...first[field], ...ties] };
}

/** Replaces NULL by an infinite number, so that NULL comes last in either direction. */
export const unknownLast = (number: AnyPgColumn | SQL, descending: boolean): SQL =>
  sql`coalesce(${number}, ${sql.raw(descending ? "'-Infinity'" : "'Infinity'")}::float8)`;

type QuestionRow = TableOf<"Question">;

const latestKey = (q: QuestionRow): SQL => sql`(
  select ${answers.key} from ${answers} where ${answers.questionId} = ${q.id} order by ${answers.revision} desc limit 1)`;

const visibleKey = (q: QuestionRow, { viewer }: PlanScope): SQL =>
  whereSeen(answersSeenIn(q.releaseId, viewer), latestKey(q));

const visibleSteps = (q: QuestionRow, { viewer }: PlanScope): SQL =>
  sql`coalesce(${whereSeen(answersSeenIn(q.releaseId, viewer), sql`${q.reasoningSteps}`)}, '[]'::jsonb)`;

const OPTION: Shape = { label: optionLabelText(sql`(place - 1)::int`), text: sql`element #>> '{}'` };
const STEP = elementFields("modality", "evidence", "inference");
const MEDIA: Shape = { kind: sql`${media.kind}`, path: sql`${media.path}` };

const MEDIA_ORDER = sql`${media.videoId} is null, ${media.position}`;

const mediaOf = (q: QuestionRow): SQL =>
  sql`from ${media} where ${media.questionId} = ${q.id} or ${media.videoId} = ${q.videoId}`;

export const questionFields: PlannedFields<QuestionRow> = {
  id: nodeId("Question"),
  key: column("key"),
  ordinal: column("ordinal"),
  text: column("text"),
  options: (q, field) => elementsText("Option", sql`${q.options}`, OPTION, field),
  answerFormat: column("answerFormat"),
  answer: (q, field, scope) => answerText(visibleKey(q, scope), field),
  answerAccess: value((q, { viewer }) => accessOf(answersSeenIn(q.releaseId, viewer))),
  task: one("Task", (q, t) => sql`${t.id} = ${q.taskId}`),
  level: column("level"),
  audioTypes: audioLabelsOfRow(),
  video: one("Video", (q, v) => sql`${v.id} = ${q.videoId}`),
  media: (q, field) => {
    const list = jsonListText(shapeText("Media", MEDIA, field), sql` order by ${MEDIA_ORDER}`);
    return new JsonText([sql`(select ${list.sql} ${mediaOf(q)})`]);
  },
  ...byFlag((flag) => column(flag)),
  group: column("groupName"),
  subset: column("subset"),
  reasoningSteps: (q, field, scope) => elementsText("ReasoningStep", visibleSteps(q, scope), STEP, field),
  ...byNumber((field) =>
    value<QuestionRow>((q, { viewer }) => whereSeen(answersSeenIn(q.releaseId, viewer), numberExpression(field, q))),
  ),
  stepModalities: value((q) => stepModalities(q)),
  results: computed((q, { viewer }) => ({
    release: sql`${q.releaseId}`,
    ordinal: sql`${q.ordinal}`,
    seen: answersSeenIn(q.releaseId, viewer),
  })),
  keyReviews: computed((q, { viewer }) => ({
    release: sql`${q.releaseId}`,
    ordinal: sql`${q.ordinal}`,
    seen: answersSeenIn(q.releaseId, viewer),
  })),
  statistics: computed((q, { viewer }) => ({
    release: sql`${q.releaseId}`,
    ordinal: sql`${q.ordinal}`,
    seen: answersSeenIn(q.releaseId, viewer),
  })),
  benchmark: one(
    "Benchmark",
    (q, b) => sql`${b.id} = (select ${tasks.benchmarkId} from ${tasks} where ${tasks.id} = ${q.taskId})`,
  ),
  release: one("Release", (q, r) => sql`${r.id} = ${q.releaseId}`),
  native: value((q, { viewer }) => nativeWhereSeen(answersSeenIn(q.releaseId, viewer), "question", q)),
  prompt: promptOfQuestion,
};
