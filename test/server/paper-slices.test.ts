import { Command } from "commander";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSliceOptions, sliceFilter } from "../../src/cli/slice/slice-options.ts";
import type { QuestionFilter } from "../../src/domain/slice/question-filter.ts";
import { releases } from "../../src/server/db/tables/benchmark-tables.ts";
import { omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { asAdmin, exportPath, fetchFile, parseCsv, parseNdjson } from "./export/export-client.ts";
import { counts, facet } from "./facet-counts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const steps = (...modalities: (string | null)[]) =>
  modalities.map((modality) => ({ modality, evidence: "It is there." }));
const question = (key: string, more: object) => ({
  key,
  text: "Who?",
  options: ["Rolo", "Mika"],
  answer: "A",
  ...more,
});

const FILE = omnidexJson({
  benchmark: { slug: "traced", title: "Traced" },
  tasks: [
    { name: "Hear", level: "PERCEPTION", dominance: "AUDIO" },
    { name: "Look", level: "PERCEPTION" },
  ],
  videos: [{ key: "v1", durationSeconds: 90, durationLabel: "1-2min" }, { key: "v2" }],
  questions: [
    question("both", { task: "Hear", video: "v1", reasoningSteps: steps("vision", "aduio", "audio,", "Vision") }),
    question("heard", { task: "Look", video: "v2", reasoningSteps: steps("audio", null) }),
    question("seen", { task: "Look", reasoningSteps: steps("viison", "vision", "vision") }),
    question("untraced", { task: "Look" }),
  ],
});

type Row = [filter: QuestionFilter, keys: string[], options: string[], dimension: string | null, column: string];
const ROWS: readonly Row[] = [
  [{ durationLabels: ["1-2min"] }, ["both"], ["--duration-label", "1-2min"], "DURATION_LABEL", "durationLabel"],
  [{ dominances: ["AUDIO"] }, ["both"], ["--dominance", "audio"], "DOMINANCE", "dominance"],
  [{ stepModalities: ["BOTH"] }, ["both"], ["--step-modalities", "both"], "STEP_MODALITIES", "stepModalities"],
  [{ stepModalities: ["VISION"] }, ["seen"], ["--step-modalities", "vision"], "STEP_MODALITIES", "stepModalities"],
  [{ stepCount: { gte: 3, lte: 3 } }, ["seen"], ["--min-steps", "3", "--max-steps", "3"], "STEP_COUNT", "stepCount"],
  [{ stepCount: { gte: 0 } }, ["both", "heard", "seen"], ["--min-steps", "0"], null, "stepCount"],
  [{ audioStepCount: { lte: 1 } }, ["heard", "seen"], ["--max-audio-steps", "1"], null, "audioStepCount"],
  [{ visionStepCount: { gte: 2 } }, ["both", "seen"], ["--min-vision-steps", "2"], null, "visionStepCount"],
  [{ audioStepShare: { gte: 0.5 } }, ["both", "heard"], ["--min-audio-step-share", "0.5"], null, "audioStepShare"],
];

/** The values of the columns for each question, according to the definitions of the columns. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  both: {
    durationLabel: "1-2min",
    dominance: "AUDIO",
    stepModalities: "BOTH",
    stepCount: 4,
    audioStepCount: 2,
    visionStepCount: 2,
    audioStepShare: 0.5,
  },
  heard: { stepModalities: "AUDIO", stepCount: 2, audioStepCount: 1, visionStepCount: 0, audioStepShare: 0.5 },
  seen: { stepModalities: "VISION", stepCount: 3, audioStepCount: 0, visionStepCount: 3, audioStepShare: 0 },
  untraced: {},
};

const FACETS = "query ($filter: QuestionFilter) { facets(filter: $filter, by: [BENCHMARK]) { dimension } }";

describe("a filter condition that a paper uses", () => {
  let run: string;
  beforeAll(async () => {
    await importFiles(server.database, "traced", [FILE]);
    const predictions = Object.keys(COLUMNS).map((key, at) => ({ question: key, response: at % 2 === 0 ? "A" : "B" }));
    ({ id: run } = await server.submit<{ id: string }>({ benchmark: "traced", predictions }));
  });

  it.each(ROWS)(
    "works in the filter, the CLI, facets, breakdowns, leaderboards and exports: %j",
    async (own, keys, options, dimension, column) => {
      const filter: QuestionFilter = { benchmarks: ["traced"], ...own };
      const parsed = addSliceOptions(new Command("questions"))
        .parse(["-b", "traced", ...options], { from: "user" })
        .opts();
      expect(sliceFilter(parsed)).toEqual(filter);

      const found = await server.data<{
        questions: { nodes: { key: string }[] };
        leaderboard: { questions: number; nodes: { score: { n: number } }[] };
        run: { score: { n: number; correct: number } };
      }>(
        `query ($filter: QuestionFilter, $run: ID!) { questions(filter: $filter) { nodes { key } }
        leaderboard(benchmark: "traced", filter: $filter) { questions nodes { ... on RankedRun { score { n } } } }
        run(id: $run) { score(filter: $filter) { n correct } } }`,
        { filter, run },
      );
      expect(found.questions.nodes.map(({ key }) => key)).toEqual(keys);
      expect(found.leaderboard).toEqual({ questions: keys.length, nodes: [{ score: { n: keys.length } }] });
      const right = keys.filter((key) => Object.keys(COLUMNS).indexOf(key) % 2 === 0).length;
      expect(found.run.score).toEqual({ n: keys.length, correct: right });

      if (dimension !== null) {
        const [value] = await facet(server, dimension, filter);
        const key = String(COLUMNS[keys[0] ?? ""]?.[column]);
        expect(value).toMatchObject({ key, questions: keys.length });
        const { run: broken } = await server.data<{ run: { breakdown: object[] } }>(
          "query ($run: ID!, $by: [Dimension!]!, $filter: QuestionFilter) { run(id: $run) { breakdown(by: $by, filter: $filter) { keys { key } score { n } } } }",
          { run, by: [dimension], filter },
        );
        expect(broken.breakdown).toEqual([{ keys: [{ key }], score: { n: keys.length } }]);
      }

      const lines = parseNdjson<{ key: string }>(await (await fetchFile(server, exportPath("ndjson", filter))).text());
      expect(lines.map(({ key }) => key)).toEqual(keys);
      const rows = parseCsv(await (await fetchFile(server, exportPath("csv", filter))).text());
      expect(rows.map((row) => row[column])).toEqual(keys.map((key) => String(COLUMNS[key]?.[column] ?? "")));
    },
  );

  it("matches no question that lacks the field, which is null and not 0", async () => {
    const { questions: found } = await server.data<{ questions: { nodes: object[] } }>(
      `{ questions(filter: { benchmarks: ["traced"], keys: ["untraced"] }) { nodes {
        stepCount audioStepCount visionStepCount audioStepShare stepModalities video { durationLabel } task { dominance } } } }`,
    );
    const nothing = {
      stepCount: null,
      audioStepCount: null,
      visionStepCount: null,
      audioStepShare: null,
      stepModalities: null,
    };
    expect(found.nodes).toEqual([{ ...nothing, video: null, task: { dominance: null } }]);
    const plain = {
      benchmark: { slug: "plain", title: "Plain" },
      questions: [question("q", { task: "Look", level: "REASONING" })],
    };
    await importFiles(server.database, "plain", [omnidexJson(plain)]);
    for (const [own] of ROWS) {
      // A label that the benchmark does not have is reported as a mistake.
      if ("durationLabels" in own) {
        const { errors } = await server.request(FACETS, { filter: { benchmarks: ["plain"], ...own } });
        expect(errors).toMatchObject([{ extensions: { code: "INVALID_FILTER" } }]);
        continue;
      }
      expect(await facet(server, "BENCHMARK", { benchmarks: ["plain"], ...own })).toEqual([]);
      expect(await facet(server, "BENCHMARK", { benchmarks: ["plain"], not: own })).toHaveLength(1);
    }
  });

  it("uses fields that an exported release contains: imported again, the release has the same content", async () => {
    const file = await (await fetchFile(server, "/export/benchmarks/traced.json", asAdmin)).text();
    const before = await server.data('{ benchmark(slug: "traced") { release { version contentHash } } }');
    await importFiles(server.database, "traced", [{ name: "traced.json", bytes: new TextEncoder().encode(file) }]);
    expect(await server.data('{ benchmark(slug: "traced") { release { version contentHash } } }')).toEqual(before);
  });
});

describe("a release with hidden answers", () => {
  const HIDDEN: QuestionFilter = { benchmarks: ["hidden-traces"] };
  const SELECT =
    "query ($filter: QuestionFilter) { questions(filter: $filter) { nodes { key stepCount audioStepCount visionStepCount audioStepShare stepModalities } } }";
  const asked = (filter: QuestionFilter, key: string | null) =>
    server.data<{ questions: { nodes: Record<string, unknown>[] } }>(SELECT, { filter }, { key });

  beforeAll(async () => {
    const content = JSON.parse(new TextDecoder().decode(FILE.bytes));
    content.benchmark.slug = "hidden-traces";
    await importFiles(server.database, "hidden-traces", [omnidexJson(content)]);
    await server.database.query(sql`
      update ${releases} set answer_access = 'HIDDEN'
      where id in (select r.id from ${releases} r join benchmarks b on b.id = r.benchmark_id where b.slug = 'hidden-traces')`);
  });

  it("shows the numbers of steps to administrators only, and their modalities to everybody", async () => {
    const [everyone] = (await asked(HIDDEN, null)).questions.nodes;
    expect(everyone).toEqual({
      key: "both",
      stepCount: null,
      audioStepCount: null,
      visionStepCount: null,
      audioStepShare: null,
      stepModalities: "BOTH",
    });
    const { questions: own } = await server.data<{ questions: { nodes: object[] } }>(SELECT, { filter: HIDDEN });
    expect(own.nodes[0]).toMatchObject({ stepCount: 4, audioStepCount: 2 });
    const [row] = parseCsv(await (await fetchFile(server, exportPath("csv", HIDDEN))).text());
    expect(row).toMatchObject({ stepCount: "", audioStepShare: "", stepModalities: "BOTH", durationLabel: "1-2min" });
  });

  it("matches no condition on the number of steps, whoever asks", async () => {
    for (const own of [{ stepCount: { gte: 0 } }, { audioStepShare: { lte: 1 } }, { visionStepCount: { gt: 0 } }]) {
      expect((await asked({ ...HIDDEN, ...own }, null)).questions.nodes).toEqual([]);
      expect(
        (await server.data<{ questions: { nodes: [] } }>(SELECT, { filter: { ...HIDDEN, ...own } })).questions.nodes,
      ).toEqual([]);
      expect(await facet(server, "TASK", { ...HIDDEN, ...own })).toEqual([]);
    }
    for (const dimension of ["STEP_COUNT", "AUDIO_STEP_COUNT", "VISION_STEP_COUNT"] as const)
      expect(await facet(server, dimension, HIDDEN)).toEqual([]);
    expect(await counts(server, "STEP_MODALITIES", "hidden-traces")).toEqual({ BOTH: 1, AUDIO: 1, VISION: 1 });
  });
});
