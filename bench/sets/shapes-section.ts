import type { Shape } from "../queries/shapes/random-shapes.ts";
import { figureOf, ratioOf, type Section, short, table } from "../report.ts";
import type { Measurement } from "../support/measure.ts";

/** The report of the set `shapes`: the distribution of the ratios to hand-written SQL. */
export function shapesSection(shapes: readonly Shape[], measured: readonly Measurement[], server: string): Section {
  const ratios = shapes.map(({ name }) => ratioOf(measured, server, "floor", name) ?? Number.NaN).sort((a, b) => a - b);
  const at = (share: number): string => ratios[Math.round((ratios.length - 1) * share)]?.toFixed(2) ?? "–";
  const spread = table(
    ["ratio to the floor", "worst", "first quartile", "median", "third quartile", "best"],
    [[server, at(0), at(0.25), at(0.5), at(0.75), at(1)]],
  );
  const each = table(
    [
      "shape",
      "floor, requests per second",
      `${server}, requests per second`,
      "ratio",
      "server CPU ms",
      "PostgreSQL CPU ms",
    ],
    shapes.map(({ name, about }) => [
      `${name} (${about})`,
      short(figureOf(measured, "floor", name, "requestsPerSecond")),
      short(figureOf(measured, server, name, "requestsPerSecond")),
      ratioOf(measured, server, "floor", name)?.toFixed(2) ?? "–",
      short(figureOf(measured, server, name, "serverCpu")),
      short(figureOf(measured, server, name, "postgresCpu")),
    ]),
  );
  const about = `${shapes.length} random documents, each with the statement that one would write by hand for it.`;
  return {
    name: "shapes",
    title: "Random documents",
    markdown: `${about}\n\n${spread}\n\n${each}`,
    figures: {
      shapes: shapes.map(({ name, document, variants }) => ({ name, document, variables: variants[0] })),
      measured,
    },
  };
}
