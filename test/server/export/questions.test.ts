import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byStatistic } from "../../../src/domain/item-statistics.ts";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { demoBatch } from "../../../src/formats/demo/demo-benchmark.ts";
import { importBenchmark } from "../../support/admin-imports.ts";
import { cases } from "../../support/cases.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { arbitraryFilter } from "../arbitrary-filter.ts";
import { expectFault, type Fault } from "../faults.ts";
import { gapBatch } from "../gap-batch.ts";
import { flatQuestions } from "../reference-slice.ts";
import { asAdmin, exportPath, fetchFile, fetchPath, parseCsv, parseNdjson, parseParquet } from "./export-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

interface Line {
  readonly benchmark: string;
  readonly key: string;
  readonly release: { readonly version: number; readonly contentHash: string };
  readonly answer: object | null;
}

const SELECTION = `id key ordinal text options { label text } answerFormat answer { label text value } answerAccess
  task { slug name dominance levelSource } level audioTypes { type nativeLabel }
  video { key durationSeconds durationLabel durationBucket url subset caption category { slug name } } media { kind path }
  requiresAudio requiresVisual questionOnly requiresDomainKnowledge subset group
  reasoningSteps { modality evidence inference }
  stepCount audioStepCount visionStepCount audioStepShare stepModalities native benchmark { slug license } release { version contentHash }`;

/** The same questions, read from GraphQL, in the form of the export's lines. */
async function viaGraphql(filter: QuestionFilter): Promise<readonly object[]> {
  type Node = { video: { category: object | null } | null; benchmark: { slug: string; license: string | null } };
  const { questions } = await server.data<{ questions: { nodes: Node[] } }>(
    `query ($filter: QuestionFilter) { questions(filter: $filter, first: 1000) { nodes { ${SELECTION} } } }`,
    { filter },
    { key: null },
  );
  return questions.nodes.map(({ benchmark, video, ...node }) => {
    const { category = null, ...rest } = video ?? {};
    // The statistics of an item snapshot. The export includes them only if the filter names a snapshot.
    const statistics = null;
    return {
      ...node,
      benchmark: benchmark.slug,
      license: benchmark.license,
      category,
      video: video && rest,
      statistics,
    };
  });
}

const lines = async (filter?: QuestionFilter): Promise<readonly Line[]> =>
  parseNdjson<Line>(await (await fetchFile(server, exportPath("ndjson", filter))).text());

