import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { describePage } from "../readme/describe-page.ts";

describePage("docs/cli.md");
describePage("docs/operating.md");

it("docs/cli.md lists every command once", () => {
  const page = readFileSync("docs/cli.md", "utf8");
  const start = page.indexOf("| To | Commands |");
  const listed = [...page.slice(start, page.indexOf("\n\n", start)).matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  // `complete` is what the scripts of `completion` call.
  const names = createProgram("0").commands.map((command) => command.name());
  expect(listed.sort()).toEqual(names.filter((name) => name !== "complete").sort());
});
