import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const read = (file: string): string => readFileSync(resolve(import.meta.dirname, "../..", file), "utf8");

it("the first version in CHANGELOG.md is the version in package.json", () => {
  const [, newest] = /^## \[(.+?)\]/m.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toBe(JSON.parse(read("package.json")).version);
});