describe("GET /export/questions", () => {
  it("returns the same questions as GraphQL, in the same order and with the same values", async () => {
    const questions = [demoBatch(), gapBatch()].flatMap((batch) => flatQuestions(batch, () => "video_1"));
    await fc.assert(
      fc.asyncProperty(arbitraryFilter(questions), async (filter) => {
        // The fixture gives all videos the id video_1, so filters by video would give other questions than on the server.
        fc.pre(!JSON.stringify(filter).includes("videos"));
        expect(await lines(filter)).toEqual(await viaGraphql(filter));
      }),
      { numRuns: cases(20) },
    );
  });

  it("returns every question without a filter", async () => {
    const all = await lines();
    expect(all).toHaveLength(520);
    expect(all).toEqual(await viaGraphql({}));
  });

  it("returns the same data as CSV and Parquet", async () => {
    const json = await lines();
    const csv = parseCsv(await (await fetchFile(server, exportPath("csv"))).text());
    const parquet = await parseParquet(await (await fetchFile(server, exportPath("parquet"))).arrayBuffer());
    expect(csv).toHaveLength(json.length);
    expect(parquet).toHaveLength(json.length);
    for (const [index, line] of (json as unknown as Parameters<typeof flattened>[0][]).entries()) {
      const flat = flattened(line);
      expect(parquet[index]).toEqual(flat);
      expect(csv[index]).toEqual(
        Object.fromEntries(Object.entries(flat).map(([name, value]) => [name, csvText(value)])),
      );
    }
  });

  it("returns an empty file if no question matches", async () => {
    const nothing = { durationSeconds: { gt: 1e9 } };
    expect(await (await fetchFile(server, exportPath("ndjson", nothing))).text()).toBe("");
    expect(await (await fetchFile(server, exportPath("csv", nothing))).text()).toMatch(/^benchmark,key,[\w,]+\r\n$/);
    const bytes = await (await fetchFile(server, exportPath("parquet", nothing))).arrayBuffer();
    expect(await parseParquet(bytes)).toEqual([]);
  });

  it("returns the licence, the media type and the file name", async () => {
    const { headers } = await fetchFile(server, exportPath("csv", { benchmarks: ["omnidex-demo"] }));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="questions.csv"',
      "x-data-license": "omnidex-demo: Apache-2.0",
      "x-content-type-options": "nosniff",
    });
  });

  it("can be cached for a minute, and returns 304 to a caller that has the current version", async () => {
    const path = exportPath("parquet", { levels: ["REASONING"] });
    // A response without a socket that is not read must be cancelled, so that it gives back its room in memory.
    const headersOf = async (...wanted: [path: string, options?: { key: string }]): Promise<Headers> => {
      const { headers, body } = await fetchFile(server, ...wanted);
      await body?.cancel();
      return headers;
    };
    const first = await headersOf(path);
    const etag = first.get("etag") ?? "";
    expect(first.get("cache-control")).toBe("public, max-age=60");
    const again = await fetchPath(server, path, { headers: { "if-none-match": `"other", ${etag}` } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    const others = [exportPath("csv", { levels: ["REASONING"] }), exportPath("parquet", { levels: ["SENSATION"] })];
    for (const other of others) expect((await headersOf(other)).get("etag")).not.toBe(etag);
    const keyed = await headersOf(path, asAdmin);
    expect([keyed.get("etag"), keyed.get("cache-control")]).toEqual([
      expect.stringMatching(/^"[\w-]{27}"$/),
      "private, no-cache",
    ]);
    expect(keyed.get("etag")).not.toBe(etag);
  });

  it("returns only the headers to HEAD", async () => {
    const response = await server.app.request(exportPath("ndjson"), { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  const refused: readonly [string, string, Fault][] = [
    ["no JSON", "ndjson?filter={levels", ["BAD_USER_INPUT", /is not JSON/]],
    ["a list", "ndjson?filter=[1]", ["BAD_USER_INPUT", /'filter'/]],
    [
      "a field twice",
      'ndjson?filter={"not":{"levels":["REASONING"],"levels":[]}}',
      ["BAD_USER_INPUT", /^'filter\.not\.levels' is given twice\.$/],
    ],
    [
      "an unknown field",
      'csv?filter={"level":"REASONING"}',
      ["BAD_USER_INPUT", /"level" is not defined.*QuestionFilter/],
    ],
    ["an unknown value", 'csv?filter={"levels":["HARD"]}', ["BAD_USER_INPUT", /'filter\.levels\.0'.*"HARD"/]],
    ["a deep fault", 'csv?filter={"and":[{"not":{"text":3}}]}', ["BAD_USER_INPUT", /'filter\.and\.0\.not\.text'/]],
    ["an unknown bucket", 'csv?filter={"durationBuckets":["x"]}', ["BAD_USER_INPUT", /under-1m/]],
    ["a NUL", 'csv?filter={"keys":["a\\u0000"]}', ["BAD_USER_INPUT", /NUL/]],
    [
      "a filter within filters within filters",
      // As deep as fits into the 16 kB of an address.
      `csv?filter=${'{"not":'.repeat(1_700)}{}${"}".repeat(1_700)}`,
      ["BAD_USER_INPUT", /'filter' nests more than \d+ levels deep/],
    ],
    ["a misspelt parameter", "csv?fliter={}", ["BAD_USER_INPUT", /'fliter'/]],
    ["two filters", "csv?filter={}&filter={}", ["BAD_USER_INPUT", /2 times/]],
    ["another format", "xlsx", ["BAD_USER_INPUT", /ndjson, csv, parquet/]],
  ];
  it.each(refused)("refuses %s before the first byte", async (_name, rest, fault) => {
    await expectFault(server, await fetchPath(server, `/export/questions.${rest.replaceAll('"', "%22")}`), fault);
  });

  it("returns 404 for other files", async () => {
    await expectFault(server, await fetchPath(server, "/export/answers.csv"), ["NOT_FOUND", /answers\.csv/]);
  });

  it("needs four statements for a file of 520 questions", async () => {
    await lines();
    const statements: string[] = [];
    const stop = server.database.onStatement(({ text }) => statements.push(text));
    await lines();
    stop();
    expect(statements).toHaveLength(4);
  });

  it("sends statements whose text depends on no release, so that few are prepared", async () => {
    const textsOf = async (benchmark: string): Promise<string[]> => {
      const texts: string[] = [];
      const stop = server.database.onStatement(({ text }) => texts.push(text));
      await fetchFile(server, exportPath("ndjson", { benchmarks: [benchmark] }));
      stop();
      return texts.filter((text) => /native/.test(text));
    };
    const texts = await textsOf("gaps");
    expect(texts.length).toBeGreaterThan(0);
    expect(await textsOf("omnidex-demo")).toEqual(texts);
  });

  it("includes hidden answers for administrators only, and marks them as hidden for others", async () => {
    const hide = (access: string) =>
      server.database.transaction((tx) =>
        tx.query({
          text: "update releases set answer_access = $1 where benchmark_id = (select id from benchmarks where slug = 'gaps')",
          params: [access],
        }),
      );
    const path = exportPath("ndjson", { benchmarks: ["gaps"] });
    const open = await fetchFile(server, path);
    await hide("HIDDEN");
    const hidden = await fetchFile(server, path);
    expect(hidden.headers.get("etag")).not.toBe(open.headers.get("etag"));
    for (const line of parseNdjson<Line>(await hidden.text())) {
      expect(line).toMatchObject({ answer: null, answerAccess: "HIDDEN", reasoningSteps: [] });
    }
    const flat = parseCsv(await (await fetchFile(server, exportPath("csv", { benchmarks: ["gaps"] }))).text());
    for (const row of flat) expect([row.answer, row.answerLabel, row.answerText]).toEqual(["", "", ""]);
    const shown = parseNdjson<Line>(await (await fetchFile(server, path, asAdmin)).text());
    expect(shown.every(({ answer }) => answer !== null)).toBe(true);
    await hide("VISIBLE");
  });
});

/** The fields of a line that CSV and Parquet write differently. */
interface Nested {
  readonly options: readonly { readonly text: string }[];
  readonly answer: { readonly label: string | null; readonly text: string | null; readonly value: unknown };
  readonly task: {
    readonly slug: string;
    readonly name: string;
    readonly dominance: string | null;
    readonly levelSource: string;
  };
  readonly audioTypes: readonly { readonly type: string; readonly nativeLabel: string }[];
  readonly category: { readonly slug: string; readonly name: string } | null;
  readonly video: Readonly<Record<string, unknown>> | null;
  readonly release: Line["release"];
}

/** A line in the form that CSV and Parquet must have. */
function flattened(line: Nested & Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { task, video, category, answer, release, audioTypes, options, statistics: _, ...rest } = line;
  return {
    ...rest,
    options: options.map(({ text }) => text),
    answerLabel: answer.label,
    answerText: answer.text,
    answer: JSON.stringify(answer.value),
    task: task.slug,
    taskName: task.name,
    audioTypes: audioTypes.map(({ type }) => type),
    audioLabels: audioTypes.map(({ nativeLabel }) => nativeLabel),
    category: category?.slug ?? null,
    categoryName: category?.name ?? null,
    video: video?.key ?? null,
    durationSeconds: video?.durationSeconds ?? null,
    durationBucket: video?.durationBucket ?? null,
    durationLabel: video?.durationLabel ?? null,
    dominance: task.dominance,
    levelSource: task.levelSource,
    videoUrl: video?.url ?? null,
    videoCaption: video?.caption ?? null,
    media: JSON.stringify(rest.media),
    reasoningSteps: JSON.stringify(rest.reasoningSteps),
    native: JSON.stringify(rest.native),
    release: release.version,
    releaseHash: release.contentHash,
    // The columns of a file are the same with and without an item snapshot.
    itemSnapshot: null,
    ...byStatistic(() => null),
  };
}

const csvText = (value: unknown): string =>
  value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
