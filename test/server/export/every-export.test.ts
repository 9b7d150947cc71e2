import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDeep } from "../../support/cases.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { keyOf } from "../hidden/hidden-benchmark.ts";
import { setAccess } from "./export-client.ts";
import {
  type ComparedPrediction,
  type ComparedRun,
  exportedFile,
  predictionsOf,
  ROW_FORMATS,
  submitFile,
} from "./exported-runs.ts";
import { importShapes, optionsFor, SHAPES, type Shape, submitShape } from "./run-shapes.ts";

let from: TestServer;
let to: TestServer;
const originals = new Map<string, { readonly run: ComparedRun; readonly predictions: readonly ComparedPrediction[] }>();

beforeAll(async () => {
  [from, to] = await Promise.all([createTestServer(), createTestServer()]);
  await importShapes([from, to]);
  for (const [name, shape] of Object.entries(SHAPES)) {
    const run = await submitShape(from, shape);
    originals.set(name, { run, predictions: await predictionsOf(from, run.id) });
  }
}, 300_000);
afterAll(async () => {
  await Promise.all([from, to].map((server) => server?.close()));
});

/** The shape that has the most that a format could lose is tried in every format; of the others half, or all in the deep run. */
const WHOLE = "a benchmark of one's own";
const cases = Object.keys(SHAPES).flatMap((name, row) =>
  ROW_FORMATS.map(([format, companion]) => ({ name, format, companion })).filter(
    (_, column) => isDeep || name === WHOLE || (row + column) % 2 === 0,
  ),
);

describe("a run that is exported from one server and submitted to another", () => {
  it.each(cases)("is the same run there: $name as $format", async ({ name, format, companion }) => {
    const original = originals.get(name);
    if (original === undefined) throw new Error(`no run of ${name}`);
    const { id, ...expected } = original.run;
    const file = await exportedFile(from, id, format, companion);
    const { benchmark } = SHAPES[name] as Shape;
    const options =
      companion === null && format !== "inspect" ? { ...optionsFor(SHAPES[name] as Shape), benchmark } : {};
    const { problems, run } = await submitFile(to, file, options);
    expect(problems).toEqual([]);
    const { id: copy, ...actual } = run;
    expect(actual).toEqual(expected);
    // A row of "every eval ever" must have a score.
    const isHeld = ({ score }: ComparedPrediction): boolean => score !== null || format !== "eee-instances";
    expect(await predictionsOf(to, copy)).toEqual(original.predictions.filter(isHeld));
  });

  it.each(ROW_FORMATS.filter(([format]) => format !== "eee-instances"))(
    "has the same outcomes there if the first server hides the answers during the export: as %s",
    async (format, companion) => {
      const owner = { key: await keyOf(from, "exporter") };
      for (const name of isDeep ? ["demo", "avi-bench, confirmed"] : ["avi-bench, confirmed"]) {
        const original = originals.get(name);
        const shape = SHAPES[name] as Shape;
        await setAccess(from, "HIDDEN");
        const file = await exportedFile(from, original?.run.id ?? "", format, companion, owner);
        await setAccess(from, "VISIBLE");
        const { run } = await submitFile(to, file, {
          ...optionsFor(shape),
          benchmark: shape.benchmark,
          notes: `hidden, as ${format}`,
        });
        expect([run.counts, run.score]).toEqual([original?.run.counts, original?.run.score]);
        expect(await predictionsOf(to, run.id)).toEqual(original?.predictions);
      }
    },
  );
});
