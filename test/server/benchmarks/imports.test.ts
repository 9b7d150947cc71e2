import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTaxonomy } from "../../../src/domain/taxonomy.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { textFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture, mmworldFlatParquet, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import {
  worldSenseFixture,
  worldSenseJson,
  worldSenseParquet,
  worldSenseTsv,
} from "../../fixtures/worldsense-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { findSharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Counts {
  benchmark: { questionCount: number; videoCount: number; releases: { version: number; current: boolean }[] };
}

const COUNTS = `query ($slug: String!) {
  benchmark(slug: $slug) { questionCount videoCount releases { version current } } }`;

describe("imports", () => {
  let server: TestServer;
  const run = (slug: string, ...files: ImportFile[]) => importFiles(server.database, slug, files);
  const counts = async (slug: string) => (await server.data<Counts>(COUNTS, { slug })).benchmark;
  const byTask = async (slug: string) => {
    const { facets } = await server.data<{ facets: [{ values: { key: string; questions: number }[] }] }>(
      `query ($slug: [String!]) { facets(by: [TASK], filter: { benchmarks: $slug }) { values { key questions } } }`,
      { slug: [slug] },
    );
    return Object.fromEntries(facets[0].values.map(({ key, questions }) => [key, questions]));
  };
  const published = (slug: string) =>
    Object.fromEntries(findTaxonomy(slug)?.tasks.map((task) => [task.slug, task.questions]) ?? []);

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("make one and the same release of WorldSense at full size from JSON, TSV and Parquet", async () => {
    const videos = worldSenseFixture();
    expect(await run("worldsense", worldSenseJson(videos))).toMatchObject({ status: "CREATED", releaseVersion: 1 });
    expect(await run("worldsense", worldSenseTsv(videos, true))).toMatchObject({ status: "UNCHANGED" });
    expect(await run("worldsense", worldSenseParquet(videos, true))).toMatchObject({ status: "UNCHANGED" });
    expect(await counts("worldsense")).toMatchObject({ questionCount: 3172, videoCount: 1662 });
    expect(await byTask("worldsense")).toEqual(published("worldsense"));
  });

  it("read MMWorld at full size, nested and flat", async () => {
    const videos = mmworldFixture();
    expect(await run("mmworld", mmworldJson(videos))).toMatchObject({ status: "CREATED" });
    expect(await counts("mmworld")).toMatchObject({ questionCount: 1559 });
    expect(await run("mmworld", mmworldFlatParquet(videos))).toMatchObject({ counts: { questions: 1559 } });
  });

  it("read AVI-Bench at full size, task by task", async () => {
    expect(await run("avi-bench", ...aviBenchFiles())).toMatchObject({ status: "CREATED" });
    expect(await counts("avi-bench")).toMatchObject({ questionCount: 5864 });
    expect(await byTask("avi-bench")).toEqual(published("avi-bench"));
  });

  it("make a new release of a changed file, and return to an old release", async () => {
    const [first, second] = [
      omniVideoBenchJson(omniVideoBenchFixture(1)),
      omniVideoBenchJson(omniVideoBenchFixture(2)),
    ];
    expect(await run("omnivideobench", first)).toMatchObject({ status: "CREATED", releaseVersion: 1 });
    expect(await run("omnivideobench", first)).toMatchObject({ status: "UNCHANGED", releaseVersion: 1 });
    expect(await run("omnivideobench", second)).toMatchObject({ status: "CREATED", releaseVersion: 2 });
    expect(await run("omnivideobench", first)).toMatchObject({ status: "RESTORED", releaseVersion: 1 });
    expect((await counts("omnivideobench")).releases).toEqual([
      { version: 1, current: true },
      { version: 2, current: false },
    ]);
  });

  it("make one release of a file that is imported twice at once", async () => {
    const file = omniVideoBenchJson(omniVideoBenchFixture(3));
    const reports = await Promise.all([run("omnivideobench", file), run("omnivideobench", file)]);
    expect(reports.map(({ status }) => status).sort()).toEqual(["CREATED", "UNCHANGED"]);
  });

  it("change nothing if the last record of a file is broken", async () => {
    const videos = structuredClone(omniVideoBenchFixture(4)) as { questions: { correct_option: string }[] }[];
    const last = videos.at(-1)?.questions.at(-1);
    if (last) last.correct_option = "Z";
    const before = await counts("omnivideobench");
    const broken = run("omnivideobench", textFile("data.json", JSON.stringify(videos)));
    await expect(broken).rejects.toMatchObject({ code: "BAD_USER_INPUT", path: expect.stringMatching(/\$\[627\]/) });
    expect(await counts("omnivideobench")).toEqual(before);
  });

  const samples = [
    ["worldsense", "worldsense/worldsense_qa.sample3.json", { questions: 4, videos: 3 }],
    ["mmworld", "mmworld/mmworld_readme_example.json", { questions: 1, videos: 1 }],
    ["avi-bench", "avi-bench/example_records.json", { questions: 2 }],
    ["omnivideobench", "omnivideobench/example_data.json", { questions: 11, videos: 5 }],
  ] as const;
  it.each(samples.filter(([, path]) => findSharedDataset(path) !== null))(
    "replace a larger file by the real %s sample %s only on request",
    async (slug, path, expected) => {
      const file = findSharedDataset(path);
      if (file === null) throw new Error("a sample without a file must be skipped");
      await expect(run(slug, file)).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining("questions would be gone"),
      });
      const replaced = await importFiles(server.database, slug, [file], { replace: true });
      expect(replaced).toMatchObject({ counts: expected, changes: { reasons: ["QUESTIONS_REMOVED"] } });
    },
  );
});
