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
  $ omnidex mcp
  $ OMNIDEX_URL=https://omnidex.example OMNIDEX_API_KEY=omx_… omnidex mcp

In the settings of an agent: { "mcpServers": { "omnidex": { "command": "omnidex", "args": ["mcp"] } } }`;
