import type { Variables } from "../queries/five-queries.ts";

/**
 * One hand-written statement. It gets its parameters from a request's variables, and returns the answer's text as its
 * only column.
 */
export interface FloorStatement {
  readonly text: string;
  readonly parameters: (variables: Variables) => readonly unknown[];
}

const AUDIO_BITS: Readonly<Record<string, number>> = { SPEECH: 1, SOUND: 2, MUSIC: 4 };
const audioBit = (type: unknown): number => AUDIO_BITS[String(type)] ?? 0;
const keyOf = (id: unknown): number => Number(String(id).replace(/^\w+_/, ""));

const Q1: FloorStatement = {
  text: `
    with matched as materialized (
      select id, release_id, ordinal from questions
      where release_id in (select id from releases where is_current)
        and audio_mask & $1::smallint <> 0 and level = $2::text and duration_seconds > $3::float8)
    select json_build_object('data', json_build_object('questions', json_build_object(
      'totalCount', (select count(*) from matched),
      'nodes', (
        select coalesce(json_agg(json_build_object(
          'id', 'question_' || q.id, 'key', q.key, 'text', q.text, 'answerFormat', q.answer_format, 'level', q.level,
          'options', (
            select coalesce(json_agg(json_build_object('label', chr(64 + o.place::int), 'text', o.text) order by o.place), '[]')
            from jsonb_array_elements_text(q.options) with ordinality o(text, place)),
          'task', json_build_object('slug', t.slug, 'name', t.name),
          'audioTypes', (
            select coalesce(json_agg(json_build_object('type', a.type, 'nativeLabel', a.native_label) order by a.bit), '[]')
            from audio_types a where a.id = any(q.audio_type_ids)),
          'video', case when v.id is not null then json_build_object('key', v.key, 'durationSeconds', v.duration_seconds,
            'category', case when c.id is not null then json_build_object('slug', c.slug, 'name', c.name) end) end)
          order by q.release_id, q.ordinal), '[]')
        from (select id from matched order by release_id, ordinal limit 100) page
          join questions q using (id) join tasks t on t.id = q.task_id
          left join videos v on v.id = q.video_id left join categories c on c.id = v.category_id))))::text as body`,
  parameters: ({ audio, level, longer }) => [audioBit(audio), level, longer],
};

const Q2: FloorStatement = {
  text: `
    select json_build_object('data', json_build_object('videos', json_build_object('nodes', coalesce(json_agg(
      json_build_object('id', 'video_' || v.id, 'key', v.key, 'durationSeconds', v.duration_seconds, 'questions',
        json_build_object('nodes', (
          select coalesce(json_agg(json_build_object('id', 'question_' || q.id, 'key', q.key, 'text', q.text,
            'task', json_build_object('slug', t.slug, 'name', t.name)) order by q.ordinal), '[]')
          from (select id, key, text, ordinal, task_id from questions where video_id = v.id order by ordinal limit 5) q
            join tasks t on t.id = q.task_id)))
      order by v.release_id, v.position), '[]'))))::text as body
    from (
      select id, key, duration_seconds, release_id, position from videos
      where release_id in (select id from releases where is_current) order by release_id, position limit 20) v`,
  parameters: () => [],
};

const Q3: FloorStatement = {
  text: `
    select json_build_object('data', json_build_object('node', json_build_object('id', 'question_' || q.id, 'key', q.key,
      'text', q.text, 'answerFormat', q.answer_format, 'video', case when v.id is not null then
        json_build_object('id', 'video_' || v.id, 'key', v.key, 'durationSeconds', v.duration_seconds) end)))::text as body
    from questions q left join videos v on v.id = q.video_id where q.id = $1::int`,
  parameters: ({ id }) => [keyOf(id)],
};

const visibleRun = "r.visibility = 'PUBLIC' and r.status = 'SCORED'";

const cells = (counts: string): string => `
  select json_build_object('data', json_build_object('run', json_build_object('id', 'run_' || $1::int, 'breakdown', (
    select coalesce(json_agg(json_build_object(
      'keys', json_build_array(json_build_object('key', t.slug, 'label', t.name)),
      'score', json_build_object('value', x.correct / x.n, 'n', x.n, 'correct', x.correct)) order by t.slug collate "C"), '[]')
    from (${counts}) x join tasks t on t.id = x.task_id where x.n > 0))))::text as body`;

