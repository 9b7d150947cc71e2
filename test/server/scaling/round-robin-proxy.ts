import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that sends each request to the next server. */
export interface RoundRobin {
  readonly url: string;
  /** The number of requests that each server has received. */
  readonly sent: readonly number[];
  close(): Promise<unknown>;
}

/** Starts the proxy on this machine. It adds the client's address to `X-Forwarded-For`, as proxies do. */
export async function startRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
  const sent = targets.map(() => 0);
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const index = next++ % targets.length;
    sent[index] = (sent[index] ?? 0) + 1;
    const forwarded = [incoming.headers["x-forwarded-for"], incoming.socket.remoteAddress].flat().filter(Boolean);
    const headers = { ...incoming.headers, "x-forwarded-for": forwarded.join(", ") };
    const { method } = incoming;
    const onward = httpRequest(`${targets[index]}${incoming.url}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<unknown> =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, sent, close };
}
