/**
 * The lower bound for the cost of a query: Hono, and one hand-written statement per query, which returns the whole body
 * of the answer as text. It does not use GraphQL.
 * `POST /<query>` with the variables, or `POST /shapes/<shape>` with the parameters.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import postgres from "postgres";
import { FULL, SMOKE } from "../data/data-size.ts";
import { randomShapes, SHAPES } from "../queries/shapes/random-shapes.ts";
import { FLOOR, FLOOR_BEST, type FloorStatement } from "./floor-statements.ts";
import { databaseUrl, POOL, sayListening } from "./server-environment.ts";

const sql = postgres(databaseUrl(), { max: POOL, onnotice: () => {} });
const app = new Hono();

function addRoutes(prefix: string, statements: Readonly<Record<string, FloorStatement>>): void {
  for (const [name, { text, parameters }] of Object.entries(statements)) {
    app.post(`${prefix}/${name}`, async (c) => {
      const values = parameters(await c.req.json());
      const [row] = await sql.unsafe<{ body: string }[]>(text, values as never[], { prepare: true });
      return c.body(row?.body ?? "null", 200, { "content-type": "application/json" });
    });
  }
}

/** The statements of the random shapes. Their requests contain only the parameters. */
function addShapes(): void {
  const size = process.env.BENCH_SMOKE === "1" ? SMOKE : FULL;
  for (const { name, statement } of randomShapes(SHAPES, size)) {
    app.post(`/shapes/${name}`, async (c) => {
      const values: unknown[] = await c.req.json();
      const [row] = await sql.unsafe<{ body: string }[]>(statement, values as never[], { prepare: true });
      return c.body(row?.body ?? "null", 200, { "content-type": "application/json" });
    });
  }
}

addRoutes("", FLOOR);
addRoutes("/best", { ...FLOOR, ...FLOOR_BEST });
addShapes();
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => sayListening(port));
