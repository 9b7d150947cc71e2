import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coarseValue, ditheredValue } from "../../../src/scoring/metrics/ladder.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, liftQuota, wrongLabel } from "./hidden-benchmark.ts";

const COUNT = 200;
/** A benchmark whose paper prints figures. */
const SLUG = "worldsense";
/** A category for which the paper prints figures, with too few questions here for a score. */
const CATEGORY = "film-tv";

interface Entry {
  readonly __typename: string;
  readonly rank: number;
  readonly value: number;
  readonly model: { readonly name: string };
}

let server: TestServer;
let hidden: HiddenBenchmark;
/** The figures of the paper over all questions, from 0 to 1. */
let figures: readonly number[];

const BOARD = `query ($models: [String!]) {
  leaderboard(benchmark: "${SLUG}", runs: { models: $models }, first: 1000) {
    totalCount leftOut nodes { __typename rank value tiesWithBest rankRange { best worst } model { name }
      ... on RankedRun { score { value standardError interval { lower upper } } } } } }`;
const boardOf = async (models: readonly string[] | null, key: string | null) =>
  (await server.data<{ leaderboard: { nodes: readonly Entry[] } }>(BOARD, { models }, { key })).leaderboard;

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, {
    slug: SLUG,
    count: COUNT,
    video: (index) => (index < 2 ? { category: "Film & TV" } : {}),
  });
  await liftQuota(server, SLUG);
  figures = (await boardOf(null, null)).nodes.map(({ value }) => value);
});
afterAll(() => server.close());

/**
 * Submits a public run of a new owner, with this many right answers, spread over all videos. Returns the slug of its
 * model.
 */
async function submitRight(right: number, name: string): Promise<string> {
  const labels = hidden.labels.map((label, index) => ((index * 77) % COUNT < right ? label : wrongLabel(label)));
  const { model } = await server.submit<{ model: { slug: string } }>(
    { benchmark: SLUG, predictions: answering(hidden.keys, labels), visibility: "PUBLIC", model: { name } },
    { key: await keyOf(server, name), fields: "model { slug }" },
  );
  return model.slug;
}

/** The dither of the first run of an owner (`LadderSubmission.dither`), with the secret that `importHidden` sets. */
const ditherOf = (owner: string): number =>
  Number.parseInt(hash("sha256", `secret of ${SLUG} dither ${owner} 1`, "hex").slice(0, 8), 16) / 2 ** 32 - 0.5;

/**
 * Two numbers of right answers with which the first runs of two owners show the same coarse score, with a figure between the
 * two exact scores.
 */
function aroundFigure([one, other]: readonly [string, string]): { readonly low: number; readonly high: number } {
  const shown = (right: number, owner: string): number =>
    coarseValue(ditheredValue(right / COUNT, COUNT, ditherOf(owner)), COUNT);
  for (const figure of figures) {
    const [low, high] = [Math.floor(figure * COUNT) - 1, Math.ceil(figure * COUNT) + 1];
    if (shown(low, one) === shown(high, other)) return { low, high };
  }
  throw new Error("no figure is between two scores of the same step");
}

describe("a paper's figures beside runs whose answers are hidden", () => {
  it("do not reveal by place, rank, range or tie whether the exact score is above or below a figure", async () => {
    expect(figures.length).toBeGreaterThan(20);
    const { low, high } = aroundFigure(["Twin Two", "Twin"]);
    const models = [await submitRight(low, "Twin Two"), await submitRight(high, "Twin")];
    const reader = await keyOf(server, "reader");
    const [below, above] = await Promise.all(
      models.map(async (model) => {
        const { nodes, ...rest } = await boardOf([model], reader);
        expect(nodes.filter(({ __typename }) => __typename === "RankedRun")).toHaveLength(1);
        return {
          ...rest,
          nodes: nodes.map((node) => (node.__typename === "RankedRun" ? { ...node, model: null } : node)),
        };
      }),
    );
    expect(above?.nodes.length).toBe(figures.length + 1);
    expect(above).toEqual(below);
    // A maintainer sees that the figure is between the two.
    const [exactBelow, exactAbove] = await Promise.all(
      models.map(async (model) => {
        const { nodes } = await boardOf([model], ADMIN_KEY);
        return nodes.find(({ __typename }) => __typename === "RankedRun")?.rank ?? 0;
      }),
    );
    expect(exactAbove).toBeLessThan(exactBelow ?? 0);
  });

  it("do not add scores to a slice that has no scores, even if the paper prints a figure for it", async () => {
    const reader = await keyOf(server, "slicer");
    await submitRight(100, "Sliced");
    const filter = { categories: [CATEGORY] };
    const { data, errors } = await server.request(
      `query ($filter: QuestionFilter) { leaderboard(benchmark: "${SLUG}", filter: $filter) { nodes { rank value } } }`,
      { filter },
      { key: reader },
    );
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const { publishedResults } = await server.data<{ publishedResults: { totalCount: number } }>(
      `{ publishedResults(filter: { benchmarks: ["${SLUG}"], keys: ["${CATEGORY}"] }) { totalCount } }`,
      {},
      { key: reader },
    );
    expect(publishedResults.totalCount).toBeGreaterThan(10);
  });
});
