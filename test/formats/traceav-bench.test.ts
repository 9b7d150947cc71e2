import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { gathering } from "../../src/formats/files/importer.ts";
import { readerOf } from "../support/importing.ts";
import { sharedDataset } from "../support/shared-datasets.ts";

const FILES = ["a_background_music.json", "av_temporal_sequencing.json", "video_name_mapping.json"];
const RECIPE = resolve(import.meta.dirname, "../../data/recipes/traceav-bench.yaml");

it("TraceAV-Bench's two task files are imported with their sets of right options", async (context) => {
  const files = FILES.map((name) => sharedDataset(context, `field/traceav-bench/${name}`));
  const recipe = { name: "traceav-bench.yaml", bytes: readFileSync(RECIPE) };
  const { questions, videos } = await gathering(readerOf("traceav-bench"))([recipe, ...files]);
  const inTask = (task: string) => questions.filter(({ key }) => key.startsWith(`${task}/`));
  expect(inTask("a_background_music")).toHaveLength(131);
  expect(inTask("av_temporal_sequencing")).toHaveLength(97);
  expect(questions).toHaveLength(228);
  expect(videos).toHaveLength(new Set(questions.map(({ video }) => video)).size);

  interface Item {
    readonly question_id: number;
    readonly options: Readonly<Record<string, string>>;
    readonly correct_options: readonly string[];
  }
  const inFiles = files.slice(0, 2).flatMap(({ bytes }) => {
    const { task_type: task, items } = JSON.parse(new TextDecoder().decode(bytes));
    return (items as Item[]).map((item) => ({ key: `${task}/${item.question_id}`, ...item }));
  });
  const read = questions.map(({ key, answerFormat, options, answer }) => ({ key, answerFormat, options, answer }));
  const expected = inFiles.map(({ key, options, correct_options: right }) => ({
    key,
    answerFormat: "MULTIPLE_SELECT",
    options: Object.values(options),
    answer: {
      kind: "options",
      positions: right.map((label) => "ABCD".indexOf(label)),
      texts: right.map((label) => options[label]),
    },
  }));
  expect(read).toEqual(expected);
  expect(inFiles.filter(({ correct_options: right }) => right.length > 1)).toHaveLength(44);
});
