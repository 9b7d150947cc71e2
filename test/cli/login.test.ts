import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inFolder, omnidex } from "./cli-process.ts";
import { ADMIN_KEY as KEY, type LocalServer, serveHere } from "./served-cli.ts";

let server: LocalServer;
beforeAll(async () => {
  server = await serveHere();
});
afterAll(() => server.close());

/** The environment of a user with a folder for settings, and no data folder. */
const userOf = (folder: string) => ({
  OMNIDEX_CONFIG_DIR: join(folder, "config"),
  OMNIDEX_DATA_DIR: join(folder, "data"),
});
const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe("omnidex login", () => {
  it("stores address and key readable for their owner only, and other commands use them", () =>
    inFolder(async (folder) => {
      const user = userOf(folder);
      const login = await omnidex(["login", `${server.url}/graphql`, "--with-token"], user, `${KEY}\n`);
      expect(login).toMatchObject({ code: 0, stderr: "" });
      expect(login.stdout).not.toContain(KEY);
      const file = join(user.OMNIDEX_CONFIG_DIR, "logins.json");
      expect([await mode(file), await mode(user.OMNIDEX_CONFIG_DIR)]).toEqual(["600", "700"]);
      const who = await omnidex(["whoami", "--json"], user);
      expect(JSON.parse(who.stdout)).toMatchObject({
        url: server.url,
        urlSource: "omnidex login",
        keySource: "omnidex login",
        viewer: { owner: "admin", admin: true, apiKey: null },
      });
      expect(who.stdout).not.toContain(KEY);
      expect(await omnidex(["logout"], user)).toMatchObject({ code: 0, stdout: `Logged out of ${server.url}.\n` });
      expect(await readFile(file, "utf8")).not.toContain(KEY);
      expect(await omnidex(["logout"], user)).toMatchObject({ code: 1, stderr: "omnidex: You are not logged in.\n" });
    }));

  it.each([["with its address"], ["without an address"]])("asks for nothing on the server's machine, %s", (how) =>
    inFolder(async (folder) => {
      const user = userOf(folder);
      const here = await serveHere(user.OMNIDEX_DATA_DIR);
      try {
        const login = await omnidex(how === "without an address" ? ["login"] : ["login", here.url], user);
        expect(login).toEqual({
          code: 0,
          stdout: `Logged in to ${here.url} as admin. The key is in ${join(user.OMNIDEX_CONFIG_DIR, "logins.json")}.\n`,
          stderr: "The server runs on this machine; its key was found in its data folder.\n",
        });
        const elsewhere = { ...user, OMNIDEX_DATA_DIR: join(folder, "other") };
        expect(JSON.parse((await omnidex(["whoami", "--json"], elsewhere)).stdout)).toMatchObject({
          url: here.url,
          keySource: "omnidex login",
          viewer: { owner: "admin", admin: true },
        });
      } finally {
        await here.close();
      }
    }),
  );

  it("stores nothing if the server refuses the key or does not answer", () =>
    inFolder(async (folder) => {
      const user = userOf(folder);
      const refused = await omnidex(["login", server.url, "--with-token"], user, "omx_not_a_key_of_this_server");
      expect(refused).toMatchObject({
        code: 1,
        stdout: "",
        stderr: `omnidex: ${server.url} does not accept this key: it is unknown there, has expired or was revoked. The server's administrator makes keys with 'omnidex keys create'.\n`,
      });
      const nobody = await omnidex(["login", "http://127.0.0.1:2", "--with-token"], user, KEY);
      expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining("ECONNREFUSED") });
      await expect(stat(user.OMNIDEX_CONFIG_DIR)).rejects.toThrow("ENOENT");
    }));

  it.each([
    [["login"], "", 2, "--with-token"],
    [["login", "ftp://x", "--with-token"], KEY, 2, "not the address of a server"],
    [["login", "http://me:secret@x", "--with-token"], KEY, 2, "must not hold a name or a password"],
  ])("refuses %j as bad usage", (args, input, code, message) =>
    inFolder(async (folder) => {
      const finished = await omnidex(args, userOf(folder), input);
      expect(finished).toMatchObject({ code, stderr: expect.stringContaining(message) });
    }),
  );

  it("restricts a file that other users can read, and says so", () =>
    inFolder(async (folder) => {
      const user = userOf(folder);
      const file = join(user.OMNIDEX_CONFIG_DIR, "logins.json");
      await mkdir(user.OMNIDEX_CONFIG_DIR);
      await writeFile(file, JSON.stringify({ current: server.url, servers: { [server.url]: { apiKey: KEY } } }));
      await chmod(file, 0o644);
      const who = await omnidex(["whoami"], user);
      expect(who).toMatchObject({ code: 0, stderr: expect.stringContaining("other users could read") });
      expect(await mode(file)).toBe("600");
      await writeFile(file, "{");
      expect(await omnidex(["whoami"], user)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("log in again"),
      });
    }));
});

describe("the server that a command uses", () => {
  const whoami = async (environment: Record<string, string>) =>
    JSON.parse((await omnidex(["whoami", "--json"], environment)).stdout) as { url: string; keySource: string | null };

  it("is the one in OMNIDEX_URL, then the data folder's, then the login's; a key goes only to its own server", () =>
    inFolder(async (folder) => {
      const user = userOf(folder);
      await omnidex(["login", server.url, "--with-token"], user, KEY);
      const holder = await serveHere(user.OMNIDEX_DATA_DIR);
      expect(await whoami(user)).toMatchObject({
        url: holder.url,
        urlSource: "the data folder",
        keySource: "the data folder",
      });
      expect(await whoami({ ...user, OMNIDEX_URL: `${holder.url}/` })).toMatchObject({
        urlSource: "OMNIDEX_URL",
        keySource: "the data folder",
      });
      const named = { ...user, OMNIDEX_URL: server.url };
      expect(await whoami(named)).toMatchObject({
        url: server.url,
        urlSource: "OMNIDEX_URL",
        keySource: "omnidex login",
      });
      expect(await whoami({ ...named, OMNIDEX_API_KEY: KEY })).toMatchObject({ keySource: "OMNIDEX_API_KEY" });
      await holder.close();
      expect(await whoami(user)).toMatchObject({ url: server.url, urlSource: "omnidex login" });
      // The key of the user's own server must not be sent to another server.
      await omnidex(["logout"], user);
      expect(await whoami({ ...userOf(join(folder, "other")), OMNIDEX_URL: server.url })).toMatchObject({
        keySource: null,
      });
    }));

  it("is named in the error, with advice, if it does not answer", () =>
    inFolder(async (folder) => {
      const silent = await omnidex(["whoami"], { ...userOf(folder), OMNIDEX_URL: "http://127.0.0.1:2" });
      expect(silent.code).toBe(1);
      expect(silent.stderr.split("\n")).toEqual([
        "omnidex: Cannot reach http://127.0.0.1:2/graphql: ECONNREFUSED",
        expect.stringContaining("omnidex serve"),
        "",
      ]);
    }));
});
