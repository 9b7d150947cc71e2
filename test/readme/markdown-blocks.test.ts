import { describe, expect, it } from "vitest";
import { localLinks, markdownBlocks } from "./markdown-blocks.ts";

describe("markdownBlocks", () => {
  it("returns language, text and line", () => {
    expect(markdownBlocks("# Page\n\n```bash\nls\n\nls -l\n```\n\n```\n\n```\n")).toEqual([
      { language: "bash", text: "ls\n\nls -l\n", line: 3 },
      { language: "", text: "\n", line: 9 },
    ]);
  });

  it("removes the indent of a list", () => {
    expect(markdownBlocks("- one\n\n  ```ts\n  if (a)\n    b();\n  ```\n")).toEqual([
      { language: "ts", text: "if (a)\n  b();\n", line: 3 },
    ]);
  });

  it("ignores words in backquotes", () => {
    expect(markdownBlocks("`a` and ``b``\n\n    ```not``` a fence\n")).toEqual([]);
  });
});

it("localLinks ignores other sites and anchors of the same page", () => {
  const page = "[a](docs/a.md) [b](docs/b.md#part) [c](https://c.test/d.md) [d](#part) [e](mailto:e@example.org)";
  expect(localLinks(page)).toEqual(["docs/a.md", "docs/b.md"]);
});
