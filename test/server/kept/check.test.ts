import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Queryable } from "../../../src/server/db/database.ts";
import { toStatement } from "../../../src/server/db/statement.ts";
import { type CheckSummary, checkDatabase, type Finding } from "../../../src/server/upkeep/check-database.ts";
import { someOf } from "../../support/cases.ts";
import { type VariedDatabase, variedDatabase } from "./varied-database.ts";

async function check(database: Database): Promise<{ findings: readonly Finding[]; summary: CheckSummary }> {
  const findings: Finding[] = [];
  const all = checkDatabase(database);
  for (;;) {
    const next = await all.next();
    if (next.done) return { findings, summary: next.value };
    findings.push(next.value);
  }
}

/** The database as seen by a transaction that is never committed. */
function within(database: Database, tx: Queryable): Database {
  const snapshot: Queryable = {
    query: async (query) => {
      const statement = toStatement(query);
      return statement.text.startsWith("set ") ? [] : tx.query(statement);
    },
  };
  return { ...database, query: snapshot.query, transaction: (work) => work(snapshot) };
}

const FIRST = sql`(select min(id) from runs where status = 'SCORED' and judge)`;
const LAMPS = sql`(select id from releases where benchmark_id = (select id from benchmarks where slug = 'lamps'))`;
const DEMO = sql`(select id from releases where benchmark_id = (select id from benchmarks where slug = 'omnidex-demo'))`;

