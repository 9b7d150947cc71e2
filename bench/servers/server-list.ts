import { resolve } from "node:path";
import type { BenchQuery, Variables } from "../queries/five-queries.ts";
import type { Shape } from "../queries/shapes/random-shapes.ts";
import type { ServerCommand } from "../support/server-process.ts";

import type { BenchServer, ServerRequest } from "./bench-server.ts";
import { normalisePostgraphile, postgraphileRequest } from "./peers/postgraphile-documents.ts";

const BENCH = resolve(import.meta.dirname, "..");
const ROOT = resolve(BENCH, "..");

/** The bundle that `scripts/bench.mjs` makes of a file in this folder. */
const bundled = (file: string): string => resolve(BENCH, "dist", file);

const node = (file: string): ServerCommand => ({ program: process.execPath, args: [bundled(file)] });

/** The request of a server that has Omnidex's schema. */
export const graphql = (query: BenchQuery, variables: Variables): ServerRequest => ({
  path: "/graphql",
  body: JSON.stringify({ query: query.document, variables }),
});

/** The built Omnidex in a folder. */
export const omnidexOf = (folder: string, cache: "on" | "off"): BenchServer => ({
  name: cache === "on" ? "omnidex-cached" : "omnidex",
  about: `Omnidex, ${cache === "on" ? "with" : "without"} its response cache`,
  command: {
    program: process.execPath,
    args: [resolve(folder, "bin/omnidex.js"), "serve"],
    environment: { PORT: "0", OMNIDEX_RESPONSE_CACHE: cache },
  },
  request: graphql,
});

const isShape = (query: BenchQuery): query is Shape => "parameters" in query;

/** All servers that can be measured, in the order of the table. Ratios are relative to the first one. */
export const SERVERS: readonly BenchServer[] = [
  {
    name: "floor",
    about: "Hono and one hand-written statement for each query, over the tables as they are",
    command: node("floor.js"),
    request: (query, variables) =>
      isShape(query)
        ? { path: `/shapes/${query.name}`, body: JSON.stringify(query.parameters) }
        : { path: `/${query.name}`, body: JSON.stringify(variables) },
  },
  {
    name: "floor-best",
    about:
      "floor with every optimization: Q4 from the score vectors, Q5 from bit strings that are stored beside the tables",
    command: node("floor.js"),
    only: ["Q4", "Q5"],
    request: (query, variables) => ({ path: `/best/${query.name}`, body: JSON.stringify(variables) }),
  },
  omnidexOf(ROOT, "off"),
  omnidexOf(ROOT, "on"),
  {
    name: "mercurius",
    about: "Mercurius with its JIT and loaders, on Fastify",
    command: node("peers/mercurius.js"),
    request: graphql,
  },
  {
    name: "yoga",
    about: "GraphQL Yoga with resolvers and DataLoader",
    command: node("peers/yoga.js"),
    request: graphql,
  },
  {
    name: "postgraphile",
    about: "PostGraphile 5 on Node 22, with functions for slices, Q4 and Q5",
    command: {
      program: resolve(BENCH, "node_modules/node/bin/node"),
      args: [bundled("peers/postgraphile.js")],
      environment: { GRAPHILE_ENV: "production" },
    },
    request: postgraphileRequest,
    normalise: normalisePostgraphile,
  },
];

/** The servers that a run measures by default. */
export const DEFAULT_SERVERS = ["floor", "floor-best", "omnidex", "mercurius", "yoga", "postgraphile"];
export const SMOKE_SERVERS = ["floor", "floor-best", "omnidex"];

export const asks = (server: BenchServer, query: BenchQuery): boolean =>
  server.only === undefined || server.only.includes(query.name);
