import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { AppServices } from "../../src/server/http/app-environment.ts";
import { fastListener } from "../../src/server/http/fast-listener.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";

export const admin = { authorization: `Bearer ${ADMIN_KEY}` };
export const json = { "content-type": "application/json" };
export const PAGE = "{ questions(first: 3) { totalCount nodes { key text } } }";

type Headers = Readonly<Record<string, string>>;

/** A whole server that listens on a socket of this machine. */
export interface SocketServer {
  readonly server: TestServer;
  readonly url: string;
  readonly port: number;
  post(query: string, variables?: object, headers?: Headers): Promise<Response>;
  get(parameters: Headers, headers?: Headers): Promise<Response>;
  /** Another socket of the same app, with other services. */
  beside(services: Partial<AppServices>): Promise<{ readonly url: string; close(): Promise<unknown> }>;
  close(): Promise<void>;
}

export async function startSocketServer(settings: Headers = {}, clock?: () => number): Promise<SocketServer> {
  const server = await createTestServer(null, settings, clock);
  const listen = async (services: AppServices) => {
    const listening = createServer(fastListener(services, getRequestListener(server.app.fetch)));
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    const { port } = listening.address() as AddressInfo;
    return { port, url: `http://127.0.0.1:${port}`, close: () => closed(listening) };
  };
  const { port, url, close } = await listen(server.services);
  return {
    server,
    url,
    port,
    post: (query, variables = {}, headers = {}) =>
      fetch(`${url}/graphql`, {
        method: "POST",
        headers: { ...json, ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    get: (parameters, headers = {}) => fetch(`${url}/graphql?${new URLSearchParams(parameters)}`, { headers }),
    beside: (services) => listen({ ...server.services, ...services }),
    close: async () => {
      await close();
      await server.close();
    },
  };
}

const closed = (one: Server): Promise<unknown> =>
  new Promise((resolve) => {
    one.close(resolve);
    one.closeAllConnections();
  });
