import { describe, expect, it } from "vitest";
import { serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();

describe("omnidex keys", () => {
  it("makes a working key, lists it without its secret, and revokes it", async () => {
    const made = await cli.run(["keys", "create", "for the tests", "--owner", "testers", "--expires", "2d"]);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^omx_\S+\n$/) });
    const secret = made.stdout.trim();
    const who = await cli.run(["whoami"], { OMNIDEX_API_KEY: secret });
    expect(who.stdout).toMatch(/You are +testers, with the key 'for the tests'/);
    const list = await cli.print(["keys", "list"]);
    expect(list).not.toContain(secret);
    const [row] = readTable(list, "ID");
    expect(row).toMatchObject({ NAME: "for the tests", OWNER: "testers", SCOPES: "read, submit, maintain" });
    expect(row?.STATE).toMatch(/^good until/);
    expect(await cli.run(["keys", "list"], { OMNIDEX_API_KEY: secret })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'omnidex whoami' shows whose key is sent"),
    });
    expect(await cli.print(["keys", "revoke", row?.ID ?? ""])).toContain("revoked");
    const ended = await cli.run(["runs"], { OMNIDEX_API_KEY: secret });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("omnidex login") });
  });
});

describe("the name of a key", () => {
  it("stands for its id, unless several keys that are not revoked have it", async () => {
    await cli.run(["keys", "create", "night run"]);
    const rotated = await cli.run(["keys", "rotate", "night run"]);
    expect(rotated.stderr).toMatch(/^key_\d+ 'night run' of night run replaces key_\d+/);
    const [, made = "", before = ""] = /^(key_\d+) .* replaces (key_\d+),/.exec(rotated.stderr) ?? [];
    const several = await cli.run(["keys", "revoke", "night run"]);
    expect(several).toMatchObject({ code: 2, stdout: "" });
    expect(several.stderr).toContain("Several keys have the name 'night run'. Give the id of one.");
    for (const id of [made, before]) expect(several.stderr).toContain(`${id} 'night run'`);
    await cli.run(["keys", "revoke", before]);
    expect(await cli.print(["keys", "revoke", "night run"])).toBe(`${made} 'night run' of night run: revoked\n`);
    expect(await cli.run(["keys", "revoke", "night run"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No key that is not revoked has the id or name 'night run'."),
    });
  });
});

describe("omnidex keys rotate", () => {
  it("prints a new key with the same scopes, which replaces the old key", async () => {
    const old = (await cli.run(["keys", "create", "turned", "--scopes", "submit,maintain"])).stdout.trim();
    const rotated = await cli.run(["keys", "rotate", "--overlap", "12"], { OMNIDEX_API_KEY: old });
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^omx_\S+\n$/) });
    const replaces = /^(key_\d+) 'turned' of turned replaces (key_\d+), which is good until \d{4}-/.exec(
      rotated.stderr,
    );
    const secret = rotated.stdout.trim();
    const who = await cli.run(["whoami"], { OMNIDEX_API_KEY: secret });
    expect(who.stdout).toMatch(/^Scopes +read, submit, maintain$/m);
    const [, made = "", before = ""] = replaces ?? [];
    const again = await cli.run(["keys", "rotate", before]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`already replaced by '${made}'`) });
    const printed = await cli.print(["keys", "rotate", made, "--overlap", "0", "--json"]);
    expect(JSON.parse(printed)).toMatchObject({
      apiKey: { name: "turned", scopes: ["READ", "SUBMIT", "MAINTAIN"], lastUsedAt: null },
      replaced: { id: made, revokedAt: expect.any(String) },
    });
    expect(await cli.run(["whoami"], { OMNIDEX_API_KEY: secret })).toMatchObject({ code: 1 });
    const listed = readTable(await cli.print(["keys", "list"]), "ID");
    expect(listed.filter(({ NAME }) => NAME === "turned").map((row) => row["LAST USED"])).toContain("never");
  });

  it("refuses unknown scopes, and an overlap that is too long", async () => {
    const unknown = await cli.run(["keys", "create", "x", "--scopes", "write"]);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("maintain") });
    const long = await cli.run(["keys", "rotate", "key_1", "--overlap", "721"]);
    expect(long).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'overlapHours' must be from 0 to 720; got 721"),
    });
  });
});
