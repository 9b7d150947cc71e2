import { describe, expect, it } from "vitest";
import { omnidex } from "./cli-process.ts";

describe("a database URL", () => {
  it.each([
    ["memory:", "Database: in memory only; nothing is kept"],
    ["postgres://someone:secret@127.0.0.1:1/things", "Database: PostgreSQL 'things' at 127.0.0.1:1"],
    ["postgres://someone:secret@nowhere.invalid/?host=/var/run", "Database: PostgreSQL at /var/run"],
  ])("%s is printed without its password", async (url, name) => {
    const { stderr } = await omnidex(["import", "worldsense", "package.json", "--dry-run"], { DATABASE_URL: url });
    expect(stderr.split("\n")[0]).toBe(name);
    expect(stderr).not.toContain("secret");
  });
});
