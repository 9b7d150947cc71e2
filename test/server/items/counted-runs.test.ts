import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { countedRuns } from "../../../src/server/items/counted-runs.ts";
import { fetchKeysOfScorings } from "../../../src/server/items/item-queries.ts";
import type { VisibleRun } from "../../../src/server/memory/run-queries.ts";
import { ItemQueue } from "../../../src/server/workers/item-tasks.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  seeded,
} from "../hidden/hidden-benchmark.ts";

const COUNT = 48;
const FAMILIES = ["alpha", "beta", "gamma", "delta"] as const;
/** Questions that only the first two runs answer. */
const RARE = 2;
const RUNS = 9;

let server: TestServer;
let open: HiddenBenchmark;
let owner: string;
const chosen: number[][] = [];

const submit = (choices: readonly number[], name: string, inputs: readonly string[], skip = 0) =>
  server.submit(
    {
      benchmark: open.slug,
      visibility: "PUBLIC",
      inputs,
      model: { name },
      predictions: answering(
        open.keys,
        choices.map((choice) => LABELS[choice - 1] ?? "A"),
      ).slice(skip),
    },
    { key: owner },
  );

beforeAll(async () => {
  server = await createTestServer();
  open = await importHidden(server, { slug: "open", count: COUNT, access: "visible" });
  await liftQuota(server, open.slug);
  owner = await keyOf(server, "owner");
  for (let run = 0; run < RUNS; run++) {
    const random = seeded(run + 50);
    const skill = 0.2 + 0.08 * run;
    const choices = open.labels.map((right) => {
      const [knows, guess] = [random(), random()];
      return knows < skill ? LABELS.indexOf(right as (typeof LABELS)[number]) + 1 : 1 + Math.floor(guess * 4);
    });
    chosen.push(choices);
    await submit(choices, `${FAMILIES[run % FAMILIES.length]}-${run}`, ["VIDEO", "AUDIO"], run < 2 ? 0 : RARE);
  }
  // The ablest model without the audio, and a model whose only run had the text alone.
  await submit(chosen[0] ?? [], `${FAMILIES[0]}-8`, ["VIDEO"]);
  await submit(chosen[1] ?? [], "omega-text", ["TEXT"]);
});
afterAll(() => server.close());

interface Item {
  readonly share: number | null;
  readonly discrimination: number | null;
  readonly evidence: { readonly runs: number; readonly families: number };
  readonly options: readonly { readonly count: number }[];
  readonly model: { readonly a: number; readonly b: number; readonly c: number; readonly evidence: object } | null;
}
const items = async (): Promise<readonly Item[]> =>
  (
    await server.data<{ itemAnalysis: { nodes: Item[] } }>(
      `{ itemAnalysis(benchmark: "open", first: 100) { nodes { share discrimination evidence { runs families }
        options { count } model { a b c evidence { runs families } } } } }`,
      {},
      { key: null },
    )
  ).itemAnalysis.nodes;

