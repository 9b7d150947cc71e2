import { sql } from "drizzle-orm";
import { outputBytesOf } from "../conditions/output-bytes.ts";
import {
  answers,
  audioTypes,
  benchmarks,
  keyRevisions,
  media,
  questions,
  releases,
} from "../db/tables/benchmark-tables.ts";
import { judgements, judgeTasks } from "../db/tables/judge-tables.ts";
import { predictions, runs, scores } from "../db/tables/run-tables.ts";
import type { Rule } from "./rule.ts";

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