/** The invariants, each with the statements that break it and the code of the expected finding. */
const DAMAGES: readonly (readonly [name: string, code: string, ...statements: SQL[]])[] = [
  [
    "a bit of a vector",
    "VECTOR_DIFFERS",
    sql`update scores set correct = set_bit(correct, 0, 1 - get_bit(correct, 0)), answered = set_bit(answered, 0, 1), unparsed = set_bit(unparsed, 0, 0)
    where run_id = (select run_id from predictions where ordinal = 0 and outcome = 'WRONG' order by run_id limit 1)`,
  ],
  [
    "a prediction's outcome",
    "VECTOR_DIFFERS",
    sql`update predictions set outcome = 'ERRORED' where run_id = ${FIRST} and ordinal = 1`,
  ],
  ["the bytes of a run", "STORED_BYTES", sql`update runs set stored_bytes = stored_bytes + 1 where id = ${FIRST}`],
  ["a missing prediction", "VECTOR_DIFFERS", sql`delete from predictions where run_id = ${FIRST} and ordinal = 2`],
  [
    "a prediction of no question",
    "PREDICTION",
    sql`update predictions set ordinal = 900 where run_id = ${FIRST} and ordinal = 2`,
  ],
  [
    "an unknown outcome",
    "PREDICTION",
    sql`update predictions set outcome = 'RIGHT' where run_id = ${FIRST} and ordinal = 2`,
  ],
  [
    "a score that became partial",
    "VECTOR_DIFFERS",
    sql`update predictions set outcome = 'PARTIAL', score = 0.5 where run_id = ${FIRST} and ordinal = 2`,
  ],
  [
    "graded scores",
    "VECTOR_DIFFERS",
    sql`update scores set graded = decode(repeat('00', 4 * length), 'hex'), value = 0 where run_id = ${FIRST}`,
  ],
  ["a question in two sets", "VECTOR_SETS", sql`update scores set unparsed = answered where run_id = ${FIRST}`],
  [
    "a right answer that the predictions lack",
    "VECTOR_SETS",
    sql`update scores set answered = unparsed where run_id = ${FIRST}`,
  ],
  [
    "bits beyond the last question",
    "VECTOR_SETS",
    sql`update scores set errored = set_bit(errored, 8 * octet_length(errored) - 1, 1), length = length
    where run_id = (select s.run_id from scores s where s.length % 8 <> 0 limit 1)`,
  ],
  [
    "a chosen option",
    "VECTOR_DIFFERS",
    sql`update scores set choices = set_byte(choices, 0, 200 - get_byte(choices, 0)) where run_id = ${FIRST}`,
  ],
  ["the number of choices", "VECTOR_LENGTH", sql`update scores set choices = ''::bytea where run_id = ${FIRST}`],
  ["the overall score", "SCORE_VALUE", sql`update scores set value = value + 0.01 where run_id = ${FIRST}`],
  ["a vector's length", "VECTOR_LENGTH", sql`update scores set unscored = ''::bytea where run_id = ${FIRST}`],
  ["the count of missing answers", "RUN_SUMMARY", sql`update runs set missing = missing + 1 where id = ${FIRST}`],
  ["whether a run is partial", "RUN_SUMMARY", sql`update runs set partial = not partial where id = ${FIRST}`],
  ["the share of ambiguous readings", "RUN_SUMMARY", sql`update runs set ambiguous_share = 0.75 where id = ${FIRST}`],
  ["a missing scoring", "RUN_STATUS", sql`delete from scores where run_id = ${FIRST}`],
  ["an unknown status", "RUN_STATUS", sql`update runs set status = 'DONE' where id = ${FIRST}`],
  ["an open run with a scoring", "RUN_STATUS", sql`update runs set status = 'OPEN' where id = ${FIRST}`],
  ["a run that was stored only in part", "RUN_STATUS", sql`update runs set input_hash = '' where id = ${FIRST}`],
  [
    "a run of another benchmark",
    "RUN_RELEASE",
    sql`update runs set benchmark_id = (select id from benchmarks where slug = 'mmworld') where id = ${FIRST}`,
  ],
  ["confirmations", "RUN_CONFIRMATIONS", sql`update runs set confirmations = 'DOUBLE' where id = ${FIRST}`],
  [
    "a scoring in between",
    "SCORING_REVISIONS",
    sql`update scores set revision = revision + 5 where run_id = ${FIRST} and revision = 2`,
  ],
  [
    "a scoring without a key",
    "SCORING_KEY",
    sql`update scores set key_revision = 9 where run_id = ${FIRST} and revision = 1`,
  ],
  [
    "predictions without a run",
    "ORPHAN",
    sql`set session_replication_role = replica`,
    sql`insert into predictions (run_id, ordinal, outcome, rule, ambiguous) values (99999, 0, 'MISSING', 'none', false)`,
  ],
  [
    "the number of questions",
    "RELEASE_COUNTS",
    sql`update releases set question_count = question_count + 1 where id = ${LAMPS}`,
  ],
  ["the number of videos", "RELEASE_COUNTS", sql`update releases set video_count = video_count - 1 where id = ${DEMO}`],
  [
    "a gap in the ordinals",
    "RELEASE_COUNTS",
    sql`update questions set ordinal = 5000 where release_id = ${DEMO} and ordinal = 479`,
  ],
  [
    "a question's text",
    "RELEASE_CONTENT",
    sql`update questions set text = text || '?' where release_id = ${DEMO} and ordinal = 7`,
  ],
  [
    "a video's own words",
    "RELEASE_CONTENT",
    sql`update videos set native = '{"a":1}' where release_id = ${DEMO} and position = 3`,
  ],
  [
    "an answer of the file",
    "RELEASE_CONTENT",
    sql`update answers set key = '{"kind":"text","text":"x"}' where revision = 1
    and question_id = (select id from questions where release_id = ${DEMO} and ordinal = 7)`,
  ],
  ["the content's hash", "RELEASE_CONTENT", sql`update releases set content_hash = repeat('0', 64) where id = ${DEMO}`],
  ["a release without a hash", "RELEASE_CONTENT", sql`update releases set rows_hash = null where id = ${DEMO}`],
  [
    "a question without an answer",
    "ANSWER_KEY",
    sql`delete from answers where question_id = (select id from questions where release_id = ${DEMO} and ordinal = 7)`,
  ],
  ["an answer without a revision", "ANSWER_KEY", sql`update answers set revision = 7 where revision = 2`],
  ["a missing revision", "ANSWER_KEY", sql`delete from key_revisions where release_id = ${LAMPS} and revision = 1`],
  [
    "a copy of a duration",
    "COPIED_COLUMN",
    sql`update questions set duration_seconds = 1 where release_id = ${DEMO} and ordinal = 7`,
  ],
  [
    "a task of another benchmark",
    "FOREIGN_ROW",
    sql`update questions set task_id = (select t.id from tasks t join benchmarks b on b.id = t.benchmark_id where b.slug = 'lamps' limit 1)
    where release_id = ${DEMO} and ordinal = 7`,
  ],
  [
    "a mask of sound types",
    "AUDIO_TYPES",
    sql`update questions set audio_mask = 7 - audio_mask where release_id = ${DEMO} and ordinal = 7`,
  ],
  [
    "labels of sound types",
    "AUDIO_TYPES",
    sql`update videos set audio_type_ids = audio_type_ids || 9999 where release_id = ${DEMO} and position = 7`,
  ],
  [
    "a sound type",
    "AUDIO_TYPES",
    sql`update audio_types set type = 'NOISE' where id = (select min(id) from audio_types)`,
  ],
  [
    "a review of a missing option",
    "KEY_REVIEW",
    sql`insert into key_reviews (release_id, ordinal, verdict, key, key_revision, reviewer, reason) values (${DEMO}, 0, 'RIGHT', 9, 1, 'mia', 'r')`,
  ],
  [
    "a record of an unknown file",
    "MEDIA_OWNER",
    sql`insert into media (position, kind, path) values (0, 'VIDEO', 'x')`,
  ],
  [
    "a file with two owners",
    "MEDIA_OWNER",
    sql`insert into media (video_id, question_id, position, kind, path)
    select v.id, q.id, 0, 'VIDEO', 'x' from videos v, questions q where v.release_id = ${DEMO} and q.release_id = ${DEMO} limit 1`,
  ],
  ["no current release", "CURRENT_RELEASE", sql`update releases set is_current = false where id = ${LAMPS}`],
  ["a missing judgement", "JUDGE_TASK", sql`delete from judgements`],
  [
    "a pending task of a scored run",
    "JUDGE_TASK",
    sql`update judge_tasks set status = 'PENDING' where run_id = ${FIRST}`,
  ],
  [
    "a task without a prediction",
    "JUDGE_TASK",
    sql`update judge_tasks set ordinal = 11 where (run_id, ordinal) = (select run_id, ordinal from judge_tasks where run_id = ${FIRST} limit 1)`,
  ],
  [
    "a run that waits without a task",
    "JUDGE_TASK",
    sql`update runs set rejudging = true where id = (select min(u.id) from runs u
      where u.status = 'SCORED' and not exists (select from judge_tasks t where t.run_id = u.id))`,
  ],
];

describe("omnidex check", () => {
  let varied: VariedDatabase;

  beforeAll(async () => {
    varied = await variedDatabase();
  });
  afterAll(() => varied.close());

  it("finds nothing in a database with runs of every kind", async () => {
    const { findings, summary } = await check(varied.server.database);
    expect(findings).toEqual([]);
    expect(summary).toMatchObject({ findings: 0, releases: 3, runs: 10 });
    expect(summary.predictions).toBeGreaterThan(1_400);
  });

  // A check sends all of its statements, whatever it finds, so PGlite needs only some of the cases.
  it.each(process.env.TEST_DATABASE_URL ? DAMAGES : someOf(DAMAGES, 13))(
    "reports %s (%s)",
    async (_name, code, ...statements) => {
      const { database } = varied.server;
      const taken = new Error("rolled back");
      const damaged = database.transaction(async (tx) => {
        for (const statement of statements as SQL[]) await tx.query(statement);
        const { findings, summary } = await check(within(database, tx));
        expect(findings.map((finding) => finding.code)).toContain(code);
        expect(summary.findings).toBe(findings.length);
        for (const { expected, found } of findings) expect(expected).not.toBe(found);
        throw taken;
      });
      await expect(damaged).rejects.toBe(taken);
    },
  );
});
