import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openAsItIs, openDatabase } from "../../../src/server/main.ts";
import { distributeDatabase } from "../../../src/server/upkeep/distribute-database.ts";
import { citusNodes } from "../../support/citus-databases.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { createTestServer } from "../../support/test-server.ts";
import { statementsOf } from "./touched-partitions.ts";

const onCitus = citusNodes().length > 0;

it.skipIf(onCitus)("distributing a database without Citus is refused, and the database still answers", async () => {
  const server = await createTestServer();
  const distribution = distributeDatabase(server.database, { shards: 8, report: () => {} });
  await expect(distribution).rejects.toMatchObject({
    code: "BAD_USER_INPUT",
    message: expect.stringMatching(/^This database does not have Citus\. Distributing needs .*DATABASE_URL to it\.$/),
  });
  expect(await server.data("{runs(first:1){nodes{predictions(first:1){nodes{response}}}}}")).toBeDefined();
  await server.close();
});

it("no server opens a half-distributed database", async (context) => {
  const { url, drop } = await createTestDatabase();
  if (url === "memory:") return context.skip("PGlite in memory cannot be opened again");
  const location = { engine: "postgresql", url } as const;
  const opened = await openAsItIs(location);
  await opened.database.query(sql`create table predictions_undistributed ()`);
  await expect(openDatabase(location)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("Run 'omnidex distribute' again"),
  });
  await opened.close();
  await drop();
});

it.skipIf(onCitus)(
  "a run's predictions are read through a function, which PostgreSQL replaces by a scan of the run's partition",
  async () => {
    const server = await createTestServer();
    const ask = () =>
      server.data(
        "{runs(first:3){nodes{predictionCount predictions(first:5,filter:{outcomes:[WRONG]}){totalCount nodes{response}}}}}",
      );
    const [statement, ...others] = await statementsOf(server.database, ask);
    expect(others).toEqual([]);
    expect(statement?.text).toMatch(/\bpredictions_of\(/);
    const plan = await server.database.query({
      text: `explain (verbose) ${statement?.text}`,
      params: statement?.params ?? [],
    });
    expect(JSON.stringify(plan)).toMatch(/predictions_7/);
    expect(JSON.stringify(plan)).not.toMatch(/Function Scan/);
    await server.close();
  },
);
