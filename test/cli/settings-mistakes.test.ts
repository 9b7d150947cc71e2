import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inFolder, omnidex } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();

it("HOST that is not an address of this machine is named", async () => {
  const served = await omnidex(["serve", "--port", "0"], { HOST: "999.1.1.1", DATABASE_URL: "memory:" });
  expect(served).toMatchObject({ code: 1, stdout: "" });
  expect(served.stderr).toContain("omnidex: HOST is '999.1.1.1', which is not an address of this machine");
  expect(served.stderr).toContain("Set HOST to one, such as 127.0.0.1");
});

it.each([["serve"], ["runs"]])("OMNIDEX_DATA_DIR that is a file is named by 'omnidex %s'", (command) =>
  inFolder(async (folder) => {
    const file = join(folder, "data");
    await writeFile(file, "");
    expect(await omnidex([command], { OMNIDEX_DATA_DIR: file, PORT: "0" })).toEqual({
      code: 2,
      stdout: "",
      stderr: `omnidex: OMNIDEX_DATA_DIR must name a folder; '${file}' is a file.\n`,
    });
  }),
);

it("an https address of a server that speaks http is answered with advice to use the http address", async () => {
  const { code, stderr } = await cli.run(["runs"], { OMNIDEX_URL: cli.url().replace("http:", "https:") });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`set OMNIDEX_URL=${cli.url()}.`) });
});

it("an address with a path that is not Omnidex's is named", async () => {
  const { code, stderr } = await cli.run(["runs"], { OMNIDEX_URL: `${cli.url()}/api` });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("OMNIDEX_URL must be the root") });
});

it("a key that cannot be sent is refused without a stack trace and without the key", async () => {
  expect(await cli.run(["runs"], { OMNIDEX_API_KEY: "ömx_secret" })).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "omnidex: The key of OMNIDEX_API_KEY is not a key: character 1 is a space or is not ASCII.\n" +
      "Copy the key again: a key has no spaces and no letters outside ASCII.\n",
  });
});

it.each([
  ["another object", `{"payload":"","signature":"","protected":""}`],
  ["damaged PEM", "-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----\n"],
])("challenge verify refuses %s as a key, without a stack trace", (_, key) =>
  inFolder(async (folder) => {
    const [board, file] = [join(folder, "board.json"), join(folder, "key")];
    await writeFile(board, "{}");
    await writeFile(file, key);
    const { code, stderr } = await omnidex(["challenge", "verify", board, "--key", file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^omnidex: '.*key' holds no public key\. Give a file with a JWK, a JWK set or PEM.*\n$/);
  }),
);

it("questions --output refuses a folder before it asks for the questions", () =>
  inFolder(async (folder) => {
    const target = join(folder, "questions");
    await mkdir(target);
    const { code, stderr } = await cli.run(["questions", "--output", target, "--format", "csv"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `omnidex: '${target}' is a folder. Name a file in it.\n` });
  }));
