import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BOUNDS, type Bound } from "../../src/domain/question-numbers.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

interface ListedRun {
  readonly id: string;
  readonly createdAt: string;
  readonly seed: number | null;
  readonly frames: number | null;
  readonly inputs: readonly string[];
  readonly release: { readonly id: string };
  readonly model: {
    readonly slug: string;
    readonly organization: string | null;
    readonly parameterCount: number | null;
  };
}

let server: TestServer;
let all: readonly ListedRun[];

const LIST = `query ($filter: RunFilter) { runs(first: 100, filter: $filter) {
  nodes { id createdAt seed frames inputs release { id } model { slug organization parameterCount } } } }`;

async function list(filter: object): Promise<readonly ListedRun[]> {
  return (await server.data<{ runs: { nodes: ListedRun[] } }>(LIST, { filter })).runs.nodes;
}

beforeAll(async () => {
  server = await createTestServer();
  for (const [name, parameters, seed] of [
    ["small", "500M", 1],
    ["large", "70B", 2],
    ["unknown", null, 2],
  ] as const)
    await server.submit({
      model: { name, organization: name === "small" ? "Lab" : null, parameters },
      seed,
      frames: seed === 2 ? 32 : undefined,
      inputs: name === "large" ? ["VIDEO", "AUDIO", "SUBTITLES"] : ["VIDEO"],
      visibility: "PUBLIC",
      predictions: [{ question: "video-001/1", response: "A" }],
    });
  all = await list({});
});
afterAll(() => server.close());

/** A filter, and the same condition on a listed run. */
async function expectSame(filter: object, holds: (run: ListedRun) => boolean): Promise<void> {
  const expected = all.filter(holds).map(({ id }) => id);
  expect(
    (await list(filter)).map(({ id }) => id),
    JSON.stringify(filter),
  ).toEqual(expected);
}

const HOLDS: Readonly<Record<Bound, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

