import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../docs/decisions");
const SECTIONS = ["Decision", "Why", "What would change it"];

describe("decisions", () => {
  const files = readdirSync(FOLDER)
    .filter((file) => file !== "README.md")
    .sort();

  it("are all in the index, in order", () => {
    const index = readFileSync(resolve(FOLDER, "README.md"), "utf8");
    const listed = [...index.matchAll(/^- \[(\d+)\]\((.+?)\)/gm)].map(([, number, file]) => [Number(number), file]);
    expect(listed).toEqual(files.map((file) => [Number(file.slice(0, 4)), file]));
  });

  it.each(files)("begin with their number, and have the three sections in order: %s", (file) => {
    const lines = readFileSync(resolve(FOLDER, file), "utf8").split("\n");
    expect(lines[0]).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(lines.filter((line) => line.startsWith("## ")).map((line) => line.slice(3))).toEqual(SECTIONS);
  });
});
