import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { ScoreVectors } from "../../../src/server/memory/vector-memory.ts";
import { createTestServer } from "../../support/test-server.ts";

it("has the first scoring of a run before this server hears that the data have changed", async () => {
  const { database, close } = await createTestServer();
  try {
    const versions = Object.assign(Object.create(database.versions), { current: () => "not heard yet" });
    const vectors = new ScoreVectors({ ...database, versions });
    await database.query(sql`create table kept as select * from scores where run_id = 1`);
    await database.query(sql`delete from scores where run_id = 1`);
    expect([...(await vectors.latest([1])).keys()]).toEqual([]);
    await database.query(sql`insert into scores select * from kept`);
    expect([...(await vectors.latest([1])).keys()]).toEqual([1]);
  } finally {
    await close();
  }
});
