import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** The files of the sources in which a text occurs. */
const filesWith = (pattern: RegExp): string[] =>
  readdirSync(resolve(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("/generated/"))
    .filter((path) => pattern.test(readFileSync(resolve(ROOT, path), "utf8")))
    .sort();

describe("the rule about who may see an answer", () => {
  it("is in one file, beside the column's default and the type", () => {
    expect(filesWith(/(['"])(VISIBLE|HIDDEN)\1/)).toEqual([
      "src/domain/exported-release.ts",
      "src/server/data/answer-visibility.ts",
      "src/server/db/tables/benchmark-tables.ts",
    ]);
  });

  it("is applied to releases in that file only; exports state the access", () => {
    expect(filesWith(/releases\.answerAccess|\banswer_access\b|EVERYONE_SEES/)).toEqual([
      "src/cli/benchmarks/import-report.ts",
      "src/domain/exported-release.ts",
      "src/exporters/runs/run-document.ts",
      "src/server/data/answer-visibility.ts",
      "src/server/data/benchmark-writes.ts",
      "src/server/data/question-export-queries.ts",
      "src/server/db/tables/benchmark-tables.ts",
      "src/server/services/import-benchmark.ts",
    ]);
  });
});

describe("the formula", () => {
  it("of the clustered error is in one file", () => {
    expect(filesWith(/\b(clusters|groups|videos) \/ \(\1 - 1\)/)).toEqual(["src/scoring/metrics/cluster-spread.ts"]);
  });

  it("of the ends of a page is in one file", () => {
    expect(filesWith(/hasNextPage: *backward|hasPreviousPage: *(page\.)?backward/)).toEqual([
      "src/server/plan/page-arguments.ts",
    ]);
  });
});

describe("the type of a row", () => {
  it("is written by hand only in the drivers, which pass it on or read their own bookkeeping", () => {
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

  it("follows from the columns: only the module of `typed` makes such statements and expressions", () => {
    expect(filesWith(/new (Select|List|Expression)\b/)).toEqual(["src/server/db/typed-sql.ts"]);
  });
});
