import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();

interface Board {
  readonly nodes: readonly { readonly publishedResult: { readonly source: string } }[];
}

it("--min-duration 10m shows the figures of the part that has the same questions", async () => {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-test-"));
  try {
    const file = join(folder, "data.json");
    await writeFile(file, omniVideoBenchJson(omniVideoBenchFixture()).bytes);
    expect(await cli.run(["import", "omnivideobench", file])).toMatchObject({ code: 0 });
    const board = (...slice: string[]): Promise<Board> =>
      cli.json(["leaderboard", "omnivideobench", ...slice, "--json"]);
    const { nodes } = await board("--min-duration", "10m");
    expect(nodes.map(({ publishedResult }) => publishedResult.source)).toEqual(
      Array.from({ length: 19 }, () => "OmniVideoBench, Table 3"),
    );
    expect(await cli.print(["leaderboard", "omnivideobench", "--min-duration", "10m"])).toMatch(
      /Gemini-3\.0-Pro \*.*OmniVideoBench, Table 3/,
    );
    expect((await board("--min-duration", "9m")).nodes).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("--references adds the figures that take no rank", async () => {
  const board = ["leaderboard", "mmworld", "--limit", "100"];
  const printed = await cli.print([...board, "--references"]);
  expect(printed).toMatch(/^ +Turker Set 1 \* +video +33\.2 .*MMWorld, Table 2: human$/m);
  expect(printed.match(/MMWorld, Table 3(, \d+ frames)?: judge$/gm)).toHaveLength(8);
  expect(await cli.print(board)).not.toContain("Turker");
  const { references } = await cli.json<{ references: object[] }>([...board, "--references", "--json"]);
  expect(references).toHaveLength(14);
});
