import { type ProtocolName, protocolFrom } from "../../domain/run-protocol.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import { type Fields, indexOf, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf } from "../files/submission-file.ts";
import { failureOf, optionsOf } from "../rows/option-fields.ts";
import { outputOf, type SubmissionFormat } from "../rows/submission-format.ts";

const DATASETS: readonly (readonly [slug: string, name: RegExp])[] = [
  ["worldsense", /_WorldSense(?![A-Za-z])/i],
  ["mmworld", /_MMWorld(?![A-Za-z])/i],
  ["omnivideobench", /_OmniVideoBench(?![A-Za-z])/i],
  ["avi-bench", /_AVI-?Bench(?![A-Za-z])/i],
];
/**
 * Added to the index of a question for each further time that it is asked, as in the circular evaluation, which asks it with
 * its options in each cyclic order.
 * @see vlmeval/dataset/utils/multiple_choice.py, `mcq_circular_eval`
 */
const REPETITION = 1_000_000;
/** Texts that pandas reads as missing; it writes a missing value as an empty cell. */
const MISSING = new Set(["", "nan", "NaN"]);

/**
 * VLMEvalKit's predictions, `<model>_<dataset>.xlsx|.tsv|.json`: a row per question with the dataset's columns and
 * `prediction`. `index` numbers the questions in the order of the benchmark's file.
 * @see vlmeval/dataset/worldsense.py, `generate_tsv`
 */
export const vlmEvalKit: SubmissionFormat = {
  name: "vlmevalkit",
  repeats: true,
  recognises: (record) =>
    ["index", "question", "video"].some((name) => name in record) &&
    ("prediction" in record || ("response" in record && "index" in record)),
  read(record) {
    const index = indexOf(record.index);
    const names = {
      position: index === undefined ? undefined : index % REPETITION,
      video: nameOf(record.video) ?? nameOf(record.video_id),
      text: nameOf(record.question),
      options: optionsOf(record.candidates ?? record.options) ?? letterColumns(record),
      taskName: nameOf(record.task_type),
      target: nameOf(record.answer),
    };
    const text = textOf(record.prediction ?? record.response);
    const answer = text === null || MISSING.has(text.trim()) ? null : text;
    const epoch = index === undefined ? undefined : Math.floor(index / REPETITION) + 1;
    return { names, epoch, ...outputOf(answer, failureOf(record, answer)) };
  },
  async header(file) {
    const name = baseNameOf(file).replace(/\.[a-z]+$/i, "");
    const [slug, pattern] = DATASETS.find(([, dataset]) => dataset.test(name)) ?? [];
    const found = pattern?.exec(name);
    if (found === null || found === undefined) return {};
    const suffix = name.slice(found.index + found[0].length);
    const inputs = { inputs: inputsOf(suffix), inputsAreNamed: true } as const;
    return {
      benchmark: slug,
      model: name.slice(0, found.index),
      ...inputs,
      frames: framesOf(suffix),
      protocol: protocolFrom((field) => vlmEvalKitSetting(field, suffix)),
    };
  },
};

/** Multiple-choice datasets have a column for each option. */
function letterColumns(record: Fields): readonly string[] | undefined {
  const texts = ["A", "B", "C", "D", "E", "F"].map((letter) => nameOf(record[letter]));
  const count = texts.indexOf(undefined);
  const known = texts.slice(0, count === -1 ? texts.length : count);
  return known.length < 2 ? undefined : known.map(String);
}

/** `_32frame_subs`, `_1fps_audio`: always frames, and at most one more modality. */
function inputsOf(suffix: string): readonly Modality[] {
  if (/_audio(?![a-z])/i.test(suffix)) return ["VIDEO", "AUDIO"];
  return /_subs?(?![a-z])/i.test(suffix) ? ["VIDEO", "SUBTITLES"] : ["VIDEO"];
}

const vlmEvalKitSetting = (name: ProtocolName, suffix: string): unknown =>
  name === "harness" ? "VLMEvalKit" : name === "fps" ? /_(\d+(?:\.\d+)?)fps/i.exec(suffix)?.[1] : undefined;

const framesOf = (suffix: string): number | undefined => indexOf(/_(\d+)frame/i.exec(suffix)?.[1]);
