import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import { ConfigError } from "../../../src/server/config/settings.ts";

const PRIMARY = "postgres://omnidex:secret@db/omnidex";

/** The error of settings that cannot be used. */
function errorOf(environment: Readonly<Record<string, string>>): Error {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("DATABASE_REPLICA_URLS", () => {
  it("is a list of addresses", () => {
    const replicas = "postgres://a:secret@one/omnidex, postgresql://two:5433/omnidex,";
    const { database } = readConfig({ DATABASE_URL: PRIMARY, DATABASE_REPLICA_URLS: replicas });
    const list = ["postgres://a:secret@one/omnidex", "postgresql://two:5433/omnidex"];
    expect(database).toEqual({ engine: "postgresql", url: PRIMARY, replicas: list });
    expect(readConfig({ DATABASE_URL: PRIMARY, DATABASE_REPLICA_URLS: " " }).database).toEqual({
      engine: "postgresql",
      url: PRIMARY,
    });
  });

  it.each(["mysql://x:secret@y/z", "postgres://", "postgres://a:secret@[/z", "replica:5432"])(
    "refuses %s, and does not print it",
    (wrong) => {
      const { message } = errorOf({ DATABASE_URL: PRIMARY, DATABASE_REPLICA_URLS: `${PRIMARY},${wrong}` });
      expect(message).toMatch(/^DATABASE_REPLICA_URLS must list addresses .* number 2 .*\.$/);
      expect(message).not.toMatch(/secret|\n/);
    },
  );

  it.each([{}, { DATABASE_URL: "memory:" }])(
    "is refused unless DATABASE_URL is a PostgreSQL server: %j",
    (environment) => {
      const { message } = errorOf({ ...environment, DATABASE_REPLICA_URLS: PRIMARY });
      expect(message).toBe("DATABASE_REPLICA_URLS is set, so DATABASE_URL must begin with 'postgres://', too.");
    },
  );
});
