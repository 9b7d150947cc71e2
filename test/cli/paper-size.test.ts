import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sizeText } from "../../src/cli/output/printed-texts.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { worldSenseFixture, worldSenseJson } from "../fixtures/worldsense-fixture.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();

it("a note beside the papers' figures says that a release has another size than the paper's benchmark", async () => {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-test-"));
  try {
    const file = join(folder, "worldsense_qa.json");
    const videos = worldSenseFixture().slice(0, 1);
    await writeFile(file, worldSenseJson(videos).bytes);
    expect(await cli.run(["import", "worldsense", file])).toMatchObject({ code: 0 });
    const size = `The papers' figures are over 3,172 questions, but this release of worldsense has ${videos[0]?.questions.length} questions`;
    for (const more of [
      ["--limit", "3"],
      ["--by", "level"],
    ]) {
      const { code, stdout, stderr } = await cli.run(["leaderboard", "worldsense", ...more]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(size) });
      expect(stdout).toContain("* A figure from a paper.");
      if (more[0] === "--limit") {
        expect(stdout).toMatch(/^ .* GPT 4o \* .* WorldSense, Table 4, 16 frames$/m);
        expect(stdout).toMatch(/^ .* Gemini 1\.5 Pro \* .* WorldSense, Table 2$/m);
      }
    }
    const sdk = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
    expect(await sdk.benchmark("worldsense")).toMatchObject({
      paperQuestionCount: 3_172,
      questionCount: videos[0]?.questions.length,
    });
    expect((await sdk.benchmark("omnidex-demo"))?.paperQuestionCount).toBeNull();
    const keys = (await sdk.questions({ filter: { benchmarks: ["worldsense"] } }).toArray()).map(({ key }) => key);
    expect(keys).toHaveLength(videos[0]?.questions.length ?? 0);
    const answers = join(folder, "rows.jsonl");
    await writeFile(answers, keys.map((question) => JSON.stringify({ question, response: "A" })).join("\n"));
    const run = ["--benchmark", "worldsense", "--model", "m", "--inputs", "video"];
    const submitted = await cli.run(["submit", answers, ...run]);
    expect(submitted.stdout).toMatch(/^Rank \d+ of \d+ .*, among the runs that you may see\.$/m);
    expect(submitted.stdout).toContain(`may see.\n${size}`);
    const own = await cli.run(["leaderboard", "worldsense", "--no-published"]);
    expect(own.stderr).not.toContain("papers' figures");
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("there is no note for a release of the paper's size, for an empty one, or for a benchmark without a paper", () => {
  expect(sizeText("worldsense", 3172)).toBeNull();
  expect(sizeText("worldsense", 0)).toBeNull();
  expect(sizeText("kitchen-sounds", 4)).toBeNull();
});
