import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** The files of the sources in which a text occurs. */
const filesWith = (pattern: RegExp): string[] =>
  readdirSync(resolve(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith(".ts") && !path.includes("/generated/"))
    .filter((path) => pattern.test(readFileSync(resolve(ROOT, path), "utf8")))
    .sort();

describe("who may see an answer", () => {
  it("is decided in one file; beside it are the column's default and the two types", () => {
    expect(filesWith(/(['"])(VISIBLE|HIDDEN)\1/)).toEqual([
      "src/domain/exported-question.ts",
      "src/domain/exported-release.ts",
      "src/server/data/answer-visibility.ts",
      "src/server/db/tables/benchmark-tables.ts",
    ]);
  });

  it("is asked of the release there, and nowhere else; exports state it", () => {
    expect(filesWith(/releases\.answerAccess|answer_access['"]? *=/)).toEqual([
      "src/server/data/answer-visibility.ts",
      "src/server/data/question-export-queries.ts",
    ]);
  });
});
