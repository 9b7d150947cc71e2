import { describe, expect, it } from "vitest";
import { textFile } from "../../fixtures/file-writing.ts";
import { join, question } from "./joined.ts";

const BENCH = { benchmark: "bench", questions: [question(0), question(1)] };
const options = ["A. a cat", "B. two dogs", "C. birds"];
const NAMED = { video: "v0", question: "What is number 0?", options };

/** The result of reading one row of a file. */
async function prediction(row: object) {
  const { report, predictions } = await join([textFile("r.json", JSON.stringify([row]))], BENCH);
  expect(report.problems).toEqual([]);
  return predictions[0];
}

describe("an error message of an evaluation script", () => {
  it.each([
    "Video corrupted: NAL unit error - unable to decode frames",
    "Video corrupted: Invalid data format",
    "Video decoding error: DECORDError",
    "Video file not found.",
    "GPU memory insufficient, skipped",
    "Error: CUDA out of memory",
    "Failed to obtain answer via API. 429",
    // VLMEvalKit's `INFER_FAIL_MSG`.
    "Failed to obtain answer",
  ])("is stored as an error if it stands in place of the answer: %s", async (model_answer) => {
    expect(await prediction({ ...NAMED, correct_answer: "A", model_answer })).toMatchObject({
      response: null,
      error: model_answer,
    });
  });

  it.each([
    [{ error_type: "video_decode_failure" }, "video_decode_failure"],
    [{ error_type: "memory", error_message: "out of memory" }, "out of memory"],
    [{ error_type: "video_decode_failure", error_details: "moov atom not found" }, "moov atom not found"],
    [{ error: "timed out" }, "timed out"],
  ])("is stored as an error if the row reports it: %j", async (failure, error) => {
    const row = { ...NAMED, correct_answer: "A", model_answer: " ", ...failure };
    expect(await prediction(row)).toMatchObject({ response: null, error });
  });

  const nothing = [
    ...[{}, { error_type: null }, { error_type: "none", error_message: "" }, { error: false }, { error: null }],
    ...[{ error_type: 0 }, { error_type: "No error" }, { error_type: "N/A" }, { error: "-" }, { error: "None" }],
    ...[{ error_details: [] }, { error_message: {} }, { error_type: "ok" }, { error_type: false }, { error: {} }],
  ];

  it.each([...nothing, { error_type: "oom, repeated" }, { error_message: "attempt 1 timed out" }])(
    "is not assumed if the row reports no failure: %j",
    async (nothing) => {
      const row = { ...NAMED, correct_answer: "A", model_answer: "The video is corrupted by noise. A", ...nothing };
      expect(await prediction(row)).toMatchObject({ response: row.model_answer, error: null });
    },
  );

  it.each(nothing)("is not assumed in Omnidex's own form if the row reports no error: %j", async (fields) => {
    const row = { question: "v0/0", response: "B", ...fields };
    expect(await prediction(row)).toMatchObject({ response: "B", error: null });
    expect(await prediction({ ...row, response: "" })).toMatchObject({ response: "", error: null });
  });

  it("is stored as an error in Omnidex's own form if the response is blank or `error` is set", async () => {
    const row = { question: "v0/0", response: "" };
    expect(await prediction({ ...row, error_type: "oom" })).toMatchObject({ error: "oom" });
    expect(await prediction({ ...row, response: "B", error_type: "oom" })).toMatchObject({ error: null });
    expect(await prediction({ ...row, response: "B", error: "oom" })).toMatchObject({ error: "oom" });
  });

  it("is stored as an error from VLMEvalKit's, MMWorld's and lmms-eval's files, too", async () => {
    const rows = [
      { index: 0, question: NAMED.question, video: "v0", candidates: options, prediction: "", error_type: "oom" },
      { video_id: "v0", question: NAMED.question, options, model_answer: "Error: 500" },
      { doc_id: 0, input: `${NAMED.question}\n${options.join("\n")}`, filtered_resps: [""], error_message: "timeout" },
    ];
    const errors = await Promise.all(rows.map(async (row) => (await prediction(row))?.error));
    expect(errors).toEqual(["oom", "Error: 500", "timeout"]);
  });
});

describe("a confirmation", () => {
  it("is null for an empty cell of a table, but not for a blank text in JSON", async () => {
    const csv = 'question,response,confirmation\nv0/0,A,\nv1/0,B,"yes, I do"\n';
    const table = await join([textFile("r.csv", csv)], BENCH);
    expect(table.predictions.map(({ confirmation }) => confirmation)).toEqual([null, "yes, I do"]);
    const lines = '{"question":"v0/0","response":"A","confirmation":""}\n{"question":"v1/0","response":"B"}\n';
    const json = await join([textFile("r.jsonl", lines)], BENCH);
    expect(json.predictions.map(({ confirmation }) => confirmation)).toEqual(["", null]);
  });
});
