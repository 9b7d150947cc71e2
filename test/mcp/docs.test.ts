import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TOOLS } from "../../src/mcp/mcp-server.ts";
import { describePage } from "../readme/describe-page.ts";

describePage("docs/mcp.md");

it("docs/mcp.md lists every tool once", () => {
  const page = readFileSync("docs/mcp.md", "utf8");
  const start = page.indexOf("| Tool | ");
  const rows = page.slice(start, page.indexOf("\n\n", start)).split("\n");
  const listed = rows.flatMap((row) =>
    [...(row.split(" | ")[0] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});
