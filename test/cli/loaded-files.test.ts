import { describe, expect, it } from "vitest";
import { loadedFiles } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

/** What the definitions of all commands need. */
const DEFINITIONS = ["commander", "fastest-levenshtein", "picocolors"];
/** What finds the server, with a package of its own. */
const CONNECTION = ["env-paths", "is-safe-filename"];

// The number of files is the same on every machine, unlike a time, which `npm run measure -- cli` measures.
describe("a start of the program loads the definitions of the commands alone", () => {
  it.each([[["--version"]], [["--help"]], [["runs", "--help"]], [["complete", "--", "run"]]])(
    "for %j",
    async (args) => {
      const { chunks, bytes, packages } = await loadedFiles(args);
      expect(packages).toEqual(DEFINITIONS);
      expect(chunks).toBeLessThanOrEqual(35);
      expect(bytes).toBeLessThanOrEqual(180_000);
    },
  );
});

describe("a command loads neither the server nor the readers of files", () => {
  const cli = serveCli();

  it("for values that a server completes", async () => {
    const { chunks, bytes, packages } = await loadedFiles(["complete", "--", "run", ""], { OMNIDEX_URL: cli.url() });
    expect(packages).toEqual([...DEFINITIONS, ...CONNECTION].sort());
    expect(chunks).toBeLessThanOrEqual(60);
    expect(bytes).toBeLessThanOrEqual(350_000);
  });

  it.each([
    [["runs"]],
    [["benchmarks"]],
    [["questions", "--limit", "3"]],
    [["breakdown", "demo-large", "--by", "level"]],
    [["compare", "demo-large", "demo-medium"]],
    [["leaderboard", "omnidex-demo"]],
  ])("for %j", async (args) => {
    const { chunks, bytes, packages } = await loadedFiles(args, { OMNIDEX_URL: cli.url() });
    expect(packages).toEqual([...DEFINITIONS, "cli-table3", ...CONNECTION].sort());
    expect(chunks).toBeLessThanOrEqual(60);
    expect(bytes).toBeLessThanOrEqual(354_000);
  });
});
