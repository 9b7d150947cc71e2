import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { PendingSet } from "../../domain/pending-set.ts";

/** The timeouts of a connection, in milliseconds. `headersTimeout` also closes a connection that sends nothing. */
const LIMITS = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 5_000 };
/** How often the timeouts of connections are checked, in milliseconds. */
const CHECKED_EVERY = 2_000;

/** A listening HTTP server that can be shut down gracefully. */
export interface HttpListener {
  readonly port: number;
  /**
   * Stops accepting connections, closes idle ones at once, and lets the requests in progress finish.
   * @param patience the milliseconds after which the requests in progress are aborted
   * @returns the number of aborted requests
   */
  close(patience: number): Promise<number>;
}

/** Listens at a port of a host; at port 0 the system chooses one. */
export async function listen(onRequest: RequestListener, host: string, port: number): Promise<HttpListener> {
  const answering = new PendingSet<ServerResponse>();
  const sockets = new Set<Socket>();
  const server = createServer({ ...LIMITS, connectionsCheckingInterval: CHECKED_EVERY }, (incoming, outgoing) => {
    const member = answering.add(outgoing);
    // `on` suffices, because the event is emitted only once.
    outgoing.on("close", () => answering.remove(member));
    onRequest(incoming, outgoing);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  const close = async (patience: number): Promise<number> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    endAfterAnswers(answering);
    const busy = new Set([...answering].map(({ socket }) => socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    let cut = 0;
    const timer = setTimeout(() => {
      cut = answering.size;
      server.closeAllConnections();
    }, patience);
    await closed;
    clearTimeout(timer);
    return cut;
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/** Makes every request in progress close its connection after the response. */
function endAfterAnswers(answering: Iterable<ServerResponse>): void {
  for (const outgoing of answering) {
    if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
    const { socket } = outgoing;
    outgoing.once("close", () => socket?.destroySoon());
  }
}
