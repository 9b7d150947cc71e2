import { describe, expect, it } from "vitest";
import { fileSize } from "../../src/dashboard/components/file-size.ts";
import { draftFaults, EMPTY_DRAFT, filledDraft, runFieldsOf } from "../../src/dashboard/views/submit/draft.ts";

const whole = { ...EMPTY_DRAFT, benchmark: "mmworld", model: " My model ", inputs: ["VIDEO"] as const };

describe("the draft of a run", () => {
  it("takes the file's values for fields without typed text", () => {
    const header = { benchmark: "mmworld", model: "from file", inputs: ["AUDIO"] as const, frames: 32, seed: 0 };
    const filled = filledDraft({ ...EMPTY_DRAFT, model: "typed" }, header, ["mmworld"]);
    expect(filled).toMatchObject({ benchmark: "mmworld", model: "typed", inputs: ["AUDIO"], frames: "32", seed: "0" });
    expect(filledDraft(EMPTY_DRAFT, { benchmark: "elsewhere" }, ["mmworld"]).benchmark).toBe("");
  });

  it.each([
    [{ benchmark: "" }, ["benchmark"]],
    [{ model: "  " }, ["model"]],
    [{ inputs: [] }, ["inputs"]],
    [{ frames: "0" }, ["frames"]],
    [{ frames: "1.5", seed: "-1" }, ["frames", "seed"]],
    [{ seed: "0", frames: " 8 " }, []],
    [{ modelUrl: "javascript:alert(1)" }, ["modelUrl"]],
    [{ modelUrl: "https://example.org/model" }, []],
  ])("%j has faults in %j", (change, fields) => {
    expect(Object.keys(draftFaults({ ...whole, ...change }))).toEqual(fields);
  });

  it("becomes the API's fields, without empty ones", () => {
    expect(runFieldsOf({ ...whole, frames: " 16 ", notes: " " })).toEqual({
      benchmark: "mmworld",
      model: { name: "My model" },
      inputs: ["VIDEO"],
      visibility: "PRIVATE",
      frames: 16,
    });
  });
});

describe("the size of a file", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1_000, "1.0 kB"],
    [3_240_000, "3.2 MB"],
    [5e12, "5000.0 GB"],
  ])("%i is %s", (bytes, text) => expect(fileSize(bytes)).toBe(text));
});
