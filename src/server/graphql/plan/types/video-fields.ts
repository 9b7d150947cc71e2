import { type SQL, sql } from "drizzle-orm";
import { badInput } from "../../../../domain/errors.ts";
import { canonicalSlice } from "../../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../../domain/slice/question-filter.ts";
import { answersSeenIn, nativeWhereSeen } from "../../../conditions/answer-visibility.ts";
import { bucketKey, inCurrentRelease, sliceCondition } from "../../../conditions/slice-condition.ts";
import { videoSliceCondition } from "../../../conditions/video-condition.ts";
import { questions, releases } from "../../../db/tables/benchmark-tables.ts";
import type { ConnectionSpec } from "../connection-page.ts";
import { connection } from "../connection-text.ts";
import type { PlannedFields } from "../plan-scope.ts";
import { one, value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { fileOrder, questionsSpec } from "./question-list.ts";
import { audioLabelsOfRow, column, nodeId } from "./shared-fields.ts";

type VideoRow = TableOf<"Video">;
type VideoFilter = Omit<QuestionFilter, "videos" | "and" | "or" | "not"> & {
  readonly questions?: QuestionFilter | null;
};

/** The videos of the current releases. */
export const videosSpec: ConnectionSpec<null, "Video"> = {
  name: "videos",
  type: "Video",
  maximum: 100,
  order: (v, { orderBy }) => fileOrder(v, v.position, orderBy),
  where: (v, { filter }) => sql`${inCurrentRelease(v)} and ${videoFilterCondition(filter as VideoFilter | null, v)}`,
};

function videoFilterCondition(filter: VideoFilter | null | undefined, v: VideoRow): SQL {
  if (filter == null) return sql`true`;
  const { questions: slice, ...own } = filter;
  const ownCondition = videoSliceCondition(canonicalSlice(own), v);
  if (ownCondition === null) throw badInput("'filter' has a condition that applies to questions, not to videos.");
  if (slice == null) return ownCondition;
  const matching = sliceCondition(canonicalSlice(slice), questions);
  return sql`${ownCondition} and exists (select from ${questions} where ${questions.videoId} = ${v.id} and ${matching})`;
}

export const videoFields: PlannedFields<VideoRow> = {
  id: nodeId("Video"),
  key: column("key"),
  durationSeconds: column("durationSeconds"),
  durationLabel: column("durationLabel"),
  durationBucket: value((v) => bucketKey(v.durationSeconds)),
  category: one("Category", (v, c) => sql`${c.id} = ${v.categoryId}`),
  audioTypes: audioLabelsOfRow(),
  url: column("url"),
  subset: column("subset"),
  caption: column("caption"),
  benchmark: one(
    "Benchmark",
    (v, b) => sql`${b.id} = (select ${releases.benchmarkId} from ${releases} where ${releases.id} = ${v.releaseId})`,
  ),
  release: one("Release", (v, r) => sql`${r.id} = ${v.releaseId}`),
  native: value((v, { viewer }) => nativeWhereSeen(answersSeenIn(v.releaseId, viewer), "video", v)),
  questions: connection(questionsSpec<VideoRow>((q, v) => sql`${q.videoId} = ${v.id}`)),
};
