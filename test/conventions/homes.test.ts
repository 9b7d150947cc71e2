import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** The source files that match a pattern. */
const filesWith = (pattern: RegExp): string[] =>
  readdirSync(resolve(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("/generated/"))
    .filter((path) => pattern.test(readFileSync(resolve(ROOT, path), "utf8")))
    .sort();

describe("the rule about who may see an answer", () => {
  it("is in one file; the words VISIBLE and HIDDEN also occur in the type and as the column's default, but nowhere else", () => {
    expect(filesWith(/(['"])(VISIBLE|HIDDEN)\1/)).toEqual([
      "src/domain/exported-release.ts",
      "src/server/conditions/answer-visibility.ts",
      "src/server/db/tables/benchmark-tables.ts",
    ]);
  });

  it("is applied to releases in that file only; the other files here store, export or print the value", () => {
    expect(filesWith(/releases\.answerAccess|\banswer_access\b|EVERYONE_SEES/)).toEqual([
      "src/cli/benchmarks/print-import-report.ts",
      "src/domain/exported-release.ts",
      "src/formats/results/run-document.ts",
      "src/server/benchmarks/benchmark-writes.ts",
      "src/server/benchmarks/import-benchmark.ts",
      "src/server/benchmarks/import-files.ts",
      "src/server/benchmarks/question-export-queries.ts",
      "src/server/conditions/answer-visibility.ts",
      "src/server/db/tables/benchmark-tables.ts",
    ]);
  });
});

describe("the formula", () => {
  it("of the cluster-robust standard error is in one file", () => {
    expect(filesWith(/\b(clusters|groups|videos) \/ \(\1 - 1\)/)).toEqual(["src/scoring/metrics/cluster-spread.ts"]);
  });

  it("of hasNextPage and hasPreviousPage is in one file", () => {
    expect(filesWith(/hasNextPage: *backward|hasPreviousPage: *(page\.)?backward/)).toEqual([
      "src/server/graphql/plan/page-arguments.ts",
    ]);
  });
});

describe("the rule", () => {
  it.each([
    [
      "that refuses a filter is in the server; the CLI only rewords its error",
      /\bcode === "INVALID_FILTER"/,
      /^src\/cli/,
      ["src/cli/failure/command-failure.ts", "src/cli/open/open.ts"],
    ],
    [
      "on the range of a number is in one file",
      /must be from 0 to \$\{/,
      /^src\/server|^src\/domain/,
      ["src/domain/errors.ts"],
    ],
    [
      "that encodes a cursor in SQL is in one file",
      /translate\(replace\(encode/,
      /^src\/server/,
      ["src/server/graphql/plan/page-arguments.ts"],
    ],
  ])("%s", (_, pattern, folder, homes) => {
    expect(filesWith(pattern).filter((path) => folder.test(path))).toEqual(homes);
  });
});

describe("the type of a row", () => {
  it("is written by hand only in these files of src/server/db", () => {
    const stated = filesWith(/\b(query|send)<(?!Q\b)|\bsql<|\bas\b.*\b(TypedStatement|Select)</);
    expect(stated.filter((path) => path.startsWith("src/server/"))).toEqual([
      "src/server/db/pglite-database.ts",
      "src/server/db/postgres/pool.ts",
      "src/server/db/postgres/postgres-database.ts",
      "src/server/db/postgres/postgres-queryable.ts",
      "src/server/db/postgres/replica.ts",
      "src/server/db/statement.ts",
    ]);
  });

  it("is derived from the columns: only one module makes typed statements and expressions", () => {
    expect(filesWith(/new (Select|List|Expression)\b/)).toEqual(["src/server/db/typed-sql.ts"]);
  });
});
