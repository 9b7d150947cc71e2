import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../../domain/viewer.ts";
import { answers, media, releases, tasks } from "../../db/tables/benchmark-tables.ts";
import { JsonText, jsonListText } from "../json-text.ts";
import type { PlanScope } from "../plan-scope.ts";
import { one, type PlannedFields, shaped, value } from "../planned-field.ts";
import { answerText, elementFields, elementsText, optionLabelText, type Shape, shapeText } from "../shaped-json.ts";
import type { TableOf } from "../type-tables.ts";
import { promptOfQuestion } from "./prompt-fields.ts";
import { audioLabelsOfRow, column, nodeId } from "./shared-fields.ts";

type QuestionRow = TableOf<"Question">;

/** Where a release hides its answers, only an administrator sees them. */
const answersVisible = (q: QuestionRow, viewer: Viewer): SQL =>
  viewer.admin
    ? sql`true`
    : sql`(select ${releases.answerAccess} = 'VISIBLE' from ${releases} where ${releases.id} = ${q.releaseId})`;

const latestKey = (q: QuestionRow): SQL => sql`(
  select ${answers.key} from ${answers} where ${answers.questionId} = ${q.id} order by ${answers.revision} desc limit 1)`;

const visibleKey = (q: QuestionRow, { viewer }: PlanScope): SQL =>
  sql`case when ${answersVisible(q, viewer)} then ${latestKey(q)} end`;

const visibleSteps = (q: QuestionRow, { viewer }: PlanScope): SQL =>
  sql`case when ${answersVisible(q, viewer)} then ${q.reasoningSteps} else '[]'::jsonb end`;

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
  options: shaped(
    (q) => sql`${q.options}`,
    (q, field) => elementsText("Option", sql`${q.options}`, OPTION, field),
  ),
  answerFormat: column("answerFormat"),
  answer: shaped(visibleKey, (q, field, scope) => answerText(visibleKey(q, scope), field)),
  answerAccess: value((q, { viewer }) => sql`case when ${answersVisible(q, viewer)} then 'VISIBLE' else 'HIDDEN' end`),
  task: one("Task", (q, t) => sql`${t.id} = ${q.taskId}`),
  level: column("level"),
  audioTypes: audioLabelsOfRow(),
  video: one("Video", (q, v) => sql`${v.id} = ${q.videoId}`),
  media: shaped(
    (q) => {
      const json = sql`json_build_object('kind', ${media.kind}, 'path', ${media.path})`;
      return sql`(select coalesce(json_agg(${json} order by ${MEDIA_ORDER}), '[]'::json) ${mediaOf(q)})`;
    },
    (q, field) => {
      const list = jsonListText(shapeText("Media", MEDIA, field), sql` order by ${MEDIA_ORDER}`);
      return new JsonText([sql`(select ${list.sql} ${mediaOf(q)})`]);
    },
  ),
  requiresAudio: column("requiresAudio"),
  requiresVisual: column("requiresVisual"),
  questionOnly: column("questionOnly"),
  requiresDomainKnowledge: column("requiresDomainKnowledge"),
  subset: column("subset"),
  reasoningSteps: shaped(visibleSteps, (q, field, scope) =>
    elementsText("ReasoningStep", visibleSteps(q, scope), STEP, field),
  ),
  benchmark: one(
    "Benchmark",
    (q, b) => sql`${b.id} = (select ${tasks.benchmarkId} from ${tasks} where ${tasks.id} = ${q.taskId})`,
  ),
  release: one("Release", (q, r) => sql`${r.id} = ${q.releaseId}`),
  native: column("native"),
  prompt: promptOfQuestion,
};
