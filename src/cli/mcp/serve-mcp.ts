import { readFileSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { mcpServer } from "../../mcp/mcp-server.ts";
import { packageFile } from "../../server/config/project-root.ts";
import { fetchFrom } from "../connection/fetch-from.ts";
import { connect } from "../connection/sdk-client.ts";
import { UsageError } from "../output/usage-error.ts";

/** Serves the tools on standard input and output, until the input ends. Nothing else is written to the output. */
export async function serveMcp(): Promise<void> {
  const { omnidex, connection } = await connect();
  const { version } = JSON.parse(readFileSync(packageFile(), "utf8")) as { version: string };
  const log = (error: unknown): void => console.error(`omnidex: ${error instanceof Error ? error.message : error}`);
  const readPage = async (path: string): Promise<string> => {
    const response = await fetchFrom(connection, path);
    if (response.ok) return response.text();
    throw new UsageError(`The server at ${connection.url} does not have ${path}.`);
  };
  serveStdio(() => mcpServer({ omnidex, root: connection.url, version, readPage, log }), {
    maxSubscriptions: 0,
    onerror: log,
  });
}
