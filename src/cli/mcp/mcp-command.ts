import { Command } from "commander";

export const mcpCommand = (): Command =>
  new Command("mcp")
    .description("serve the tools for agents (MCP) on standard input and output, over the connected server")
    .addHelpText("after", EXAMPLES)
    .action(async () => (await import("./serve-mcp.ts")).serveMcp());

const EXAMPLES = `
An agent starts this command itself. Its settings name the command, and OMNIDEX_URL and OMNIDEX_API_KEY if the agent does not
run where 'omnidex' already finds its server. A server has the same tools at its address followed by /mcp.

Examples:
  $ claude mcp add omnidex -- omnidex mcp
  $ codex mcp add omnidex -- omnidex mcp

In settings that are JSON: { "mcpServers": { "omnidex": { "command": "omnidex", "args": ["mcp"] } } }`;
