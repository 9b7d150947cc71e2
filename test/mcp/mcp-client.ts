import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { TestServer } from "../support/test-server.ts";

/** A client of the endpoint of a server, with a key or without one. */
export async function connectMcp(url: string, key: string | null, fetch?: typeof globalThis.fetch): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const options = { requestInit: { headers }, ...(fetch !== undefined && { fetch }) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options));
  return client;
}

/** A client of a server without a socket. */
export const connectTo = ({ app }: TestServer, key: string | null): Promise<Client> =>
  connectMcp("http://127.0.0.1", key, async (input, init) => app.request(String(input), init));

/** The structured content of an answer. @throws Error with the text of a failure */
export function dataOf<T = Record<string, never>>(result: CallToolResult): T {
  if (result.isError === true || result.structuredContent === undefined) throw new Error(textOf(result));
  return result.structuredContent as T;
}

/** The text of an answer or of a failure. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
