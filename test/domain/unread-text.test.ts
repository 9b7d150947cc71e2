import { expect, it } from "vitest";
import { unreadText } from "../../src/domain/unread-text.ts";

const counts = (unparsed: number) => ({ correct: 500, partial: 3, wrong: 360, unparsed });

it.each([
  [
    counts(37),
    31,
    "37 of 900 responses have no readable answer; a judge can be asked about 31 of them (omnidex rescore run_3 --judge).",
  ],
  [counts(1), 0, "1 of 864 responses has no readable answer."],
  [counts(0), 0, ""],
  [counts(37), null, ""],
  [null, 1, "A judge can be asked about 1 response without a readable answer (omnidex submit … --judge)."],
  [null, 0, ""],
])("of %j and %j", (found, judgeable, text) => {
  expect(unreadText("run_3", found, judgeable)).toBe(text);
});
