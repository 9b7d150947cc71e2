-- Spreads an Omnidex database over a Citus cluster: the rows of predictions by run, everything else on every node.
-- By hand, once, on the coordinator, with no server running, after `omnidex migrate`, on an empty database or a filled one:
--
--   psql "$DATABASE_URL" --set ON_ERROR_STOP=1 --single-transaction --file drizzle/citus/distribute.sql
--
-- docs/scaling.md says why the layout is this one, and what does not work on it. It is not one of the migrations that a
-- server makes: they must do the same on PGlite.

create extension if not exists citus;

-- Citus wants bigint for identity columns, and ids are integers in all tables and programs: the same sequences as plain
-- defaults. Ids are only ever given out on the coordinator.
do $$
declare
  it record;
  last bigint;
begin
  for it in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' order by table_name
  loop
    execute format('select coalesce(max(%I), 0) from public.%I', it.column_name, it.table_name) into last;
    execute format('alter table public.%I alter column %I drop identity', it.table_name, it.column_name);
    execute format('create sequence public.%I as integer owned by public.%I.%I',
      it.table_name || '_' || it.column_name || '_seq', it.table_name, it.column_name);
    execute format('select setval(%L, %s, false)',
      'public.' || it.table_name || '_' || it.column_name || '_seq', last + 1);
    execute format('alter table public.%I alter column %I set default nextval(%L)', it.table_name, it.column_name,
      'public.' || it.table_name || '_' || it.column_name || '_seq');
  end loop;
end $$;

-- Shards take the place of the eight partitions: both would make eight tables of each shard.
alter table predictions rename to predictions_partitioned;
alter table predictions_partitioned rename constraint predictions_run_id_ordinal_pk to predictions_partitioned_pk;
create table predictions (like predictions_partitioned including defaults including comments);
insert into predictions select * from predictions_partitioned;
drop table predictions_partitioned;
alter table predictions add constraint predictions_run_id_ordinal_pk primary key (run_id, ordinal);

-- What is small, and joined with everything. Those that are referred to come first.
select create_reference_table('benchmarks');
select create_reference_table('categories');
select create_reference_table('tasks');
select create_reference_table('audio_types');
select create_reference_table('releases');
select create_reference_table('key_revisions');
select create_reference_table('videos');
select create_reference_table('questions');
select create_reference_table('answers');
select create_reference_table('media');
select create_reference_table('models');
select create_reference_table('published_results');
select create_reference_table('seeds');
select create_reference_table('runs');
select create_reference_table('scores');
select create_reference_table('judgements');
select create_reference_table('judge_tasks');
select create_reference_table('api_keys');

-- What is large. Its key leads with the run, and it refers to nothing but a reference table.
select create_distributed_table('predictions', 'run_id');
alter table predictions add constraint predictions_run_id_runs_id_fk foreign key (run_id) references runs (id);
