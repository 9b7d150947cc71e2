import { connect, type Socket } from "node:net";
import { ResponseReader } from "./response-reader.ts";

/** The result of one measurement. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** The time of each request in milliseconds, in no particular order. */
  readonly latencies: readonly number[];
  /** The CPU time of the process that generates the load, which runs on the same machine. */
  readonly clientCpuMs: number;
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Sends requests to a server as fast as it answers, over a number of connections with one request at a time each. Uses
 * plain sockets, because a client that parses responses would take CPU time away from the servers.
 */
export async function load(url: string, requests: readonly Buffer[], options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + options.seconds * 1_000;
  const clients = Array.from({ length: options.connections }, (_, index) =>
    keepAsking(url, requests, index, end, latencies),
  );
  await Promise.all(clients);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - start) / 1_000;
  return { requests: latencies.length, seconds, latencies, clientCpuMs: (user + system) / 1_000 };
}

/** One connection. Begins at its own position in the list of requests, and cycles through it until the end. */
function keepAsking(
  url: string,
  requests: readonly Buffer[],
  first: number,
  end: number,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new ResponseReader();
    let [next, sent] = [first, 0];
    const socket = open(url, () => ask());
    const ask = (): void => {
      sent = performance.now();
      socket.write(requests[next++ % requests.length] ?? "");
    };
    const finish = (error?: Error): void => {
      socket.removeAllListeners("close").destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.on("data", (chunk) => {
      if (!reader.read(chunk)) return;
      if (reader.status !== 200) return finish(new Error(`${url} answered ${reader.status}`));
      const now = performance.now();
      latencies.push(now - sent);
      if (now < end) ask();
      else finish();
    });
    socket.once("error", finish);
    socket.once("close", () => finish(new Error(`${url} closed the connection`)));
  });
}

function open(url: string, connected: () => void): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), noDelay: true }, connected);
}

/** A POST of JSON, as bytes. */
export function postRequest(path: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\n`;
  const length = Buffer.byteLength(body);
  return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`);
}
