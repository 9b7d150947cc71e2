import { type SQL, sql } from "drizzle-orm";
import {
  answers,
  audioTypes,
  categories,
  keyRevisions,
  media,
  questions,
  releases,
  tasks,
  videos,
} from "../db/tables/benchmark-tables.ts";
import { keyReviews } from "../db/tables/review-tables.ts";
import type { Rule } from "./rule.ts";

/** The columns of `ruleColumns` for a violation in the release that is checked. */
const about = (release: number, subject: SQL, expected: SQL, found: SQL): SQL =>
  sql`select null::int as run, ${release}::int as release, ${subject} as subject, ${expected}::text as expected, ${found}::text as found`;

/** The rules of one release and everything in it. */
export const releaseRules = (release: number): readonly Rule[] => [
  { code: "RELEASE_COUNTS", violations: counted(release, "questions") },
  { code: "RELEASE_COUNTS", violations: counted(release, "videos") },
  { code: "ANSWER_KEY", violations: questionsWithoutKey(release) },
  { code: "ANSWER_KEY", violations: unknownRevisions(release) },
  { code: "ANSWER_KEY", violations: revisionsInOrder(release) },
  { code: "KEY_REVIEW", violations: keyReviewsOfNothing(release) },
  { code: "COPIED_COLUMN", violations: copies(release) },
  { code: "FOREIGN_ROW", violations: foreignRows(release) },
  { code: "AUDIO_TYPES", violations: audioMasks(release, "questions") },
  { code: "AUDIO_TYPES", violations: audioMasks(release, "videos") },
  { code: "MEDIA_OWNER", violations: mediaOwners(release) },
];

/** The release has as many rows as it states, numbered from 0 without gaps. */
function counted(release: number, what: "questions" | "videos"): SQL {
  const [table, place, count] =
    what === "questions"
      ? [questions, questions.ordinal, releases.questionCount]
      : [videos, videos.position, releases.videoCount];
  const found = sql`found.n || ' from ' || coalesce(found.first, 0) || ' to ' || coalesce(found.last, -1)`;
  return sql`${about(release, sql`${what}::text`, sql`${count} || ' from 0 to ' || (${count} - 1)`, found)}
    from ${releases} cross join (
      select count(*)::int as n, min(${place}) as first, max(${place}) as last from ${table}
      where release_id = ${release}::int) found
    where ${releases.id} = ${release}::int and (found.n <> ${count} or coalesce(found.first, 0) <> 0
      or coalesce(found.last, -1) <> ${count} - 1)`;
}

const questionsWithoutKey = (release: number): SQL => sql`
  ${about(release, sql`'question ' || ${questions.ordinal}`, sql`'an answer of revision 1'`, sql`'none'`)}
  from ${questions} where ${questions.releaseId} = ${release}::int and not exists (
    select from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.revision} = 1)
  order by ${questions.ordinal}`;

const unknownRevisions = (release: number): SQL => sql`
  ${about(release, sql`'question ' || ${questions.ordinal}`, sql`'answers of revisions that the release has'`, sql`'revision ' || ${answers.revision}`)}
  from ${answers} join ${questions} on ${questions.id} = ${answers.questionId}
  where ${questions.releaseId} = ${release}::int and not exists (
    select from ${keyRevisions} where ${keyRevisions.releaseId} = ${release}::int
      and ${keyRevisions.revision} = ${answers.revision})
  order by ${questions.ordinal}`;

const revisionsInOrder = (release: number): SQL => sql`
  ${about(release, sql`'revisions of the key'`, sql`'1 and on without a gap'`, sql`coalesce(string_agg(revision::text, ', ' order by revision), 'none')`)}
  from ${keyRevisions} where ${keyRevisions.releaseId} = ${release}::int
  having coalesce(min(revision), 0) <> 1 or max(revision) <> count(*)`;

