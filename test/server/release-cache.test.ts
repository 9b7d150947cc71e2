import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalSlice } from "../../src/domain/slice/canonical-slice.ts";
import { ReleaseCache } from "../../src/server/services/aggregates/release-cache.ts";
import { importBenchmark } from "../../src/server/services/import-benchmark.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { gapBatch } from "./gap-batch.ts";

let server: TestServer;
let releases: readonly number[];

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  const { benchmarks } = await server.data<{ benchmarks: { release: { id: string } | null }[] }>(
    "{benchmarks{release{id}}}",
  );
  releases = benchmarks.flatMap(({ release }) =>
    release === null ? [] : [Number(release.id.replace("release_", ""))],
  );
});
afterAll(() => server.close());

it.each([10_000_000, 500, 100, 1])("finds every question of a slice, room for %i of them or not", async (room) => {
  const cache = new ReleaseCache(server.database, room);
  const everything = canonicalSlice(null);
  const perception = canonicalSlice({ levels: ["PERCEPTION"] });
  const sizes = async (asked: readonly number[], slice: typeof everything): Promise<number[]> =>
    [...(await cache.members(asked, slice, []))].map(([, members]) => members.length).toSorted((a, b) => a - b);
  const [gaps, demo] = [40, 480];
  // One is known and then pushed out by the other, in the same call.
  for (const release of releases) {
    await cache.members([release], everything, []);
    expect(await sizes(releases, everything)).toEqual([gaps, demo]);
    expect((await sizes(releases, perception))[0]).toBe(gaps / 2);
  }
});