describe("the runs that an analysis counts", () => {
  it("decide which figures of each question are withheld", async () => {
    const nodes = await items();
    for (const { evidence, share, discrimination, model } of nodes.slice(0, RARE)) {
      expect(evidence).toEqual({ runs: 4, families: 3 });
      expect(share).not.toBeNull();
      expect([discrimination, model]).toEqual([null, null]);
    }
    expect(nodes[RARE]?.evidence).toEqual({ runs: RUNS + 2, families: FAMILIES.length + 1 });
    expect(nodes.slice(RARE).filter(({ model }) => model === null)).toEqual([]);
  });

  it("are those with each model's fullest inputs, so that a question's parameters equal those of a direct fit", async () => {
    const nodes = await items();
    const key = Uint8Array.from(open.labels, (label) => LABELS.indexOf(label as (typeof LABELS)[number]) + 1);
    const names = [...chosen.keys()].map((run) => FAMILIES[run % FAMILIES.length] as string);
    const runs = [...chosen, chosen[1] ?? []].map((choices, index) => {
      const run = runOfChoices(
        Uint8Array.from(choices),
        key,
        ["alpha", "beta", "delta", "gamma", "omega"].indexOf(names[index] ?? "omega"),
      );
      const asked = run.asked.slice();
      if (index >= 2 && index < RUNS) asked[0] = (asked[0] ?? 0) & ~((1 << RARE) - 1);
      return { ...run, asked };
    });
    const options = new Uint8Array(COUNT).fill(4);
    const fit = fitItems(scoreTable({ questions: COUNT, runs, options, key, clusters: new Int32Array(COUNT) }));
    for (const [ordinal, { model }] of nodes.entries()) {
      if (ordinal < RARE) continue;
      expect(model?.evidence).toEqual({ runs: RUNS + 1, families: FAMILIES.length + 1 });
      // The server adds in another order, so the values differ slightly.
      expect(model?.a).toBeCloseTo(fit.discrimination[ordinal] ?? Number.NaN, 3);
      expect(model?.c).toBeCloseTo(fit.intercept[ordinal] ?? Number.NaN, 3);
      expect(model?.b).toBeCloseTo(-(model?.c ?? 0) / (model?.a ?? 0), 9);
    }
  });

  it("are read without writing: a scoring without stored choices stays as it is", async () => {
    const [before] = await items();
    const count = (item: Item | undefined): number => item?.options.reduce((sum, option) => sum + option.count, 0) ?? 0;
    await server.database.transaction((tx) =>
      tx.query({
        text: "update scores set choices = null where run_id = (select min(run_id) from scores)",
        params: [],
      }),
    );
    // A new run changes the set of runs, so no cached analysis is used.
    await submit(chosen[2] ?? [], "kappa-1", ["VIDEO", "AUDIO"]);
    const [after] = await items();
    expect(count(after)).toBeGreaterThanOrEqual(count(before));
    const rows = await rowsAs<{ n: number }>(server.database, {
      text: "select count(*)::int as n from scores where choices is null",
      params: [],
    });
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("are looked up with the revision of the answer key, and with whether their scorings are the latest", async () => {
    const [row] = await rowsAs<{ release: number; run: number }>(server.database, {
      text: "select release_id as release, id as run from runs where status = 'SCORED' and benchmark_id = (select id from benchmarks where slug = 'open') order by id limit 1",
      params: [],
    });
    const { release = 0, run = 0 } = row ?? {};
    expect(await fetchKeysOfScorings(server.database, [{ release, scorings: [{ run, revision: 1 }] }])).toEqual([
      { keyRevision: 1, areLatest: true },
    ]);
    const answer = LABELS.find((label) => label !== open.labels[5]) ?? "A";
    await server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { rescored } }", {
      input: { benchmark: open.slug, corrections: [{ question: open.keys[5], answer }], reason: "r", author: "a" },
    });
    expect(
      await fetchKeysOfScorings(server.database, [
        { release: 999_999, scorings: [] },
        { release, scorings: [{ run, revision: 1 }] },
        { release, scorings: [{ run, revision: 2 }] },
      ]),
    ).toEqual([
      { keyRevision: 1, areLatest: true },
      { keyRevision: 2, areLatest: false },
      { keyRevision: 2, areLatest: true },
    ]);
  });

  it("need one statement for the key revisions of all releases on a page", async () => {
    const document = "{ runs(first: 50) { nodes { benchmark { slug } ability { value } } } }";
    const page = () => server.data<{ runs: { nodes: { benchmark: { slug: string } }[] } }>(document, {}, { key: null });
    await page();
    const read: string[] = [];
    const stop = server.database.onStatement(({ text }) => read.push(text));
    const { runs } = await page();
    stop();
    expect(new Set(runs.nodes.map(({ benchmark }) => benchmark.slug)).size).toBeGreaterThan(1);
    expect(read.filter((text) => text.includes('"key_revisions"'))).toHaveLength(1);
    expect(read).toHaveLength(2);
  });
});

