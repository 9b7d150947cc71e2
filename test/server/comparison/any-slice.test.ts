import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { DIMENSIONS, type Dimension } from "../../../src/domain/vocabulary.ts";
import { demoBatch } from "../../../src/formats/demo/demo-benchmark.ts";
import { questions } from "../../../src/server/db/tables/benchmark-tables.ts";
import { predictions, runs } from "../../../src/server/db/tables/run-tables.ts";
import { Random } from "../../fixtures/random.ts";
import { cases } from "../../support/cases.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { arbitraryFilter } from "../arbitrary-filter.ts";
import { type FlatQuestion, flatQuestions, matches } from "../reference-slice.ts";
import { randomPredictions } from "./random-predictions.ts";
import { cellName, referenceCells } from "./reference-cells.ts";

const VIDEOS = demoBatch().videos.map(({ key }) => key);
const ALL = flatQuestions(demoBatch(), (key) => `video_${1 + VIDEOS.indexOf(key)}`);

const filters = arbitraryFilter(ALL);
const dimensions = fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { minLength: 1, maxLength: 2 });

interface Prediction {
  readonly outcome: string;
  readonly score: number | null;
}

describe("over any slice and dimensions", () => {
  let server: TestServer;
  const ids: string[] = [];
  /** The predictions, by the run's id and the question's key. */
  let given: ReadonlyMap<string, Prediction>;

  beforeAll(async () => {
    server = await createTestServer();
    const random = new Random(29);
    for (let index = 0; index < 2; index++) ids.push(await submit(server, index, randomPredictions(random)));
    const rows = await rowsAs<Prediction & { run: number; key: string }>(
      server.database,
      sql`
      select ${predictions.runId} as run, ${questions.key} as key, outcome, score from ${predictions}
        join ${runs} on ${runs.id} = ${predictions.runId}
        join ${questions} on ${questions.releaseId} = ${runs.releaseId} and ${questions.ordinal} = ${predictions.ordinal}`,
    );
    given = new Map(rows.map(({ run, key, ...prediction }) => [`run_${run} ${key}`, prediction]));
  });
  afterAll(() => server.close());

  const of = (run: string, { key }: FlatQuestion): Prediction | undefined => given.get(`${run} ${key}`);
  const scoreOf = (run: string, question: FlatQuestion): number => of(run, question)?.score ?? 0;

  /** The outcomes of the questions in a run, counted one by one. */
  const counted = (run: string, some: readonly FlatQuestion[]) => {
    const count = (holds: (prediction: Prediction | undefined) => boolean): number =>
      some.filter((question) => holds(of(run, question))).length;
    const correct = some.reduce((sum, question) => sum + scoreOf(run, question), 0);
    return {
      value: correct / some.length,
      n: some.length,
      correct,
      unparsed: count((prediction) => prediction?.outcome === "UNPARSED"),
      errored: count((prediction) => prediction?.outcome === "ERRORED"),
      missing: count((prediction) => prediction === undefined),
    };
  };

  /** The questions that each run has right, counted one by one. */
  const paired = ([a, b]: readonly [string, string], some: readonly FlatQuestion[]) => {
    const count = (x: number, y: number): number =>
      some.filter((question) => scoreOf(a, question) === x && scoreOf(b, question) === y).length;
    const [bothCorrect, onlyA, onlyB, neither] = [count(1, 1), count(1, 0), count(0, 1), count(0, 0)];
    const difference = expect.closeTo((onlyA - onlyB) / some.length, 12);
    return { n: some.length, bothCorrect, onlyA, onlyB, neither, difference };
  };

  it("a breakdown has the same cells as a GROUP BY over the predictions", async () => {
    const holds = async (filter: QuestionFilter, by: Dimension[]) => {
      const [id = ""] = ids;
      const { run } = await server.data<{ run: { breakdown: Cell[] } }>(BREAKDOWN, { id, filter, by });
      const expected = referenceCells(
        ALL.filter((question) => matches(filter, question)),
        by,
      );
      expect(new Set(run.breakdown.map(nameOf))).toEqual(new Set(expected.keys()));
      expect(run.breakdown).toHaveLength(expected.size);
      for (const cell of run.breakdown) {
        expect(cell.keys.map(({ dimension }) => dimension)).toEqual(by);
        expect(cell.score).toEqual(counted(id, expected.get(nameOf(cell))?.questions ?? []));
      }
    };
    await fc.assert(fc.asyncProperty(filters, dimensions, holds), { numRuns: cases(50) });
  });

  it("a comparison and each of its cells have the same counts as a join over the predictions", async () => {
    const holds = async (filter: QuestionFilter, by: Dimension[] | null) => {
      const [a = "", b = ""] = ids;
      const some = ALL.filter((question) => matches(filter, question));
      if (some.length === 0) {
        const { errors } = await server.request(COMPARE, { a, b, filter, by });
        expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
        return;
      }
      const { compareRuns } = await server.data<{ compareRuns: Comparison }>(COMPARE, { a, b, filter, by });
      const { cells, ...whole } = compareRuns;
      expect(whole).toEqual(paired([a, b], some));
      const expected = by === null ? new Map() : referenceCells(some, by);
      expect(new Set(cells.map(nameOf))).toEqual(new Set(expected.keys()));
      expect(cells).toHaveLength(expected.size);
      for (const { keys, ...cell } of cells) {
        expect(cell).toEqual(paired([a, b], expected.get(nameOf({ keys }))?.questions ?? []));
      }
    };
    await fc.assert(fc.asyncProperty(filters, fc.option(dimensions, { freq: 6 }), holds), { numRuns: cases(50) });
  });
});

interface Key {
  readonly dimension: Dimension;
  readonly key: string;
}

interface Cell {
  readonly keys: readonly Key[];
  readonly score: Readonly<Record<"value" | "n" | "correct" | "unparsed" | "errored" | "missing", number>>;
}

interface Comparison {
  readonly cells: readonly { readonly keys: readonly Key[] }[];
}

const nameOf = ({ keys }: { readonly keys: readonly Key[] }): string => cellName(keys.map(({ key }) => key));

async function submit(server: TestServer, seed: number, given: ReturnType<typeof randomPredictions>): Promise<string> {
  return (
    await server.submit({
      benchmark: "omnidex-demo",
      model: { name: `random ${seed}` },
      inputs: ["VIDEO", "AUDIO"],
      seed,
      idempotencyKey: `random ${seed}`,
      predictions: given,
    })
  ).id;
}

const BREAKDOWN = `query ($id: ID!, $filter: QuestionFilter, $by: [Dimension!]!) { run(id: $id) {
  breakdown(by: $by, filter: $filter) {
    keys { dimension key } score { value n correct unparsed errored missing } } } }`;

const COMPARE = `query ($a: ID!, $b: ID!, $filter: QuestionFilter, $by: [Dimension!]) {
  compareRuns(a: $a, b: $b, filter: $filter, by: $by) {
    n bothCorrect onlyA onlyB neither difference
    cells { keys { dimension key } n bothCorrect onlyA onlyB neither difference } } }`;
