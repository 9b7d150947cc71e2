import { describe, expect, it } from "vitest";
import { shortTitle, titleParts } from "../../src/dashboard/data/titles.ts";

describe("titleParts", () => {
  it("splits a paper's title at its first colon", () => {
    expect(titleParts("WorldSense: Evaluating Real-world: a study")).toEqual({
      name: "WorldSense",
      rest: "Evaluating Real-world: a study",
    });
  });

  it.each(["Omnidex demo (synthetic)", "Ratio 3:1", ": nothing before", "Nothing after: ", ""])(
    "leaves '%s' whole",
    (title) => expect([titleParts(title), shortTitle(title)]).toEqual([{ name: title, rest: null }, title]),
  );
});
