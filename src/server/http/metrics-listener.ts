import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { MetricsAddress } from "../config/telemetry-config.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** A listener that serves nothing but `/metrics`, to anyone who reaches it. */
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

/** A scraper holds its connection open between scrapes, so all of them are closed. */
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
