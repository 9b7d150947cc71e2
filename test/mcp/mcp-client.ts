import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** A client of the endpoint of a server, with a key or without one. */
export async function connectMcp(url: string, key: string | null): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** The structured content of an answer. @throws Error with the text of a failure */
export function dataOf<T = Record<string, never>>({ isError, structuredContent, content }: CallToolResult): T {
  if (isError === true || structuredContent === undefined) throw new Error(JSON.stringify(content));
  return structuredContent as T;
}

/** The text of an answer or of a failure. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
