import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { startSocketServer } from "../server/socket-server.ts";
import { ADMIN_KEY } from "../support/test-server.ts";
import { connectMcp, dataOf } from "./mcp-client.ts";

const PROGRAM = join(import.meta.dirname, "../../bin/omnidex.js");

it("omnidex mcp has the tools and resources of the server, and gets the same answers", async () => {
  const served = await startSocketServer();
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, OMNIDEX_URL: served.url, OMNIDEX_API_KEY: ADMIN_KEY };
  const local = new Client({ name: "test", version: "1" });
  await local.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"], env }));
  const remote = await connectMcp(served.url, ADMIN_KEY);
  expect((await local.listTools()).tools).toEqual((await remote.listTools()).tools);
  expect((await local.listResources()).resources).toEqual((await remote.listResources()).resources);
  for (const [name, args] of [
    ["compare_runs", { a: "demo-large", b: "demo-medium", by: ["LEVEL"] }],
    ["query_questions", { filter: { levels: ["REASONING"] }, first: 2 }],
  ] as const) {
    const call = { name, arguments: args };
    expect(dataOf(await local.callTool(call))).toEqual(dataOf(await remote.callTool(call)));
  }
  const uri = "omnidex://glossary";
  expect(await local.readResource({ uri })).toEqual(await remote.readResource({ uri }));
  await local.close();
  await remote.close();
  await served.close();
});

it("omnidex mcp says in a tool's answer that no server can be reached", async () => {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, OMNIDEX_URL: "http://127.0.0.1:1" };
  const local = new Client({ name: "test", version: "1" });
  await local.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"], env }));
  const { isError, content } = await local.callTool({ name: "list_benchmarks", arguments: {} });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain("Cannot reach http://127.0.0.1:1/graphql");
  await local.close();
});
