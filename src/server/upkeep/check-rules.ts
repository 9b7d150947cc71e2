import { type SQL, sql } from "drizzle-orm";
import { outputBytesOf } from "../conditions/response-text.ts";
import {
  answers,
  audioTypes,
  benchmarks,
  categories,
  keyRevisions,
  media,
  questions,
  releases,
  tasks,
  videos,
} from "../db/tables/benchmark-tables.ts";
import { judgements, judgeTasks } from "../db/tables/judge-tables.ts";
import { keyReviews } from "../db/tables/review-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import { int, nullable, type RowOf, text } from "../db/typed-sql.ts";

/** The columns of a rule's query, by the names that the query gives them. */
export const ruleColumns = {
  /** The primary key of the run that the violation is about, if any. */
  run: nullable(int(sql`run`)),
  /** The primary key of the release, if it is known. */
  release: nullable(int(sql`release`)),
  /** The subject of the violation: `question 17`. */
  subject: text(sql`subject`),
  expected: text(sql`expected`),
  found: text(sql`found`),
};

/** A violation of a rule. */
export type RuleRow = RowOf<typeof ruleColumns>;

/** A condition that always holds in a sound database. */
export interface Rule {
  readonly code: string;
  /** Selects the columns of `ruleColumns`, a row for each violation. */
  readonly violations: SQL;
}

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

/** The rules of benchmarks, of audio types, and of the owners of media. */
export const BENCHMARK_RULES: readonly Rule[] = [
  {
    code: "CURRENT_RELEASE",
    violations: sql`
      select null::int as run, min(r.id)::int as release, 'benchmark ' || b.slug as subject,
        '1 current release' as expected, count(*) filter (where r.is_current) || ' of ' || count(*) as found
      from ${benchmarks} b join ${releases} r on r.benchmark_id = b.id
      group by b.id, b.slug having count(*) filter (where r.is_current) <> 1 order by b.slug`,
  },
  {
    code: "AUDIO_TYPES",
    violations: sql`
      select null::int as run, null::int as release, 'sound type ' || a.native_label || ' of ' || b.slug as subject,
        'SPEECH 1, SOUND 2 or MUSIC 4' as expected, a.type || ' ' || a.bit as found
      from ${audioTypes} a join ${benchmarks} b on b.id = a.benchmark_id
      where (a.type, a.bit::int) not in (('SPEECH', 1), ('SOUND', 2), ('MUSIC', 4)) order by a.id`,
  },
  {
    code: "MEDIA_OWNER",
    violations: sql`
      select null::int as run, null::int as release, 'file ' || m.id as subject, 'a video or a question' as expected,
        'none' as found
      from ${media} m where m.video_id is null and m.question_id is null order by m.id`,
  },
];

