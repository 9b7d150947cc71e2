import { expect, it } from "vitest";
import { distinctLabels } from "../../src/formats/tables/score-table.ts";

const key = (name: string, label: string) => ({ key: name, label });

it("column titles of a score table contain the key if two keys of a dimension share a label", () => {
  const [speech, count] = [key("speech", "Speech"), key("counting", "Counting")];
  const columns = [
    [count, speech],
    [key("audio-counting", "Counting"), speech],
    [key("cause", "Cause"), key("counting", "Counting")],
  ];
  expect(distinctLabels(columns).map((keys) => keys.map(({ label }) => label))).toEqual([
    ["Counting (counting)", "Speech"],
    ["Counting (audio-counting)", "Speech"],
    ["Cause", "Counting"],
  ]);
});
