import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportQuestion } from "../../src/domain/import-batch.ts";
import { canonicalSlice } from "../../src/domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../src/domain/slice/question-filter.ts";
import { sliceFingerprint } from "../../src/domain/slice/slice-fingerprint.ts";
import { demoBatch } from "../../src/formats/demo/demo-benchmark.ts";
import { importBenchmark } from "../support/admin-imports.ts";
import { cases } from "../support/cases.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { arbitraryFilter, rewritten } from "./arbitrary-filter.ts";
import { gapBatch } from "./gap-batch.ts";
import { type FlatQuestion, flatQuestions, matches } from "./reference-slice.ts";
import { AMBIGUOUS_AFTER, SOME_REVIEWS, storeReviews } from "./stored-reviews.ts";

const BATCHES = [demoBatch(), gapBatch()];

let server: TestServer;
let questions: readonly FlatQuestion[];
let demoRun: string;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  for (const { benchmark } of BATCHES) await storeReviews(server.database, benchmark, SOME_REVIEWS);
  const ids = new Map<string, string>();
  for (let after: string | null = null, more = true; more; ) {
    const { videos }: { videos: Videos } = await server.data(
      "query($after:String){videos(first:100,after:$after){nodes{id key benchmark{slug}} pageInfo{hasNextPage endCursor}}}",
      { after },
    );
    for (const { id, key, benchmark } of videos.nodes) ids.set(`${benchmark.slug}:${key}`, id);
    ({ hasNextPage: more, endCursor: after } = videos.pageInfo);
  }
  questions = BATCHES.flatMap((batch) =>
    flatQuestions(batch, (key) => ids.get(`${batch.benchmark}:${key}`) ?? "?", AMBIGUOUS_AFTER),
  );
  demoRun =
    (await server.data<{ runs: { nodes: { id: string }[] } }>("{runs(first:1){nodes{id}}}")).runs.nodes[0]?.id ?? "";
});
afterAll(() => server.close());

interface Videos {
  readonly nodes: readonly {
    readonly id: string;
    readonly key: string;
    readonly benchmark: { readonly slug: string };
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface Found {
  readonly questions: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly key: string; readonly benchmark: { readonly slug: string } }[];
  };
  readonly run: { readonly counts: { readonly total: number } };
}

const DOCUMENT = `query($filter:QuestionFilter,$run:ID!){
  questions(filter:$filter,first:1000){totalCount nodes{key benchmark{slug}}}
  run(id:$run){counts(filter:$filter){total}}
}`;

async function find(filter: QuestionFilter) {
  const found = await server.data<Found>(DOCUMENT, { filter, run: demoRun });
  return {
    names: found.questions.nodes.map(({ key, benchmark }) => `${benchmark.slug}:${key}`),
    count: found.questions.totalCount,
    inRun: found.run.counts.total,
  };
}

function expected(filter: QuestionFilter) {
  const matching = questions.filter((question) => matches(filter, question));
  return {
    names: matching.map(({ name }) => name),
    count: matching.length,
    inRun: matching.filter(({ benchmark }) => benchmark === "omnidex-demo").length,
  };
}

// The generator needs ids of the database, which exist only while a test runs.
const filters = () => arbitraryFilter(questions);

describe("QuestionFilter", () => {
  it("matches by its descriptions in the schema, in lists and in aggregates", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        expect(await find(filter)).toEqual(expected(filter));
      }),
      { numRuns: cases(60) },
    );
  });

  it.each<[string, QuestionFilter]>([
    ["no condition", {}],
    ["null as no condition", { levels: null, and: null, or: null, not: null, audioTypes: null, durationSeconds: null }],
    ["an empty list matches nothing", { or: [{ keys: [] }, { levels: ["REASONING"] }] }],
    ["the negation of an empty list", { not: { keys: [] } }],
    ["an empty and", { and: [] }],
    ["an empty or", { or: [{ or: [] }, { levels: ["REASONING"] }] }],
    ["the negation of an empty filter", { or: [{ not: {} }, { levels: ["REASONING"] }] }],
    ["no range contains an unknown duration", { durationSeconds: { gte: 0 } }],
    ["the negation of a range", { not: { durationSeconds: { gte: 0 } } }],
    ["an empty range", { durationSeconds: {} }],
    ["a flag that the file does not state", { not: { or: [{ requiresAudio: true }, { requiresAudio: false }] } }],
    ["questions that need no video", { questionOnly: true }],
    ["questions that need no expert, stated or not", { not: { requiresDomainKnowledge: true } }],
    ["no audio", { audioTypes: { none: ["SPEECH", "SOUND", "MUSIC"] } }],
    ["all of an empty list of types", { audioTypes: { all: [], none: [] } }],
    ["any of an empty list of types", { or: [{ audioTypes: { any: [] } }, { levels: ["REASONING"] }] }],
    ["a category and its subcategories, but no category with the same prefix", { categories: ["music"] }],
  ])("matches the questions that the schema describes: %s", async (_, filter) =>
    expect(await find(filter)).toEqual(expected(filter)),
  );

  it.each<[text: string, matching: (question: ImportQuestion) => boolean]>([
    ["silhouette", () => true],
    ["SILHOUETTES rotate", () => true],
    ['"number 7 is"', ({ text }) => text.includes("number 7 is")],
    ["silhouette -rotating", () => false],
    ["number 7 or number 8", ({ text }) => /number [78] is/.test(text)],
    ["ink", ({ options }) => options.includes("ink")],
    ["silhouette oak", ({ options }) => options.includes("oak")],
    ["' & | ! ( ) <-> :* \\ nowhere", () => false],
    ["a".repeat(1000), () => false],
  ])("searches question and options for %j", async (text, matching) => {
    const keys = gapBatch()
      .questions.filter(matching)
      .map(({ key }) => `gaps:${key}`);
    expect((await find({ benchmarks: ["gaps"], text })).names).toEqual(keys);
  });
});

describe("canonicalSlice", () => {
  const fingerprint = (filter: QuestionFilter): string => sliceFingerprint(canonicalSlice(filter));

  it("is the same for two spellings of the same filter", () => {
    fc.assert(
      fc.property(filters(), fc.infiniteStream(fc.nat(1000)), (filter, numbers) => {
        const other = rewritten(filter, (below) => (numbers.next().value ?? 0) % below);
        expect(canonicalSlice(other)).toEqual(canonicalSlice(filter));
        expect(fingerprint(other)).toBe(fingerprint(filter));
      }),
      { numRuns: cases(100) },
    );
  });

  it("differs if the matching questions differ", () => {
    fc.assert(
      fc.property(filters(), filters(), (a, b) => {
        fc.pre(expected(a).names.join() !== expected(b).names.join());
        expect(fingerprint(a)).not.toBe(fingerprint(b));
      }),
      { numRuns: cases(50) },
    );
  });

  it("distinguishes numbers that are close", () => {
    const over = (gt: number): string => fingerprint({ durationSeconds: { gt } });
    expect(new Set([over(0.1), over(0.1 + Number.EPSILON), over(1e308), over(Number.MAX_VALUE)]).size).toBe(4);
    expect(over(-0)).toBe(over(0));
  });
});