/** The rules of runs and their scorings that do not need the predictions. */
export const RUN_RULES: readonly Rule[] = [
  {
    code: "RUN_RELEASE",
    violations: sql`
      select u.id as run, r.id as release, 'release' as subject, 'a release of benchmark ' || u.benchmark_id as expected,
        'one of benchmark ' || r.benchmark_id as found
      from ${runs} u join ${releases} r on r.id = u.release_id where r.benchmark_id <> u.benchmark_id order by u.id`,
  },
  {
    code: "RUN_STATUS",
    violations: sql`
      select u.id as run, u.release_id as release, 'status' as subject,
        'OPEN or JUDGING without scorings, SCORED with a scoring, a date and a hash, or WITHDRAWN with a date' as expected,
        u.status || ' with ' || count(s.revision) || ' scorings' as found
      from ${runs} u left join ${scores} s on s.run_id = u.id group by u.id
      having not case u.status
        when 'OPEN' then count(s.revision) = 0 and not u.rejudging and u.finalized_at is null
        when 'JUDGING' then count(s.revision) = 0 and not u.rejudging
        when 'SCORED' then count(s.revision) > 0 and u.finalized_at is not null and u.input_hash <> ''
        when 'WITHDRAWN' then u.withdrawn_at is not null
        else false end
        or u.visibility not in ('PRIVATE', 'PUBLIC')
      order by u.id`,
  },
  {
    code: "RUN_CONFIRMATIONS",
    violations: sql`
      select u.id as run, u.release_id as release, 'confirmations' as subject,
        case when asked.twice then 'SINGLE or DOUBLE' else 'none' end as expected,
        coalesce(u.confirmations, 'none') as found
      from ${runs} u cross join lateral (select exists (
        select from ${answers} a join ${questions} q on q.id = a.question_id
        where q.release_id = u.release_id and a.confirmation is not null) as twice) asked
      where u.status = 'SCORED' and u.confirmations is not null and (not asked.twice or u.confirmations not in ('SINGLE', 'DOUBLE'))
      order by u.id`,
  },
  {
    code: "STORED_BYTES",
    // `counted` is materialized for Citus, as in ORPHAN.
    violations: sql`
      with counted as materialized (select run_id, sum(${outputBytesOf()}) as bytes from ${predictions} group by run_id)
      select u.id as run, u.release_id as release, 'stored bytes' as subject, coalesce(c.bytes, 0)::text as expected,
        u.stored_bytes::text as found
      from ${runs} u left join counted c on c.run_id = u.id where u.stored_bytes <> coalesce(c.bytes, 0) order by u.id`,
  },
  {
    code: "SCORING_REVISIONS",
    violations: sql`
      select s.run_id as run, u.release_id as release, 'scorings' as subject, '1 and on without a gap' as expected,
        string_agg(s.revision::text, ', ' order by s.revision) as found
      from ${scores} s left join ${runs} u on u.id = s.run_id group by s.run_id, u.release_id
      having min(s.revision) <> 1 or max(s.revision) <> count(*) order by s.run_id`,
  },
  {
    code: "SCORING_KEY",
    violations: sql`
      select s.run_id as run, u.release_id as release, 'scoring ' || s.revision as subject,
        'a revision of the release''s key' as expected, 'revision ' || s.key_revision as found
      from ${scores} s join ${runs} u on u.id = s.run_id
      where not exists (select from ${keyRevisions} k where k.release_id = u.release_id and k.revision = s.key_revision)
      order by s.run_id, s.revision`,
  },
  {
    code: "VECTOR_LENGTH",
    violations: sql`
      select s.run_id as run, u.release_id as release, 'scoring ' || s.revision as subject,
        r.question_count || ' questions in each vector' as expected,
        s.length || ' questions, vectors of ' || concat_ws(', ', octet_length(s.answered), octet_length(s.correct),
          octet_length(s.unparsed), octet_length(s.errored), octet_length(s.unscored), octet_length(s.graded), octet_length(s.choices)) || ' bytes' as found
      from ${scores} s join ${runs} u on u.id = s.run_id join ${releases} r on r.id = u.release_id
      where s.length <> r.question_count or (s.length + 7) / 8 <> any (array[octet_length(s.answered),
        octet_length(s.correct), octet_length(s.unparsed), octet_length(s.errored), octet_length(s.unscored)])
        or octet_length(s.graded) <> 4 * s.length or octet_length(s.choices) <> s.length
      order by s.run_id, s.revision`,
  },
  {
    code: "ORPHAN",
    // `counted` is materialized, because Citus does not join rows on the workers with rows on the coordinator.
    violations: sql`
      with counted as materialized (select run_id, count(*) as n from ${predictions} group by run_id)
      select p.run_id as run, null::int as release, 'predictions' as subject, 'a run' as expected,
        'none, and ' || p.n || ' predictions of it' as found
      from counted p where not exists (select from ${runs} u where u.id = p.run_id) order by p.run_id`,
  },
];

/** The rules of the judge's queue. */
export const JUDGE_RULES: readonly Rule[] = [
  {
    code: "JUDGE_TASK",
    violations: sql`
      select t.run_id as run, u.release_id as release, 'judge''s task of question ' || t.ordinal as subject,
        'PENDING in a run that waits for the judge, DONE with a judgement, or FAILED' as expected,
        t.status || case when j.content_hash is null then ' without' else ' with' end || ' a judgement, in a run that is '
          || coalesce(u.status, 'not there') as found
      from ${judgeTasks} t left join ${runs} u on u.id = t.run_id left join ${judgements} j on j.content_hash = t.content_hash
      where not coalesce(case t.status when 'PENDING' then u.status = 'JUDGING' or u.rejudging
        when 'DONE' then j.content_hash is not null when 'FAILED' then true else false end, false)
      order by t.run_id, t.ordinal`,
  },
  {
    code: "JUDGE_TASK",
    violations: sql`
      with asked as materialized (
        select run_id, ordinal from ${predictions} where run_id in (select run_id from ${judgeTasks}))
      select t.run_id as run, u.release_id as release, 'judge''s task of question ' || t.ordinal as subject,
        'a prediction of the run' as expected, 'none' as found
      from ${judgeTasks} t left join ${runs} u on u.id = t.run_id
        left join asked p on p.run_id = t.run_id and p.ordinal = t.ordinal
      where p.run_id is null order by t.run_id, t.ordinal`,
  },
  {
    code: "JUDGE_TASK",
    violations: sql`
      select u.id as run, u.release_id as release, 'judge''s tasks' as subject, 'at least 1' as expected, 'none' as found
      from ${runs} u where (u.status = 'JUDGING' or u.rejudging)
        and not exists (select from ${judgeTasks} t where t.run_id = u.id) order by u.id`,
  },
];