/** Each review refers to a question of the release, to options of it, and to a revision of the answer key. */
const keyReviewsOfNothing = (release: number): SQL => sql`
  ${about(release, sql`'review ' || ${keyReviews.id}`, sql`'a question with these options, and a revision of the key'`, sql`'question ' || ${keyReviews.ordinal} || ', key ' || ${keyReviews.key} || ', revision ' || ${keyReviews.keyRevision}`)}
  from ${keyReviews} left join ${questions} on ${questions.releaseId} = ${keyReviews.releaseId} and ${questions.ordinal} = ${keyReviews.ordinal}
  where ${keyReviews.releaseId} = ${release}::int and (
    not greatest(${keyReviews.key}, ${keyReviews.proposed}) between 1 and coalesce(jsonb_array_length(${questions.options}), 0)
    or least(${keyReviews.key}, ${keyReviews.proposed}) < 1
    or not exists (select from ${keyRevisions} where ${keyRevisions.releaseId} = ${release}::int
      and ${keyRevisions.revision} = ${keyReviews.keyRevision}))
  order by ${keyReviews.id}`;

/** The columns that each question copies from its video equal the video's columns. */
const copies = (release: number): SQL => sql`
  ${about(release, sql`'question ' || q.ordinal`, sql`jsonb_build_array(v.duration_seconds, v.duration_label, v.category_id, top.id)`, sql`jsonb_build_array(q.duration_seconds, q.duration_label, q.category_id, q.top_category_id)`)}
  from ${questions} q left join ${videos} v on v.id = q.video_id left join ${categories} c on c.id = v.category_id
    left join ${categories} top on top.benchmark_id = c.benchmark_id and top.slug = split_part(c.slug, '/', 1)
  where q.release_id = ${release}::int and (q.duration_seconds is distinct from v.duration_seconds or q.duration_label is distinct from v.duration_label
    or q.category_id is distinct from v.category_id or q.top_category_id is distinct from top.id)
  order by q.ordinal`;

const foreignRows = (release: number): SQL => sql`
  ${about(release, sql`'question ' || q.ordinal`, sql`'a video of its release, and a task and category of its benchmark'`, sql`'those of another'`)}
  from ${questions} q join ${releases} r on r.id = q.release_id left join ${videos} v on v.id = q.video_id
    left join ${tasks} t on t.id = q.task_id left join ${categories} c on c.id = q.category_id
  where q.release_id = ${release}::int and (v.release_id <> r.id or t.id is null or t.benchmark_id <> r.benchmark_id
    or c.benchmark_id <> r.benchmark_id)
  order by q.ordinal`;

/** The bits of the audio types match the audio labels, and the labels belong to the benchmark. */
function audioMasks(release: number, what: "questions" | "videos"): SQL {
  const [table, place, noun] =
    what === "questions" ? [questions, sql`x.ordinal`, "question"] : [videos, sql`x.position`, "video"];
  return sql`
    ${about(release, sql`${noun}::text || ' ' || ${place}`, sql`'the labels of mask ' || coalesce(own.mask, 0)`, sql`cardinality(array_remove(x.audio_type_ids, 0)) || ' labels, mask ' || x.audio_mask`)}
    from ${table} x join ${releases} r on r.id = x.release_id cross join lateral (
      select bit_or(a.bit)::int as mask, count(*)::int as n from ${audioTypes} a
      where a.id = any(x.audio_type_ids) and a.benchmark_id = r.benchmark_id) own
    where x.release_id = ${release}::int and (coalesce(own.mask, 0) <> x.audio_mask or own.n <> cardinality(array_remove(x.audio_type_ids, 0)))
    order by ${place}`;
}

const mediaOwners = (release: number): SQL => sql`
  ${about(release, sql`'file ' || m.id`, sql`'a video or a question'`, sql`'both'`)}
  from ${media} m join ${questions} q on q.id = m.question_id
  where q.release_id = ${release}::int and m.video_id is not null order by m.id`;
