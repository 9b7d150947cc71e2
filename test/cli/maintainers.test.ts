import { afterAll, describe, expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
const BENCHMARK = "omnidex-demo";

async function keyOf(owner: string): Promise<string> {
  const { secret } = await new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY }).createApiKey({ name: owner, owner });
  return secret;
}

describe("omnidex maintainers", () => {
  it("adds and removes a maintainer, who may set the benchmark's quota only in between", async () => {
    const env = { OMNIDEX_API_KEY: await keyOf("vision-group") };
    const before = await cli.run(["quota", BENCHMARK, "--per-day", "2"], env);
    expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining("maintain") });
    expect(await cli.print(["maintainers", "add", BENCHMARK, "vision-group"])).toBe(
      `${BENCHMARK} is maintained by vision-group\n`,
    );
    expect((await cli.run(["whoami"], env)).stdout).toContain(BENCHMARK);
    const set = await cli.run(["quota", BENCHMARK, "--per-day", "2", "--in-all", "9"], env);
    expect(set.stdout).toBe(`${BENCHMARK}: 2 runs per day, 9 in all, for each owner\n`);
    expect(await cli.json(["maintainers", "remove", BENCHMARK, "vision-group"])).toEqual({
      benchmark: BENCHMARK,
      maintainers: [],
    });
    expect(await cli.run(["quota", BENCHMARK, "--no-limit"], env)).toMatchObject({ code: 1 });
  });

  it("remarks that no key belongs to an owner, names the nearest one, and adds the owner", async () => {
    await keyOf("tired-group");
    const added = await cli.run(["maintainers", "add", BENCHMARK, "tierd-group"]);
    expect(added).toEqual({
      code: 0,
      stdout: `${BENCHMARK} is maintained by tierd-group\n`,
      stderr: "Note: no key of this server belongs to 'tierd-group' yet. Did you mean 'tired-group'?\n",
    });
    await cli.print(["maintainers", "remove", BENCHMARK, "tierd-group"]);
  });

  it("lists the maintainers for administrators and for themselves, and for nobody else", async () => {
    const [own, other] = [await keyOf("listed-group"), await keyOf("other-group")];
    const list = ["maintainers", "list", BENCHMARK];
    expect(await cli.print(list, `${BENCHMARK} is maintained by administrators only.`)).toBe("");
    expect(await cli.json(list)).toEqual([]);
    await cli.print(["maintainers", "add", BENCHMARK, "listed-group"]);
    expect(await cli.print(list)).toBe("listed-group\n");
    expect(await cli.json(list)).toEqual(["listed-group"]);
    expect(await cli.run(list, { OMNIDEX_API_KEY: own })).toMatchObject({ code: 0, stdout: "listed-group\n" });
    expect(await cli.run(list, { OMNIDEX_API_KEY: other })).toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringContaining(`or of a maintainer of '${BENCHMARK}'`),
    });
    await cli.print(["maintainers", "remove", BENCHMARK, "listed-group"]);
  });

  it.each(["add", "list"])("%s names the benchmark if it does not exist", async (change) => {
    const owner = change === "add" ? ["vision-group"] : [];
    const wrong = await cli.run(["maintainers", change, "omnidex-dem", ...owner]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("omnidex-dem") });
  });
});

describe("omnidex quota", () => {
  afterAll(() => cli.print(["quota", BENCHMARK, "--no-limit"]));

  it("prints what is left as a table and as JSON, and a run beyond the quota is refused", async () => {
    await cli.print(["quota", BENCHMARK, "--per-day", "1"]);
    const secret = await keyOf("quota-testers");
    const env = { OMNIDEX_API_KEY: secret };
    const omnidex = new Omnidex({ url: cli.url(), apiKey: secret });
    const run = { benchmark: BENCHMARK, model: { name: "Counted" }, inputs: ["TEXT" as const] };
    const submit = (response: string) =>
      omnidex.submitRun({ ...run, predictions: [{ question: "video-001/0", response }] });
    await submit("A");
    // Repeating the submission returns the same run, which is not counted twice.
    expect((await submit("A")).replayed).toBe(true);
    const [row] = readTable((await cli.run(["quota"], env)).stdout, "BENCHMARK");
    expect(row).toMatchObject({ BENCHMARK, TODAY: "1 of 1", "IN ALL": "1", "LEFT TODAY": "0" });
    expect(JSON.parse((await cli.run(["quota", "--json"], env)).stdout)).toMatchObject([
      { benchmark: BENCHMARK, usedToday: 1, remaining: 0 },
    ]);
    await expect(submit("B")).rejects.toThrow(/quota|per day/i);
  });

  it.each([
    [["quota", "--per-day", "2"], "Name the benchmark whose quota to set"],
    [["quota", BENCHMARK], "State the quota"],
    [["quota", BENCHMARK, "--per-day", "many"], "--per-day"],
  ])("refuses %j and names the right command", async (words, message) => {
    expect(await cli.run(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("says so if no benchmark has a quota", async () => {
    await cli.print(["quota", BENCHMARK, "--no-limit"]);
    const { stderr } = await cli.run(["quota"], { OMNIDEX_API_KEY: await keyOf("others") });
    expect(stderr).toContain("No benchmark limits how often you may submit.");
  });
});