describe("a filter of runs", () => {
  it("selects by the instant of creation, in milliseconds, with inclusive and exclusive bounds", async () => {
    expect(new Set(all.map(({ createdAt }) => createdAt)).size).toBeGreaterThan(3);
    for (const bound of BOUNDS)
      for (const { createdAt } of all) {
        const at = Date.parse(createdAt);
        await expectSame({ createdAt: { [bound]: createdAt } }, (run) => HOLDS[bound](Date.parse(run.createdAt), at));
      }
    await expectSame({ createdAt: { gte: "0000-01-01T00:00:00Z" } }, () => true);
    const [first] = all;
    await expectSame(
      { createdAt: { gte: first?.createdAt, lte: first?.createdAt } },
      ({ createdAt }) => createdAt === first?.createdAt,
    );
  });

  it("selects by the size of the model; a model of unknown size is in no range, but in the negation of each", async () => {
    const sizes = all.map(({ model }) => model.parameterCount);
    expect(sizes).toContain(null);
    for (const bound of BOUNDS)
      for (const size of [5e8, 7e10]) {
        expect(sizes).toContain(size);
        const holds = ({ model }: ListedRun): boolean =>
          model.parameterCount !== null && HOLDS[bound](model.parameterCount, size);
        await expectSame({ parameterCount: { [bound]: size } }, holds);
        await expectSame({ not: { parameterCount: { [bound]: size } } }, (run) => !holds(run));
      }
    await expectSame({ parameterCount: {} }, () => true);
  });

  it("selects by the number of frames; a run that does not state it is in no range, but in the negation of each", async () => {
    expect(all.map(({ frames }) => frames)).toEqual(expect.arrayContaining([null, 32]));
    for (const bound of BOUNDS)
      for (const count of [8, 32]) {
        const holds = ({ frames }: ListedRun): boolean => frames !== null && HOLDS[bound](frames, count);
        await expectSame({ frames: { [bound]: count } }, holds);
        await expectSame({ not: { frames: { [bound]: count } } }, (run) => !holds(run));
      }
    const { errors } = await server.request(LIST, { filter: { frames: { gt: 8, lt: 9 } } });
    expect(errors?.[0]?.message).toContain("No number of frames is above 8 and below 9.");
  });

  it("selects by model, organization, seed, release and inputs, alone and together", async () => {
    const release = all[0]?.release.id;
    const isSmall = ({ model }: ListedRun): boolean => model.slug === "small";
    await expectSame({ models: ["small"] }, isSmall);
    await expectSame({ organizations: ["Lab"] }, ({ model }) => model.organization === "Lab");
    await expectSame({ seeds: [2] }, ({ seed }) => seed === 2);
    await expectSame({ seeds: [2], models: ["large", "small"] }, ({ model }) => model.slug === "large");
    await expectSame({ releases: [release] }, (run) => run.release.id === release);
    await expectSame({ or: [{ models: ["small"] }, { seeds: [2] }] }, (run) => isSmall(run) || run.seed === 2);
    await expectSame(
      { and: [{ seeds: [2] }, { not: { models: ["large"] } }] },
      ({ model }) => model.slug === "unknown",
    );
    await expectSame({ or: [{ or: [] }, { seeds: [2] }] }, ({ seed }) => seed === 2);
    await expectSame({ inputs: ["VIDEO"] }, ({ inputs }) => inputs.join() === "VIDEO");
  });

  it("selects by whether the model was given the audio, and the subtitles, whatever else it was given", async () => {
    expect(new Set(all.map(({ inputs }) => inputs.includes("AUDIO")))).toEqual(new Set([true, false]));
    for (const [field, input] of [
      ["audio", "AUDIO"],
      ["subtitles", "SUBTITLES"],
    ] as const)
      for (const isGiven of [true, false]) {
        await expectSame({ [field]: isGiven }, ({ inputs }) => inputs.includes(input) === isGiven);
        await expectSame({ not: { [field]: isGiven } }, ({ inputs }) => inputs.includes(input) !== isGiven);
      }
  });

  it("may contain at most a hundred filters, nested at most ten levels deep", async () => {
    const wide = (count: number): object => ({ or: Array.from({ length: count }, () => ({ seeds: [2] })) });
    await expectSame(wide(99), ({ seed }) => seed === 2);
    expect((await server.request(LIST, { filter: wide(100) })).errors?.[0]).toMatchObject({
      message: "The filter of runs holds more than 100 filters.",
      extensions: { code: "BAD_USER_INPUT" },
    });
    const deep = (levels: number): object => (levels === 1 ? { seeds: [2] } : { and: [deep(levels - 1)] });
    await expectSame(deep(10), ({ seed }) => seed === 2);
    expect((await server.request(LIST, { filter: deep(11) })).errors?.[0]).toMatchObject({
      message: "The filter of runs nests more than 10 levels deep.",
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("is accompanied by an order by score or creation, in both directions", async () => {
    const ordered = async (field: string, direction: string): Promise<readonly string[]> => {
      const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>(
        `{ runs(first: 100, orderBy: { field: ${field}, direction: ${direction} }) { nodes { id } } }`,
      );
      return runs.nodes.map(({ id }) => id);
    };
    const newest = all.map(({ id }) => id);
    expect(await ordered("CREATED_AT", "DESC")).toEqual(newest);
    expect(await ordered("CREATED_AT", "ASC")).toEqual(newest.toReversed());
    const { runs } = await server.data<{ runs: { nodes: { id: string; score: { value: number } | null }[] } }>(
      "{ runs(first: 100) { nodes { id score { value } } } }",
    );
    const value = (id: string): number => runs.nodes.find((run) => run.id === id)?.score?.value ?? -1;
    const best = (await ordered("SCORE", "DESC")).map(value);
    expect(best).toEqual(best.toSorted((a, b) => b - a));
    const worst = (await ordered("SCORE", "ASC")).map(value);
    expect(worst).toEqual(worst.toSorted((a, b) => a - b));
    expect(new Set(best).size).toBeGreaterThan(2);
  });
});
