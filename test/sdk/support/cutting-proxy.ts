import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that breaks connections. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** How many connections it has broken. */
  readonly cuts: number;
  /**
   * Breaks one connection: the one that reaches the given number of further bytes, counted over all connections and both
   * directions. No other connection is broken until the next call.
   */
  cutAfter(bytes: number): void;
}

/**
 * Forwards bytes to a server, and breaks connections on request: within a request, within its answer, or between them.
 * @param onCut called at each cut
 */
export async function cuttingProxy(target: string, onCut: (proxy: CuttingProxy) => void): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cuts = 0;
  let left = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const destroy = (): void => {
      for (const socket of [client, upstream]) socket.resetAndDestroy();
    };
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on("data", (bytes: Buffer) => {
        if (bytes.length < left) {
          left -= bytes.length;
          to.write(bytes);
          return;
        }
        // The part before the cut still arrives.
        to.write(bytes.subarray(0, left));
        cuts += 1;
        left = Number.POSITIVE_INFINITY;
        onCut(proxy);
        to.end();
        setImmediate(destroy);
      });
      from.on("end", () => to.end());
      from.on("error", destroy);
      from.on("close", () => sockets.delete(from));
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cutAfter: (bytes) => {
      left = bytes;
    },
    [Symbol.asyncDispose]: close,
  };
  return proxy;
}
