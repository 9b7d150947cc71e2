import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { computeRowsHash } from "../../../src/server/benchmarks/release-hash-queries.ts";
import { knownMigrations } from "../../../src/server/db/migrations.ts";
import { questions, releases, videos } from "../../../src/server/db/tables/benchmark-tables.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseTsv } from "../../fixtures/worldsense-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { counts, facet } from "../facet-counts.ts";
import { tallyDurations } from "./tally-durations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe("facets return the papers' own distributions", () => {
  it.each([
    ["JSON", worldSenseJson],
    ["TSV", worldSenseTsv],
  ] as const)(
    "of WorldSense's duration labels, from a synthetic %s file",
    async (_, write: (videos: ReturnType<typeof worldSenseFixture>) => ImportFile) => {
      const made = worldSenseFixture();
      await importFiles(server.database, "worldsense", [write(made)], { replace: true });
      const values = await facet(server, "DURATION_LABEL", { benchmarks: ["worldsense"] });
      const fields = made.map((video) => video.fields as unknown as { readonly duration: string });
      expect(Object.fromEntries(values.map(({ key, videos: n }) => [key, n]))).toEqual(tallyDurations(fields));
    },
  );

  it("of AVI-Bench's stages and dominances (Table 2), from synthetic files with the paper's counts", async () => {
    await importFiles(server.database, "avi-bench", aviBenchFiles(), { replace: true });
    const levels = { PERCEPTION: 1494, UNDERSTANDING: 808, REASONING: 1472, SENSATION: 2090 };
    expect(await counts(server, "LEVEL", "avi-bench")).toEqual(levels);
    // AUDIO: AMIC, VAR, AVH, ASQA. VISUAL: VMIC, AVR, VAH, VSQA. JOINT: the other six tasks.
    expect(await counts(server, "DOMINANCE", "avi-bench")).toEqual({
      AUDIO: 518 + 264 + 250 + 502,
      VISUAL: 521 + 264 + 250 + 1200,
      JOINT: 205 + 250 + 280 + 469 + 503 + 388,
    });
    const audioSensation: QuestionFilter = { benchmarks: ["avi-bench"], levels: ["SENSATION"], dominances: ["AUDIO"] };
    expect(await facet(server, "TASK", audioSensation)).toMatchObject([{ key: "asqa", questions: 502 }]);
    expect(await counts(server, "SUBSET", "avi-bench")).toEqual({ VSQA_I: 620, VSQA_V: 580 });
    const natives = (await facet(server, "LEVEL", { benchmarks: ["avi-bench"] })).flatMap(
      ({ nativeLabels }) => nativeLabels,
    );
    expect(natives.toSorted()).toEqual(["Perception", "Primitive Sensation", "Reasoning", "Understanding"]);
  });
});

describe("the migration", () => {
  it("fills in the labels of older releases, and computes their row hashes again", async () => {
    await importFiles(server.database, "worldsense", [worldSenseJson(worldSenseFixture(9))], { replace: true });
    const stored = () =>
      rowsAs<object>(
        server.database,
        sql`select id, duration_label from ${videos} where native ? 'duration' order by id`,
      );
    const copied = () => rowsAs<object>(server.database, sql`select id, duration_label from ${questions} order by id`);
    const hashes = () =>
      rowsAs<{ id: number; hash: string }>(
        server.database,
        sql`select id, rows_hash as hash from ${releases} order by id`,
      );
    const before = [await stored(), await copied(), await hashes()];
    await server.database.query(
      sql`update ${questions} set duration_label = null where video_id in (select id from ${videos} where native ? 'duration')`,
    );
    await server.database.query(sql`update ${videos} set duration_label = null where native ? 'duration'`);
    await server.database.query(sql`update ${releases} set rows_hash = 'old'`);
    const migration = knownMigrations().find(({ statements }) =>
      statements.some((text) => text.includes("duration_label")),
    );
    for (const text of migration?.statements ?? [])
      if (/^\s*(--.*\n)?UPDATE/.test(text)) await server.database.query(sql.raw(text));
    expect([await stored(), await copied(), await hashes()]).toEqual(before);
    for (const { id, hash } of await hashes()) expect(await computeRowsHash(server.database, id)).toBe(hash);
  });
});
