import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readImportFiles } from "../../../src/cli/benchmarks/import-sources.ts";
import { compileJq } from "../../../src/formats/recipes/jq.ts";
import { importerOf } from "../../support/importing.ts";

const PAGE = readFileSync("docs/recipes.md", "utf8");
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(PAGE)?.[1] ?? "";

it("the example of docs/recipes.md is imported from a folder, where other YAML files are ignored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-recipe-"));
  try {
    await writeFile(join(folder, "questions.jsonl"), blockOf("json"));
    await writeFile(join(folder, "my-bench.yaml"), blockOf("yaml"));
    await writeFile(join(folder, "other.yaml"), "a: 1\n");
    const batch = await importerOf("my-bench")(await readImportFiles([folder]));
    expect(batch.videos).toMatchObject([{ key: "k3", durationSeconds: 42 }]);
    expect(batch.questions).toMatchObject([
      { key: "7", video: "k3", level: "PERCEPTION", answer: { kind: "option", position: 1, text: "the boy" } },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("each expression in the table of docs/recipes.md is jq", () => {
  const start = PAGE.indexOf("| to get | write |");
  const table = PAGE.slice(start, PAGE.indexOf("\n\n", start));
  const spans = [...table.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text.replaceAll("\\|", "|"));
  const expressions = spans.filter((text) => !/^(answerIs|records):/.test(text));
  expect(expressions.length).toBeGreaterThan(15);
  for (const text of expressions) expect(() => compileJq(text), text).not.toThrow();
});