describe("a filter of runs", () => {
  const UNCOUNTED = "evidence { runs } leftOut uncounted { openEnded partial fewerInputs }";
  const FIELDS = {
    itemAnalysis: `itemAnalysis(benchmark: "open", runs: $runs) { ${UNCOUNTED} }`,
    benchmarkHealth: `benchmarkHealth(benchmark: "open", runs: $runs) { ${UNCOUNTED} }`,
    keySuspects: `keySuspects(benchmark: "open", runs: $runs) { ${UNCOUNTED} }`,
    representativeSubset: `representativeSubset(benchmark: "open", size: 5, runs: $runs) { ${UNCOUNTED} }`,
    comparisonPlan: `comparisonPlan(benchmark: "open", difference: 0.1, runs: $runs) { ${UNCOUNTED} }`,
  };
  interface Counted {
    readonly evidence: { readonly runs: number };
    readonly uncounted: { readonly openEnded: number; readonly partial: number; readonly fewerInputs: number };
  }
  const analyses = (runs: object) =>
    server.data<Record<string, Counted>>(
      `query ($runs: RunFilter) { ${Object.values(FIELDS).join("\n")} nextQuestions(run: "${whole}", runs: $runs) { ${UNCOUNTED} } }`,
      { runs },
      { key: null },
    );
  let whole: string;

  beforeAll(async () => {
    const common = { benchmark: open.slug, visibility: "PUBLIC", inputs: ["VIDEO"] };
    const predictions = answering(open.keys, open.labels);
    const submitted = (more: {
      readonly model: object;
      readonly predictions: typeof predictions;
      readonly openEnded?: boolean;
    }) => server.submit({ ...common, ...more }, { key: owner });
    whole = (await submitted({ model: { name: "sigma-whole" }, predictions })).id;
    await submitted({ model: { name: "sigma-part" }, predictions: predictions.slice(0, 10) });
    await submitted({ model: { name: "sigma-open" }, predictions, openEnded: true });
  });

  it.each([
    [{ openEnded: true }, { openEnded: 1, partial: 0, fewerInputs: 0 }],
    [{ partial: true }, { openEnded: 0, partial: 1, fewerInputs: 0 }],
    [{ not: { or: [{ openEnded: false }, { partial: true }] } }, { openEnded: 1, partial: 0, fewerInputs: 0 }],
  ])(
    "that matches only uncounted runs returns no counted runs and the number of matches: %j",
    async (runs, uncounted) => {
      for (const [field, counted] of Object.entries(await analyses(runs)))
        expect([field, counted]).toEqual([field, { evidence: { runs: 0 }, leftOut: 0, uncounted }]);
    },
  );

  it("is not needed to see how many runs an analysis leaves out", async () => {
    const { itemAnalysis, ...others } = await analyses({});
    const uncounted = { openEnded: 1, partial: 1, fewerInputs: 1 };
    for (const [field, counted] of Object.entries(others))
      expect([field, counted.uncounted, counted.evidence.runs]).toEqual([
        field,
        uncounted,
        (itemAnalysis?.evidence.runs ?? 0) - 1,
      ]);
    expect(itemAnalysis?.uncounted).toEqual(uncounted);
  });
});

describe("countedRuns", () => {
  const run = (id: number, model: number, createdAt: number, inputs = ["VIDEO"], more: object = {}): VisibleRun =>
    ({
      run: id,
      model,
      createdAt,
      inputs,
      revision: 1,
      openEnded: false,
      partial: false,
      ...more,
    }) as unknown as VisibleRun;

  it("prefers the newest run of each model if there are too many, and says how many runs it leaves out", () => {
    const runs = [run(1, 1, 10), run(2, 1, 30), run(3, 1, 20), run(4, 2, 5), run(5, 2, 6), run(6, 3, 1)];
    const names = (most: number) => countedRuns(runs, "ALL", most).runs.map((each) => each.run);
    expect(names(6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(names(3)).toEqual([2, 5, 6]);
    expect(names(4)).toEqual([2, 3, 5, 6]);
    expect(countedRuns(runs, "ALL", 4).leftOut).toBe(2);
  });

  it("leaves out a run if another run of its model had the same inputs and more", () => {
    const runs = [
      run(1, 1, 1, ["VIDEO"]),
      run(2, 1, 1, ["AUDIO", "VIDEO"]),
      run(3, 1, 1, ["VIDEO", "SUBTITLES"]),
      run(4, 2, 1, ["TEXT"]),
    ];
    expect(countedRuns(runs, "FULLEST").runs.map((each) => each.run)).toEqual([2, 3, 4]);
    expect(countedRuns(runs, "ALL").runs).toHaveLength(4);
  });

  it("gives one reason for each run that is not counted, and none for a run without a score", () => {
    const runs = [
      run(1, 1, 1, ["VIDEO", "AUDIO"]),
      run(2, 1, 1, ["VIDEO"]),
      run(3, 1, 1, ["VIDEO"], { partial: true }),
      run(4, 1, 1, ["VIDEO"], { partial: true, openEnded: true }),
      run(5, 1, 1, ["VIDEO"], { partial: true, revision: null }),
    ];
    expect(countedRuns(runs, "FULLEST")).toEqual({
      runs: [runs[0]],
      leftOut: 0,
      uncounted: { openEnded: 1, partial: 1, fewerInputs: 1 },
    });
  });
});

describe("the queue of analyses", () => {
  const nobody = { owner: null, admin: false };
  const someone = { owner: "someone", admin: false };

  it("refuses callers without a key once too many wait, but still accepts callers with a key", async () => {
    const queue = new ItemQueue({ withKey: 2, withoutKey: 1 });
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const order: string[] = [];
    const work = (name: string) => async () => {
      await gate;
      order.push(name);
    };
    const first = queue.run(nobody, work("first"));
    const second = queue.run(nobody, work("second"));
    await expect(queue.run(nobody, work("third"))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const keyed = queue.run(someone, work("keyed"));
    open();
    await Promise.all([first, second, keyed]);
    expect(order).toEqual(["first", "keyed", "second"]);
  });
});
