import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../docs/decisions");
const SECTIONS = ["Context", "Decision", "Consequences", "Status"];

describe("decisions", () => {
  const files = readdirSync(FOLDER).sort();

  it("are numbered without a gap", () => {
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  it.each(files)("begin with their number, and have the four sections in order: %s", (file) => {
    const lines = readFileSync(resolve(FOLDER, file), "utf8").split("\n");
    expect(lines[0]).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(lines.filter((line) => line.startsWith("## ")).map((line) => line.slice(3))).toEqual(SECTIONS);
  });
});