/** Computed from the prediction rows, as in a schema without score vectors. */
const Q4: FloorStatement = {
  text: `with given as materialized (select ordinal, outcome, score from predictions where run_id = $1::int)
    ${cells(`
      select q.task_id, count(*) filter (where p.outcome is distinct from 'UNSCORED') as n,
        coalesce(sum(p.score), 0)::float8 as correct
      from questions q left join given p on p.ordinal = q.ordinal
      where q.release_id = (select r.release_id from runs r where r.id = $1::int and ${visibleRun})
      group by q.task_id`)}`,
  parameters: ({ run }) => [keyOf(run)],
};

/** Computed from the score vectors, given that every score is 0 or 1. */
const Q4_VECTORS: FloorStatement = {
  text: `with latest as materialized (
      select r.release_id, s.correct, s.unscored, bit_count(s.unscored) > 0 as some_unscored
      from runs r join scores s on s.run_id = r.id where r.id = $1::int and ${visibleRun}
      order by s.revision desc limit 1)
    ${cells(`
      select q.task_id, count(*) filter (where not s.some_unscored or get_bit(s.unscored, q.ordinal) = 0) as n,
        sum(get_bit(s.correct, q.ordinal))::float8 as correct
      from latest s join questions q on q.release_id = s.release_id group by q.task_id`)}`,
  parameters: ({ run }) => [keyOf(run)],
};

/**
 * Counts the right answers of each run in a slice: the slice is a bit string that is ANDed with the bit string of the
 * run. `bytea` numbers the bits of each byte from the right, and a bit string from the left, so the positions in the
 * mask are reversed.
 */
const leaderboard = (vectors: string, correct: string): string => `
  with release as materialized (
    select r.id, repeat('0', (r.question_count + 7) / 8 * 8)::varbit as no_bits from releases r join benchmarks b on b.id = r.benchmark_id
    where b.slug = $1::text and r.is_current),
  mask as materialized (
    select bit_or(set_bit(release.no_bits, (q.ordinal & ~7) + 7 - (q.ordinal & 7), 1)) as bits, count(*)::int as n
    from release join questions q on q.release_id = release.id
    where q.audio_mask & $2::smallint <> 0 and q.level = $3::text and q.duration_seconds > $4::float8),
  counted as materialized (
    select r.id, r.model_id, mask.n, bit_count(${correct} & mask.bits) as correct
    from release join runs r on r.release_id = release.id join ${vectors} s on s.run_id = r.id cross join mask
    where ${visibleRun} and mask.n > 0),
  ranked as (
    select id, model_id, n, correct, correct::float8 / n as value, rank() over (order by correct desc) as rank
    from counted)
  select json_build_object('data', json_build_object('leaderboard', json_build_object(
    'totalCount', (select count(*) from counted), 'questions', (select n from mask),
    'nodes', coalesce(json_agg(json_build_object('rank', x.rank, 'value', x.value,
      'model', json_build_object('slug', x.slug, 'name', x.name), 'run', json_build_object('id', 'run_' || x.id),
      'score', json_build_object('n', x.n, 'correct', x.correct))
      order by x.rank, x.name collate "C", x.id), '[]'))))::text as body
  from (
    select ranked.*, m.slug, m.name from ranked join models m on m.id = ranked.model_id
    order by ranked.rank, m.name collate "C", ranked.id limit 50) x`;

const leaderboardParameters: FloorStatement["parameters"] = ({ benchmark, audio, level, longer }) => [
  benchmark,
  audioBit(audio),
  level,
  longer,
];

export const Q5: FloorStatement = {
  text: leaderboard("scores", "('x' || encode(s.correct, 'hex'))::varbit"),
  parameters: leaderboardParameters,
};

/** Computed from bit strings that are stored beside the tables; see `floor-extras.ts`. */
const Q5_BITS: FloorStatement = {
  text: leaderboard("bench_score_bits", "s.correct"),
  parameters: leaderboardParameters,
};

/** Hand-written SQL over the tables as they are. */
export const FLOOR: Readonly<Record<string, FloorStatement>> = { Q1, Q2, Q3, Q4, Q5 };

/** Hand-written SQL with every optimization, for the queries that become faster with it. */
export const FLOOR_BEST: Readonly<Record<string, FloorStatement>> = { Q4: Q4_VECTORS, Q5: Q5_BITS };
