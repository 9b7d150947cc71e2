import type { BenchQuery } from "../queries/five-queries.ts";
import { figureOf, ratioOf, type Section, short, table } from "../report.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import type { Measurement } from "../support/measure.ts";

/** The report of the five queries: a table of throughput, and a table of latency and CPU time. */
export function fiveSection(
  servers: readonly BenchServer[],
  queries: readonly BenchQuery[],
  measured: readonly Measurement[],
  peaks: Readonly<Record<string, number>>,
): Section {
  const base = servers[0]?.name ?? "";
  const throughput = table(
    ["requests per second (ratio)", ...queries.map(({ name }) => name), "peak MB"],
    servers.map(({ name }) => [
      name,
      ...queries.map((query) => cell(measured, name, base, query)),
      short(peaks[name] ?? null),
    ]),
  );
  const costs = table(
    ["query", "server", "p50 ms", "p99 ms", "server CPU ms", "PostgreSQL CPU ms"],
    queries.flatMap((query) =>
      servers
        .filter(({ name }) => figureOf(measured, name, query.name, "p50") !== null)
        .map(({ name }) => [
          query.name,
          name,
          ...(["p50", "p99", "serverCpu", "postgresCpu"] as const).map((figure) =>
            short(figureOf(measured, name, query.name, figure)),
          ),
        ]),
    ),
  );
  const legend = [...queries, ...servers].map(({ name, about }) => `- ${name}: ${about}`).join("\n");
  const markdown = `${throughput}\n\nRatios are to ${base}.\n\n${legend}\n\n${costs}`;
  return { name: "five", title: "The five queries", markdown, figures: { peaks, measured } };
}

function cell(measured: readonly Measurement[], server: string, base: string, { name }: BenchQuery): string {
  const requests = figureOf(measured, server, name, "requestsPerSecond");
  if (requests === null) return "–";
  const ratio = ratioOf(measured, server, base, name);
  return `${short(requests)} (${ratio?.toFixed(2)})`;
}
