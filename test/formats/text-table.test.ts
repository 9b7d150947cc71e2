import { describe, expect, it } from "vitest";
import { type TextColumn, textTable } from "../../src/formats/tables/text-table.ts";

const column = (key: string, label: string, own: string): TextColumn => ({
  title: `${label}, ${own}`,
  heads: [{ key, label }, own],
  align: "right",
});

describe("a LaTeX table by two dimensions", () => {
  it("merges the headings of adjacent columns if their values are the same, not if only their labels are", () => {
    const columns: readonly TextColumn[] = [
      { title: "Model" },
      column("film/other", "Other", "Speech"),
      column("film/other", "Other", "Music"),
      column("sports/other", "Other", "Speech"),
    ];
    const lines = textTable({ columns, rows: [["m", "1.0", "2.0", "3.0"]], notes: [], source: "" }, "LATEX").split(
      "\n",
    );
    expect(lines).toContain(" & \\multicolumn{2}{c}{Other} & \\multicolumn{1}{c}{Other} \\\\");
    expect(lines).toContain("\\cmidrule(lr){2-3} \\cmidrule(lr){4-4}");
  });
});

it("a column title that is a name from the data keeps its capitals, and any other title has only one", () => {
  const columns: readonly TextColumn[] = [{ title: "MODEL" }, { title: "TV", isName: true }];
  expect(textTable({ columns, rows: [["m", "1.0"]], notes: [], source: "" }, "MD")).toMatch(/^\| Model \| TV \|\n/);
});
