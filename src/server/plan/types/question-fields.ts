import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../../domain/viewer.ts";
import { answers, media, releases, tasks } from "../../db/tables/benchmark-tables.ts";
import { one, type PlannedFields, value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { audioLabelsOf, column, nodeId } from "./shared-fields.ts";

type QuestionRow = TableOf<"Question">;

/** Where a release hides its answers, only an administrator sees them. */
const answersVisible = (q: QuestionRow, viewer: Viewer): SQL =>
  viewer.admin
    ? sql`true`
    : sql`(select ${releases.answerAccess} = 'VISIBLE' from ${releases} where ${releases.id} = ${q.releaseId})`;

const latestKey = (q: QuestionRow): SQL => sql`(
  select ${answers.key} from ${answers} where ${answers.questionId} = ${q.id} order by ${answers.revision} desc limit 1)`;

const mediaOf = (q: QuestionRow): SQL => sql`(
  select coalesce(json_agg(json_build_object('kind', ${media.kind}, 'path', ${media.path})
    order by ${media.videoId} is null, ${media.position}), '[]'::json)
  from ${media} where ${media.questionId} = ${q.id} or ${media.videoId} = ${q.videoId})`;

export const questionFields: PlannedFields<QuestionRow> = {
  id: nodeId("Question"),
  key: column("key"),
  ordinal: column("ordinal"),
  text: column("text"),
  options: column("options"),
  answerFormat: column("answerFormat"),
  answer: value((q, { viewer }) => sql`case when ${answersVisible(q, viewer)} then ${latestKey(q)} end`),
  answerAccess: value((q, { viewer }) => sql`case when ${answersVisible(q, viewer)} then 'VISIBLE' else 'HIDDEN' end`),
  task: one("Task", (q, t) => sql`${t.id} = ${q.taskId}`),
  level: column("level"),
  audioTypes: value((q) => audioLabelsOf(q.audioTypeIds)),
  video: one("Video", (q, v) => sql`${v.id} = ${q.videoId}`),
  media: value(mediaOf),
  requiresAudio: column("requiresAudio"),
  requiresVisual: column("requiresVisual"),
  questionOnly: column("questionOnly"),
  requiresDomainKnowledge: column("requiresDomainKnowledge"),
  subset: column("subset"),
  reasoningSteps: value(
    (q, { viewer }) => sql`case when ${answersVisible(q, viewer)} then ${q.reasoningSteps} else '[]'::jsonb end`,
  ),
  benchmark: one(
    "Benchmark",
    (q, b) => sql`${b.id} = (select ${tasks.benchmarkId} from ${tasks} where ${tasks.id} = ${q.taskId})`,
  ),
  release: one("Release", (q, r) => sql`${r.id} = ${q.releaseId}`),
  native: column("native"),
};
