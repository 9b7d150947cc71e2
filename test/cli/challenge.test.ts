import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import type { Challenge } from "../../src/sdk/types.ts";
import { inFolder } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();
const BENCHMARK = "omnidex-demo";

describe("omnidex challenge", () => {
  it("configures and shows dates and required fields, keeps what is not given, and removes what is asked", async () => {
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
    const later = ["--closes", "2027-04-01", "--require", "seed"];
    expect(await cli.print(["challenge", "configure", BENCHMARK, ...later])).toContain(
      "Opens      2027-01-01T00:00:00.000Z\nCloses     2027-04-01T00:00:00.000Z\nRequires   inputs, seed\n",
    );
    const closes = await cli.json<Challenge>(["challenge", "configure", BENCHMARK, "--no-opens"]);
    expect(closes).toMatchObject({ opensAt: null, closesAt: "2027-04-01T00:00:00.000Z", requiredFields: ["SEED"] });
    await cli.print(["challenge", "configure", BENCHMARK, "--no-closes", "--no-require"]);
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
      code: 2,
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
      code: 2,
      stderr: expect.stringContaining("is not split"),
    });
    expect(await cli.run(["leaderboard", BENCHMARK, "--board", "private"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not split"),
    });
  });

  it("chooses runs for the private board, lists them, and takes the choice back", async () => {
    const slug = "secret-sounds";
    const keys = Array.from({ length: 60 }, (_, index) => `q${index}`);
    const benchmark = {
      benchmark: { slug, title: "Secret sounds" },
      videos: keys.map((key) => ({ key: `video of ${key}` })),
      questions: keys.map((key, index) => ({
        key,
        video: `video of ${key}`,
        task: "Counting",
        level: index < 56 ? "PERCEPTION" : "REASONING",
        text: `What is sound ${key}?`,
        options: ["a bell", "a dog"],
        answer: "A",
      })),
    };
    await inFolder(async (folder) => {
      const file = join(folder, "secret.json");
      await writeFile(file, JSON.stringify(benchmark));
      const imported = await cli.run(["import", slug, file, "--answers", "hidden"]);
      expect(imported.code, imported.stderr).toBe(0);
    });
    const apiKey = (
      await new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY }).createApiKey({ name: "alice", owner: "alice" })
    ).secret;
    const alice = new Omnidex({ url: cli.url(), apiKey });
    const submit = async (name: string): Promise<string> => {
      const predictions = keys.map((question) => ({ question, response: "B" }));
      return (await alice.submitRun({ benchmark: slug, model: { name }, inputs: ["AUDIO"], predictions })).id;
    };
    const runs = [await submit("first"), await submit("second"), await submit("third")];
    const choose = (...args: readonly string[]) =>
      cli.run(["challenge", "choose", slug, ...args], { OMNIDEX_API_KEY: apiKey });
    const none = {
      code: 0,
      stdout: "",
      stderr: "No run is chosen: your last two that rose on the public board are taken.\n",
    };
    expect(await choose()).toMatchObject(none);
    const chosen = { code: 0, stdout: `${runs[2]}  third\n${runs[0]}  first\n`, stderr: "" };
    expect(await choose(runs[2] ?? "", "first")).toMatchObject(chosen);
    expect(await choose()).toMatchObject(chosen);
    expect(await choose(...runs)).toMatchObject({ code: 1, stderr: expect.stringContaining("at most 2 runs; got 3") });
    expect(await choose("first", "--none")).toMatchObject({ code: 2, stderr: expect.stringContaining("--none") });
    expect(await choose("--none")).toMatchObject(none);
    expect(await choose()).toMatchObject(none);
  });

  it("says what a run's scores by level would tell, and shows them with --yes", async () => {
    const disclose = (...args: readonly string[]) => cli.run(["challenge", "disclose", "secret-sounds", ...args]);
    // How many of the questions of a level are public is drawn.
    const told = (shows: string): RegExp =>
      new RegExp(
        `^The run ${shows} 1 more score, which tells at most 4\\.\\d bits of the answer key\\.\nThe scores of 3 runs over 30 questions tell at most 1\\d\\.\\d bits[^]*4\\.\\d of these bits`,
      );
    expect((await disclose("first", "--by", "level,answer-format")).stderr).toContain(
      "no group of ANSWER_FORMAT has 20 questions on each board",
    );
    const would = await disclose("first", "--by", "level");
    expect(would.stdout).toMatch(told("would show"));
    expect(would.stderr).toBe("Nothing was changed. --yes shows them, which cannot be taken back.\n");
    expect(await cli.json(["run", "first"])).toMatchObject({ disclosed: [] });
    expect(await disclose("first", "--by", "level", "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(told("now shows")),
      stderr: "",
    });
    expect(await cli.print(["run", "first"])).toMatch(/shown by +level/);
    const again = await disclose("first", "--by", "level");
    expect([again.stdout.split("\n")[0], again.stderr]).toEqual(["These scores are shown already.", ""]);
    const [logged] = await cli.json<{ object: string }[]>(["audit-log", "--operation", "discloseScores"]);
    expect(logged?.object).toMatch(/^run_\d+: LEVEL$/);
    expect(await disclose("first")).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --by") });
    expect(await disclose()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Give a run and --by, or --private"),
    });
    expect(await disclose("--private", "--by", "level")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--by is for a run"),
    });
    expect(await disclose("--private")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("tells nothing yet"),
    });
  });

  it("refuses a closing date that has passed, unless --close-now is given", async () => {
    const past = ["challenge", "configure", BENCHMARK, "--closes", "2020-01-01T00:00:00Z"];
    expect(await cli.run(past)).toMatchObject({
      code: 2,
      stderr:
        "omnidex: --closes: 2020-01-01T00:00:00.000Z has passed. Submissions would close at once, and the leaderboard " +
        "would be stored as final.\nAdd --close-now to do this, or give a date that lies ahead.\n",
    });
    expect(await cli.json(["challenge", "show", BENCHMARK])).toMatchObject({ closesAt: null, sealedAt: null });
    expect(await cli.print([...past, "--close-now"])).toContain("Closes     2020-01-01T00:00:00.000Z");
  });
});
