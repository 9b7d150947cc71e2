import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalSlice } from "../../src/domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../src/domain/slice/slice-fingerprint.ts";
import { Omnidex, OmnidexBadUserInputError, type QuestionFilter } from "../../src/sdk/index.ts";
import { slice } from "../../src/sdk/slice.ts";
import { arbitraryFilter } from "../server/arbitrary-filter.ts";
import type { FlatQuestion } from "../server/reference-slice.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";

const QUESTIONS = ["video_1", "video_2147483647"].map((video, index) => ({
  benchmark: "omnidex-demo",
  task: "counting",
  category: "film/drama",
  subset: "first",
  key: `v/${index}`,
  video,
})) as unknown as readonly FlatQuestion[];
const filters = arbitraryFilter(QUESTIONS) as fc.Arbitrary<QuestionFilter>;

describe("slice, offline", () => {
  let server: TestServer;
  let omnidex: Omnidex;
  beforeAll(async () => {
    server = await createTestServer();
    const fetch = ((url: string, init: RequestInit) => server.app.request(url, init)) as typeof globalThis.fetch;
    omnidex = new Omnidex({ url: "http://omnidex.test", apiKey: ADMIN_KEY, fetch });
  });
  afterAll(() => server.close());

  test("has the canonical form and the fingerprint that the server's functions compute", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const { canonical, fingerprint } = slice(filter);
        expect(canonical).toEqual(canonicalSlice(filter));
        expect(await fingerprint()).toBe(sliceFingerprint(canonicalSlice(filter)));
      }),
      { numRuns: 300 },
    );
  });

  test("has the canonical form and the fingerprint that the API returns", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const said = await omnidex.slice(filter);
        expect(said.canonical).toEqual(slice(filter).canonical);
        expect(said.fingerprint).toBe(await slice(filter).fingerprint());
      }),
      { numRuns: 60 },
    );
    expect((await omnidex.slice()).fingerprint).toBe(await slice().fingerprint());
  });

  test("keeps the form of each kind of condition, because stored fingerprints depend on it", () => {
    const { canonical } = slice({
      ...{
        tasks: ["b", "a"],
        durationBuckets: ["under-1m"],
        levels: ["REASONING", "PERCEPTION"],
        answerFormats: ["YES_NO"],
      },
      ...{ dominances: ["AUDIO"], stepModalities: ["BOTH"], audioTypes: { all: ["MUSIC"] }, text: "a  b" },
      ...{ durationSeconds: { gt: 60 }, stepCount: { lte: 2 }, questionOnly: false, keyAmbiguous: true },
      statistics: { snapshot: "snapshot_3", agreement: { gte: 0.5 } },
    });
    expect(JSON.stringify(canonical)).toBe(
      `{"kind":"and","of":[${[
        '{"kind":"answerFormat","values":["YES_NO"]}',
        '{"kind":"audio","quantifier":"any","values":["MUSIC"]}',
        '{"kind":"dominance","values":["AUDIO"]}',
        '{"kind":"duration","bound":"gt","seconds":60}',
        '{"kind":"flag","field":"questionOnly","value":false}',
        '{"kind":"in","field":"durationBuckets","values":["under-1m"]}',
        '{"kind":"in","field":"tasks","values":["a","b"]}',
        '{"kind":"keyAmbiguous","value":true}',
        '{"kind":"level","values":["PERCEPTION","REASONING"]}',
        '{"kind":"number","field":"stepCount","bound":"lte","value":2}',
        '{"kind":"statistic","snapshot":3,"field":"agreement","bound":"gte","value":0.5}',
        '{"kind":"stepModalities","values":["BOTH"]}',
        '{"kind":"text","query":"a b"}',
      ].join()}]}`,
    );
  });

  test.each<[string, QuestionFilter]>([
    ["videos by their ids", { videos: ["video_3", "video_1", "video_3"] }],
    ["an empty list of question keys", { keys: [] }],
    ["text that is not normalized", { text: "  a\u0301   piano " }],
  ])("has the server's fingerprint for %s", async (_name, filter) => {
    expect((await omnidex.slice(filter)).fingerprint).toBe(await slice(filter).fingerprint());
  });

  test("refuses the same slices as the server, with the same message", async () => {
    for (const filter of [{ videos: ["question_1"] }, { durationBuckets: ["long"] }, { text: " " }]) {
      const refusal = await omnidex.slice(filter).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(OmnidexBadUserInputError);
      expect(() => slice(filter)).toThrow((refusal as OmnidexBadUserInputError).message);
      expect(() => slice(filter)).toThrow(OmnidexBadUserInputError);
    }
  });
});
