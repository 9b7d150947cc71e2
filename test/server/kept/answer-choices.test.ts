import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchRunsWithoutChoices } from "../../../src/server/runs/choice-queries.ts";
import { ChoiceFilling, fillChoices } from "../../../src/server/runs/choice-vector.ts";
import { runServices } from "../../../src/server/runs/submission/run-services.ts";
import { checkDatabase } from "../../../src/server/upkeep/check-database.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { type VariedDatabase, variedDatabase } from "./varied-database.ts";

let varied: VariedDatabase;
beforeAll(async () => {
  varied = await variedDatabase();
});
afterAll(() => varied?.close());

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The latest choices of each run as stored, in hexadecimal; null if they are missing. */
const stored = (): Promise<{ readonly run: number; readonly choices: string | null }[]> =>
  rowsAs(
    varied.server.database,
    sql`select distinct on (run_id) run_id as run, encode(choices, 'hex') as choices from scores order by run_id, revision desc`,
  );

/** The choices according to the prediction rows, in hexadecimal. A choice is the label's position in the alphabet, from 1. */
async function expected(run: number): Promise<string> {
  const [{ length } = { length: 0 }] = await rowsAs<{ length: number }>(
    varied.server.database,
    sql`select length from scores where run_id = ${run}::int limit 1`,
  );
  const answers = await rowsAs<{ ordinal: number; answer: string | null }>(
    varied.server.database,
    sql`select p.ordinal, p.answer from predictions p join runs r on r.id = p.run_id
      join questions q on q.release_id = r.release_id and q.ordinal = p.ordinal
      where p.run_id = ${run}::int and q.answer_format = 'MULTIPLE_CHOICE' and not r.open_ended`,
  );
  const bytes = new Uint8Array(length);
  for (const { ordinal, answer } of answers) bytes[ordinal] = answer === null ? 0 : ALPHABET.indexOf(answer) + 1;
  return Buffer.from(bytes).toString("hex");
}

async function requireAllAsExpected(): Promise<number> {
  const rows = await stored();
  for (const { run, choices } of rows) expect({ run, choices }).toEqual({ run, choices: await expected(run) });
  return rows.length;
}

const forget = (where = sql`true`): Promise<unknown> =>
  varied.server.database.transaction((tx) => tx.query(sql`update scores set choices = null where ${where}`));

describe("the chosen options of runs", () => {
  it("are stored with every scoring: of submitted, judged, confirmed, rescored, corrected and withdrawn runs", async () => {
    expect(await requireAllAsExpected()).toBeGreaterThan(7);
    const chosen = (await stored()).filter(({ choices }) => /[1-9a-f]/.test(choices ?? ""));
    expect(chosen.length).toBeGreaterThan(5);
  });

  it("are filled in for runs of an earlier version, and an interrupted fill continues later", async () => {
    const services = runServices(varied.server.database);
    await forget();
    const first = (await stored())[0]?.run ?? 0;
    await fillChoices(services, first);
    expect((await stored()).filter(({ choices }) => choices !== null).map(({ run }) => run)).toEqual([first]);
    const logged: unknown[] = [];
    const log = (_: string, error: unknown) => logged.push(error);
    const interrupted = new ChoiceFilling(services, log);
    interrupted.start();
    await interrupted.stop();
    expect((await stored()).some(({ choices }) => choices === null)).toBe(true);
    const filling = new ChoiceFilling(services, log);
    filling.start();
    await filling.done;
    expect(logged).toEqual([]);
    await requireAllAsExpected();
    expect(await fetchRunsWithoutChoices(varied.server.database, 0, 10)).toEqual([]);
    await services.pool.close();
  });

  it("stay missing after a correction, and are then filled in from the corrected predictions", async () => {
    await forget();
    const input = { benchmark: "lamps", corrections: [{ question: "c5", answer: "A" }], reason: "r", author: "a" };
    const { errors } = await varied.server.request(
      "mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }",
      { input },
    );
    expect(errors).toBeUndefined();
    const services = runServices(varied.server.database);
    for (const run of await fetchRunsWithoutChoices(varied.server.database, 0, 500)) await fillChoices(services, run);
    await requireAllAsExpected();
    await services.pool.close();
  });

  it("are checked against the predictions", async () => {
    const before: unknown[] = [];
    for await (const finding of checkDatabase(varied.server.database)) before.push(finding);
    expect(before).toEqual([]);
    const [damaged] = (await stored()).filter(({ choices }) => (choices?.length ?? 0) > 4);
    await varied.server.database.transaction((tx) =>
      tx.query(sql`update scores set choices = set_byte(choices, 1, 99) where run_id = ${damaged?.run}::int`),
    );
    const codes: string[] = [];
    for await (const { code } of checkDatabase(varied.server.database)) codes.push(code);
    expect(codes).toEqual(["VECTOR_DIFFERS"]);
  });
});
