import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** The path, without the parameters of a query that was sent with GET. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** Answers one request in any way, including faults. */
export type Answer = (response: ServerResponse, request: Received) => void | Promise<void>;

export interface CannedServer extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
}

/** Any JSON with a status and headers. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

export const data = (value: unknown): Answer => json({ data: value });

export const failure = (
  code: string,
  status = 200,
  headers: Record<string, string> = {},
  details: Record<string, unknown> = { limit: 7 },
): Answer =>
  json({ errors: [{ message: `It is ${code}`, path: ["run"], extensions: { code, details } }] }, status, headers);

const parameters = (search: URLSearchParams): Pick<Received, "query" | "variables"> => ({
  query: search.get("query") ?? "",
  variables: JSON.parse(search.get("variables") ?? "{}"),
});

/** A real HTTP server that gives the answers in their order, and repeats the last one forever. */
export async function cannedServer(...answers: readonly Answer[]): Promise<CannedServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", headers } = request;
    const { pathname: path, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const asked = method === "GET" ? parameters(searchParams) : JSON.parse(Buffer.concat(chunks).toString());
    const arrived: Received = { method, path, headers, ...asked };
    received.push(arrived);
    await answers[Math.min(received.length, answers.length) - 1]?.(response, arrived);
  });
  // However slow the machine, an idle connection stays open, so that no request meets one that is just being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, [Symbol.asyncDispose]: close };
}
