import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedPaper } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface Figure {
  readonly modelName: string;
  readonly frames: number | null;
  readonly inputs: readonly string[];
  readonly source: string;
}

async function figures(benchmark: string): Promise<readonly Figure[]> {
  const all: Figure[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const {
      publishedResults,
    }: { publishedResults: { nodes: Figure[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } =
      await server.data(
        `query ($benchmark: String!, $after: String) { publishedResults(filter: { benchmarks: [$benchmark] }, first: 100,
          after: $after) { nodes { modelName frames inputs source } pageInfo { hasNextPage endCursor } } }`,
        { benchmark, after },
      );
    all.push(...publishedResults.nodes);
    ({ hasNextPage: more, endCursor: after } = publishedResults.pageInfo);
  }
  return all;
}

/** The frames of each model, and the number of its figures. */
async function framesOf(
  benchmark: string,
): Promise<Readonly<Record<string, readonly [frames: number, figures: number]>>> {
  const found: Record<string, [number, number]> = {};
  for (const { modelName, frames } of await figures(benchmark)) {
    if (frames === null) continue;
    const counted = found[modelName]?.[1] ?? 0;
    found[modelName] = [frames, counted + 1];
  }
  return found;
}

it("figures have the numbers of frames that the papers state, in all tables", async () => {
  // 9 figures of Table 2; GPT 4o also has 8 of Table 4, with subtitles and without.
  expect(await framesOf("worldsense")).toEqual({ "Claude 3.5 Sonnet": [16, 9], "GPT 4o": [16, 17] });
  // Table 1: 8 figures for each of 3 seeds. Table 3: 14 of a model. Table 4: 6. Table 6: 7.
  expect(await framesOf("mmworld")).toEqual({
    "GPT-4V": [10, 37],
    "Gemini Pro": [10, 30],
    "Gemini-Pro": [10, 7],
    "Video-LLaVA": [8, 24],
    "Video-LLaVA-7B": [8, 6],
    ChatUnivi: [32, 38],
    "ChatUnivi-7B": [32, 6],
    "X-Instruct-BLIP": [4, 38],
    "X-Instruct-BLIP-7B": [4, 6],
  });
  for (const benchmark of ["omnivideobench", "avi-bench"]) expect(await framesOf(benchmark)).toEqual({});
});

it("the papers state these numbers", (context) => {
  const plain = (text: string): string => text.replace(/\n(\d+ )?/g, " ");
  expect(plain(sharedPaper(context, "worldsense.md"))).toContain(
    "For GPT 4o and Claude 3.5 Sonnet, we sample 16 frames uniformly from each video",
  );
  const mmworld = plain(sharedPaper(context, "mmworld-appendix.md"));
  for (const words of [
    "GPT-4V and Gemini Pro utilize 10 image frames",
    "are 10 for GPT-4V/o and Gemini Pro, 8 for Video-LLaVA, 32 for ChatUniVi",
    "For X-Instruct-BLIP, the model is implemented using four image frames",
  ])
    expect(mmworld).toContain(words);
});
