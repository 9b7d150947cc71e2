import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import { openRuns } from "../../../src/formats/read-submission.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { inspectEval, inspectJson, inspectLog } from "../../fixtures/results/inspect-results.ts";
import { lmmsEvalResults } from "../../fixtures/results/worldsense-results.ts";
import { open, rowsOf } from "./joined.ts";

const VLM = [{ index: 0, question: "q", prediction: "A" }];
const OVB = [{ video: "v", question: "q", options: ["a"], correct_answer: "A", model_answer: "A", is_correct: true }];
const ROW = { doc_id: 0, filtered_resps: "A", worldsense_score: { question_id: 0 } };
const MMWORLD = [{ video_id: "v", question: "q", options: { a: "x" }, model_answer: "a", subject: "Science" }];
const PROMPT = "These are the frames of a video and the corresponding audio.";
const lmms = (input: string): ImportFile =>
  textFile("20260218_234435_samples_worldsense.jsonl", `${JSON.stringify({ ...ROW, input })}\n`);

describe("the fields of a run that a file states", () => {
  it.each([
    [
      jsonFile("Qwen2.5-Omni-7B_WorldSense_32frame_subs.json", VLM),
      { benchmark: "worldsense", model: "Qwen2.5-Omni-7B", inputs: ["VIDEO", "SUBTITLES"], frames: 32 },
    ],
    [
      jsonFile("my_model_v2_WorldSense_1fps_audio.json", VLM),
      { benchmark: "worldsense", model: "my_model_v2", inputs: ["VIDEO", "AUDIO"], frames: undefined },
    ],
    [jsonFile("m_WorldSense_8frame.json", VLM), { inputs: ["VIDEO"], inputsAreNamed: true, frames: 8 }],
    [jsonFile("predictions.json", VLM), {}],
    [jsonFile("gpt_detailed_results_2.json", MMWORLD), { benchmark: "mmworld", model: "gpt", seed: 2 }],
    [
      jsonFile("xinstruct-7b_final_results_run_0.json", {
        results_by_subject: { Science: { detailed_results: MMWORLD } },
      }),
      { benchmark: "mmworld", model: "xinstruct-7b", seed: 0 },
    ],
    [
      jsonFile("gemini-2.5-pro_data_no_sound.json", OVB),
      { benchmark: "omnivideobench", model: "gemini-2.5-pro", inputs: ["VIDEO"] },
    ],
    [
      jsonFile("gemini_2.5_pro_data.json", OVB),
      { benchmark: "omnivideobench", model: "gemini_2.5_pro", inputs: ["VIDEO", "AUDIO"] },
    ],
    [jsonFile("results.json", OVB), { benchmark: "omnivideobench", model: undefined, inputs: undefined }],
    [
      jsonFile("gemini-2.0-flash_no_sound.json", OVB),
      { benchmark: "omnivideobench", model: "gemini-2.0-flash", inputs: ["VIDEO"] },
    ],
    // The default name of the script's question file, and question files with other names.
    [jsonFile("gemini-2.5-pro_qa_data-2.json", OVB), { model: "gemini-2.5-pro", inputs: ["VIDEO", "AUDIO"] }],
    [
      jsonFile("gemini-2.0-flash_my_own_questions_no_sound.json", OVB),
      { model: "gemini-2.0-flash", inputs: ["VIDEO"] },
    ],
    [jsonFile("gemini-2.5-flash.json", OVB), { model: "gemini-2.5-flash", inputs: undefined }],
    [jsonFile("my_model_qa_data_no_sound.json", OVB), { model: "my_model", inputs: ["VIDEO"] }],
    [jsonFile("my_model_v2_example_data-2.json", OVB), { model: "my_model_v2", inputs: ["VIDEO", "AUDIO"] }],
    // The end of the model's name cannot be determined.
    [jsonFile("my_model_own_questions_no_sound.json", OVB), { model: undefined, inputs: ["VIDEO"] }],
    [jsonFile("my_model_own_questions-2.json", OVB), { model: undefined, inputs: undefined }],
    [jsonFile("gemini-2.5-pro_video-2.json", OVB), { model: "gemini-2.5-pro", inputs: ["VIDEO", "AUDIO"] }],
    [jsonFile("qwen_omni_7B_qa_data_256_frames.json", OVB), { model: undefined, inputs: undefined, frames: 256 }],
    [
      jsonFile("videochat_detailed_results_2.json", [{ video_id: "a", question: "q", model_answer: "a" }]),
      { benchmark: "mmworld", model: "videochat", seed: 2 },
    ],
    [
      jsonFile("outputs/gpt-4o/tasks/AVM.json", [null, { task: "AVM", subtask: null, id: "1", predict: "yes" }]),
      { benchmark: "avi-bench", model: "gpt-4o" },
    ],
    [
      jsonFile("run.json", {
        benchmark: { slug: "worldsense" },
        model: { name: "m" },
        inputs: ["VIDEO"],
        frames: 8,
        seed: 1,
        prompt: "p",
        predictions: [{ question: "a/task0", response: "A" }],
      }),
      { benchmark: "worldsense", model: "m", inputs: ["VIDEO"], frames: 8, seed: 1, prompt: "p" },
    ],
    [inspectJson(inspectLog([], new Map())), null],
    [
      lmms(PROMPT),
      { benchmark: "worldsense", model: undefined, inputs: ["VIDEO", "AUDIO"], inputsAreNamed: undefined },
    ],
    [lmms("These are the frames of a video. Select the best answer."), { inputs: ["VIDEO"], inputsAreNamed: true }],
    [
      lmms("These are the frames of a video. This video's subtitles are listed below: a"),
      { inputs: ["VIDEO", "SUBTITLES"], inputsAreNamed: undefined },
    ],
  ])("%#: $name", async (file, header) => {
    if (header === null) await expect(open([file])).rejects.toThrow(/an Inspect log without samples/);
    else expect({ inputsAreNamed: undefined, ...(await open([file])).header }).toMatchObject(header);
  });

  it("are read from the results file that lmms-eval writes beside the samples", async () => {
    const beside = [lmmsEvalResults("Qwen/Qwen2.5-Omni-7B", ",max_frames_num=64,device_map=auto")];
    const { header } = await open([lmms(PROMPT)], {}, beside);
    expect(header).toMatchObject({ model: "Qwen/Qwen2.5-Omni-7B", frames: 64, seed: 7 });
  });

  it("are read from the header of an Inspect log; each epoch of the log is one run", async () => {
    const question = { key: "a/0", text: "q", options: ["x", "y"], answer: { kind: "option", position: 0, text: "" } };
    const log = inspectLog([question as never], new Map([["a/0", "A"]]), 3);
    for (const file of [inspectJson(log), inspectEval(log)]) {
      await expect(open([file])).rejects.toThrow(
        /several runs: repetition 1 of 3, repetition 2 of 3, repetition 3 of 3/,
      );
      const all = await openRuns([memoryFile(file.name, file.bytes)]);
      const read = await Promise.all(all.map(rowsOf));
      expect(read.map((rows) => rows.map((row) => "epoch" in row && row.epoch))).toEqual([[1], [2], [3]]);
      await expect(open([file], { epoch: 4 })).rejects.toThrow(/there is no epoch 4/);
      const submission = await open([file], { epoch: 2 });
      expect(submission.header).toMatchObject({ benchmark: "worldsense", model: "openai/gpt-4o-audio", seed: 3 });
      expect((await rowsOf(submission)).map((row) => "epoch" in row && row.epoch)).toEqual([2]);
    }
  });
});

it("all files of lmms-eval's folder can be given; a summary of other samples is refused", async () => {
  const summary = lmmsEvalResults("org/model");
  const submission = await open([summary, lmms(PROMPT)], {}, [summary]);
  expect(submission).toMatchObject({ format: "lmms-eval", header: { benchmark: "worldsense", model: "org/model" } });
  expect(await rowsOf(submission)).toHaveLength(1);
  const other = { ...summary, name: "20250101_000000_results.json" };
  await expect(open([other, lmms(PROMPT)])).rejects.toThrow("lmms-eval's summary; submit the `*_samples_*.jsonl`");
});
