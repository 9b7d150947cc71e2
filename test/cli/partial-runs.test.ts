import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inFolder } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();

it("a partial run is pointed to where it stands, and a comparison warns of it", () =>
  inFolder(async (folder) => {
    const file = join(folder, "one.jsonl");
    await writeFile(file, '{"question":"video-001/0","response":"A"}\n');
    const options = ["--benchmark", "omnidex-demo", "--model", "one-answer", "--inputs", "video"];
    const submitted = await cli.run(["submit", file, ...options]);
    expect(submitted.stdout).toContain("omnidex leaderboard omnidex-demo --partial");
    const compared = await cli.run(["compare", "one-answer", "demo-large"]);
    expect(compared).toMatchObject({ code: 0 });
    expect(compared.stderr).toMatch(/one-answer \(run_\d+\) is partial: most of its questions have no answer/);
    expect((await cli.run(["compare", "demo-small", "demo-large"])).stderr).not.toContain("partial");
  }));
