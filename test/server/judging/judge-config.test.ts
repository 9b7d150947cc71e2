import { describe, expect, it } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import { ConfigError } from "../../../src/server/config/settings.ts";

const URL = "http://127.0.0.1:8000/v1";
const judge = (settings: Readonly<Record<string, string>>) =>
  readConfig({ OMNIDEX_JUDGE_URL: URL, OMNIDEX_JUDGE_MODEL: "m", ...settings }).judge;

describe("the judge's settings", () => {
  it("are read, with defaults", () => {
    expect(judge({})).toEqual({ url: URL, model: "m", apiKey: null, concurrency: 4 });
    const all = { OMNIDEX_JUDGE_API_KEY: "sk-1", OMNIDEX_JUDGE_CONCURRENCY: "16", OMNIDEX_JUDGE_URL: "https://j.test" };
    expect(judge(all)).toEqual({ url: "https://j.test/", model: "m", apiKey: "sk-1", concurrency: 16 });
    expect(readConfig({}).judge).toBeNull();
    expect(readConfig({ OMNIDEX_JUDGE_URL: " ", OMNIDEX_JUDGE_MODEL: "" }).judge).toBeNull();
  });

  it.each([
    ["OMNIDEX_JUDGE_URL", ""],
    ["OMNIDEX_JUDGE_MODEL", ""],
    ["OMNIDEX_JUDGE_MODEL", "a\nb"],
    ["OMNIDEX_JUDGE_URL", "ftp://127.0.0.1/secret"],
    ["OMNIDEX_JUDGE_URL", "file:///etc/secret"],
    ["OMNIDEX_JUDGE_URL", "127.0.0.1:8000/secret"],
    ["OMNIDEX_JUDGE_URL", "http://me:secret@127.0.0.1/v1"],
    ["OMNIDEX_JUDGE_API_KEY", "secret secret"],
    ["OMNIDEX_JUDGE_API_KEY", "secretß"],
    ["OMNIDEX_JUDGE_CONCURRENCY", "0"],
    ["OMNIDEX_JUDGE_CONCURRENCY", "1000"],
    ["OMNIDEX_JUDGE_CONCURRENCY", "4.5"],
  ])("are refused with %s = %j: the server stops with one line that names the setting and no secret", (name, value) => {
    let error: unknown;
    try {
      judge({ [name]: value });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(name);
    expect(String(error)).not.toMatch(/\n|secret/);
  });
});
