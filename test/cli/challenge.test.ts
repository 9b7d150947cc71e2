import { describe, expect, it } from "vitest";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();
const BENCHMARK = "omnidex-demo";

describe("omnidex challenge", () => {
  it("configures and shows dates and required fields, and shows none without options", async () => {
    const dates = ["--opens", "2027-01-01T00:00:00Z", "--closes", "2027-03-01T00:00:00Z"];
    expect(await cli.print(["challenge", "configure", BENCHMARK, ...dates, "--require", "frames,model-url"])).toBe(
      [
        `Benchmark  ${BENCHMARK}`,
        "Opens      2027-01-01T00:00:00.000Z",
        "Closes     2027-03-01T00:00:00.000Z",
        "Requires   inputs, frames, model_url",
        "Boards     one, over all questions\n",
      ].join("\n"),
    );
    await cli.print(["challenge", "configure", BENCHMARK]);
    expect(await cli.json(["challenge", "show", BENCHMARK])).toEqual({
      benchmark: BENCHMARK,
      opensAt: null,
      closesAt: null,
      requiredFields: [],
      split: null,
      sealedAt: null,
    });
  });

  it("lists no signing key before the first signature, and refuses to revoke an unknown key", async () => {
    const none = "No final board has been signed. The server makes its key at the first signature.";
    expect(await cli.print(["signing-keys", "list"], none)).toBe("");
    expect(await cli.run(["signing-keys", "revoke", "unknown"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("signing key 'unknown'"),
    });
  });

  it("refuses to split a leaderboard whose answers are visible, and to move a board that does not exist", async () => {
    const opens = ["--private-opens", "2027-03-08T00:00:00Z"];
    expect(await cli.run(["challenge", "split", BENCHMARK, "--public", "0.3", ...opens])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("its release shows its answers"),
    });
    expect(await cli.run(["challenge", "move", BENCHMARK, ...opens])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not split"),
    });
    expect(await cli.run(["leaderboard", BENCHMARK, "--board", "private"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not split"),
    });
  });
});
