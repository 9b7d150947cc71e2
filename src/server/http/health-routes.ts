import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import type { MetricsAddress } from "../config/telemetry-config.ts";
import { within } from "../db/promises.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { pingDatabase } from "../upkeep/check-queries.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** The most time that the database may take to answer, in milliseconds. Load balancers do not wait long. */
const PATIENCE = 900;

/**
 * `/live` succeeds if the process answers. `/ready` succeeds if the database also answers within 0.9 s and the server
 * is not draining.
 */
export const healthRoutes = ({
  database,
  log,
  shutdown,
}: Pick<AppServices, "database" | "log" | "shutdown">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>()
    .get("/live", (c) => c.json({ status: "live" }))
    .get("/ready", async (c) => {
      if (shutdown.begun) return errorResponse(c, 503, "UNAVAILABLE", "The server is shutting down.");
      try {
        await within(PATIENCE, pingDatabase(database));
        return c.json({ status: "ready" });
      } catch (error) {
        log(c.get("requestId"), error);
        return errorResponse(c, 503, "UNAVAILABLE", "The database does not answer.");
      }
    });

/** `GET /metrics`, for administrators. */
export const metricsRoutes = ({ metrics }: Pick<AppServices, "metrics">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().get("/", async (c) => {
    if (!c.get("viewer").admin)
      return errorResponse(
        c,
        403,
        "FORBIDDEN",
        "Metrics need an administrator's key here; OMNIDEX_METRICS_PORT serves them without a key on a port of their own.",
      );
    return c.body(await metrics.text(), 200, { "content-type": metrics.contentType });
  });

/** A listener that serves only `/metrics`, to anyone who can reach it. */
export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves metrics at a separate address. */
export async function listenForMetrics(metrics: Metrics, { host, port }: MetricsAddress): Promise<MetricsListener> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (incoming, outgoing) => {
    const isMetrics = incoming.url?.split("?", 1)[0] === "/metrics";
    if (!isMetrics || (incoming.method !== "GET" && incoming.method !== "HEAD"))
      return void outgoing.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics.\n");
    metrics.text().then(
      (text) => outgoing.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => outgoing.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}

/** Closes the server and all connections, because scrapers keep idle connections open. */
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
