import { describe, expect, it } from "vitest";
import { fileSize } from "../../src/dashboard/components/file-drop.tsx";
import {
  draftFaults,
  EMPTY_DRAFT,
  filledDraft,
  optionalText,
  runFieldsOf,
} from "../../src/dashboard/views/submit/submission-draft.ts";
import { missingText } from "../../src/dashboard/views/submit/submit-view.tsx";
import type { ReaderReport } from "../../src/formats/join/reader-report.ts";

const whole = { ...EMPTY_DRAFT, benchmark: "mmworld", model: " My model ", inputs: ["VIDEO"] as const };

describe("the draft of a run", () => {
  it("takes the file's values for fields without typed text", () => {
    const header = { benchmark: "mmworld", model: "from file", inputs: ["AUDIO"] as const, frames: 32, seed: 0 };
    const filled = filledDraft({ ...EMPTY_DRAFT, model: "typed" }, header, ["mmworld"]);
    expect(filled).toMatchObject({ benchmark: "mmworld", model: "typed", inputs: ["AUDIO"], frames: "32", seed: "0" });
    expect(filledDraft(EMPTY_DRAFT, { benchmark: "elsewhere" }, ["mmworld"]).benchmark).toBe("");
  });

  it("does not take inputs that only the file's name suggests", () => {
    const header = { inputs: ["VIDEO"] as const, inputsAreNamed: true as const, frames: 8 };
    expect(filledDraft(EMPTY_DRAFT, header, [])).toMatchObject({ inputs: [], frames: "8" });
    expect(filledDraft({ ...EMPTY_DRAFT, inputs: ["AUDIO"] }, header, []).inputs).toEqual(["AUDIO"]);
  });

  it("has the protocol of the file, which is sent", () => {
    const protocol = { temperature: 0, harness: "lmms-eval" };
    const filled = filledDraft(whole, { protocol }, []);
    expect(optionalText(filled)).toBe("lmms-eval");
    expect(runFieldsOf(filled)).toMatchObject({ protocol });
    expect(runFieldsOf(filledDraft(filled, {}, []))).not.toHaveProperty("protocol");
  });

  it("says which optional fields have a value", () => {
    expect(optionalText(EMPTY_DRAFT)).toBe("");
    const some = { ...EMPTY_DRAFT, frames: " 32 ", seed: "0", parameters: "7B", prompt: "own", openEnded: true };
    expect(optionalText(some)).toBe("32 frames · seed 0 · 7B · prompt own · asked without options");
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

describe("what is missing before a run can be validated", () => {
  const report = { predictions: 2, shift: null } as ReaderReport;
  const ready = { files: ["f"], benchmark: "mmworld", report, hasKey: true, isBusy: false };

  it.each([
    [{}, null],
    [{ isBusy: true, report: null }, null],
    [{ files: [], report: null }, "Before the server can validate the run: choose the result files."],
    [{ report: null, benchmark: "" }, "Before the server can validate the run: choose the benchmark."],
    [
      { files: [], benchmark: "", report: null, hasKey: false },
      "Before the server can validate the run: choose the result files, choose the benchmark, enter an API key.",
    ],
    [{ report: null }, "The files could not be read. The reason is shown below their names."],
    [{ report: { ...report, predictions: 0 } }, "No row of the files can be used, so there is nothing to validate."],
    [
      { report: { ...report, shift: "The keys are those of other questions." } },
      "The keys are those of other questions.",
    ],
  ])("%j: %s", (change, text) => expect(missingText({ ...ready, ...change })).toBe(text));
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
