import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { textFile } from "../fixtures/file-writing.ts";
import { importerOf } from "../support/importing.ts";

it("the importer reads the example of docs/import.md", async () => {
  const document = readFileSync(new URL("../../docs/import.md", import.meta.url), "utf8");
  const example = /```json\n([\s\S]*?)```/.exec(document)?.[1] ?? "";
  const batch = await importerOf("my-bench")([textFile("my-bench.json", example)]);
  expect(batch.questions.map(({ answer }) => answer)).toEqual([
    { kind: "option", position: 1, text: "The boy" },
    { kind: "number", value: 3, text: "3" },
  ]);
});
