import { type ProtocolName, protocolFrom } from "../../domain/run-protocol.ts";
import { parseLooseJson } from "../files/loose-json.ts";
import { type Fields, indexOf, isFields, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf, type SubmissionFile, wholeFile } from "../files/submission-file.ts";
import { exportedHeader, exportedOutput } from "../omnidex/omnidex-results.ts";
import { failureOf } from "../rows/option-fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "../rows/submission-format.ts";
import type { SubmissionHeader } from "../rows/submission-row.ts";

/** `20260218_234435_samples_worldsense.jsonl`; the name of a checkpoint ends in "_rank0". */
const FILE_NAME = /^(.*?)_?samples_(.+?)(?:_rank\d+)?\.jsonl$/;
const OUTPUTS = ["resps", "filtered_resps"];
const LARGEST_RESULTS = 64 * 2 ** 20;

/**
 * lmms-eval's `*_samples_*.jsonl`. `doc_id` is the index of the row in the loaded dataset, which a filter or a limit
 * shifts. WorldSense's metric also logs the dataset's own index as `question_id`, which never shifts. `input` is the
 * prompt. `resps`, the raw output, is omitted if `filtered_resps` is the same; lists of one element are flattened.
 * @see lmms_eval/loggers/evaluation_tracker.py, `save_results_samples`
 */
export const lmmsEval: SubmissionFormat = {
  name: "lmms-eval",
  recognises: (record) => Object.hasOwn(record, "doc_id") && OUTPUTS.some((name) => Object.hasOwn(record, name)),
  read(record) {
    const metric = metricOf(record);
    const position = indexOf(metric.question_id) ?? indexOf(record.doc_id);
    if (position === undefined) throw new FormatError("its 'doc_id' is not a whole number");
    const names = {
      // Only Omnidex's own export has the key.
      key: nameOf(metric.question_key),
      position,
      prompt: promptOf(record.input),
      video: nameOf(metric.video_id),
      taskName: nameOf(metric.category),
      target: nameOf(metric.answer),
    };
    if (!OUTPUTS.some((name) => Object.hasOwn(record, name)))
      throw new FormatError("it has neither 'resps' nor 'filtered_resps', the model's output");
    const response = firstText(record.resps ?? record.filtered_resps);
    if (names.key === undefined) return { names, ...outputOf(response, failureOf(record, response)) };
    // lmms-eval itself logs no confirmation and no error.
    const output = exportedOutput(response, record.error);
    return { names, ...output, confirmation: textOf(record.confirmation) };
  },
  async header(file, _head, first) {
    const results = await readResults(file);
    const own = results.model_source === "omnidex" ? exportedDetails(results) : null;
    if (own !== null) return exportedHeader(own);
    const config = isFields(results.config) ? results.config : {};
    const modelArguments = argumentsOf(config.model_args);
    return {
      benchmark: benchmarkOf(file, first),
      model: nameOf(results.model_name) ?? nameOf(modelArguments.pretrained) ?? nameOf(config.model),
      ...inputsOf(promptOf(first.input)),
      frames: indexOf(
        firstOf(modelArguments, ["max_frames_num", "max_num_frames", "num_frames", "nframes", "fps_max_frames"]),
      ),
      seed: indexOf(config.random_seed),
      protocol: protocolFrom((name) => lmmsEvalSetting(name, results, modelArguments, argumentsOf(config.gen_kwargs))),
    };
  },
};

/** @see lmms_eval/evaluator.py, `simple_evaluate`: `config`, `git_hash`; and the models' arguments */
function lmmsEvalSetting(name: ProtocolName, results: Fields, model: Fields, generation: Fields): unknown {
  switch (name) {
    case "fps":
      return model.fps;
    case "resolution":
      return firstOf(model, ["max_pixels", "image_resolution", "max_image_size"]);
    case "temperature":
      return generation.temperature;
    case "topP":
      return generation.top_p;
    case "maxTokens":
      return generation.max_new_tokens;
    case "harness":
      return "lmms-eval";
    case "harnessVersion":
      return firstOf(results, ["lmms_eval_version", "git_hash"]);
    default:
      return undefined;
  }
}

/**
 * Whether a file is the `*_results.json` that belongs to another given file, as when a user passes all files of
 * lmms-eval's folder. Such a summary has no rows. It is read together with the file that it belongs to.
 */
export function isSummaryOf(file: SubmissionFile, first: Fields, files: readonly SubmissionFile[]): boolean {
  const start = /^(.*)_results\.json$/.exec(baseNameOf(file))?.[1];
  if (start === undefined || !("results" in first && "configs" in first)) return false;
  return files.some((other) => FILE_NAME.exec(baseNameOf(other))?.[1] === start);
}

/** The details of the run in the summary of Omnidex's own export: the metadata of its one task. */
function exportedDetails({ configs }: Fields): Fields | null {
  const [task] = isFields(configs) ? Object.values(configs) : [];
  return isFields(task) && isFields(task.metadata) ? task.metadata : null;
}

/** The values that a task's `process_results` logged beside the score. */
function metricOf(record: Fields): Fields {
  return Object.values(record).find((value): value is Fields => isFields(value) && isMetric(value)) ?? {};
}

const isMetric = (value: Fields): boolean => "question_id" in value || "video_id" in value || "pred_answer" in value;

/**
 * The first of several outputs, like lmms-eval's `take_first`.
 * @throws {FormatError} for log-likelihoods, which are logged by tasks that rank the options instead of asking for an
 *   answer
 */
function firstText(value: unknown): string | null {
  if (!Array.isArray(value)) return textOf(value);
  const [first] = value;
  if (typeof first === "number" || typeof first === "boolean")
    throw new FormatError("its outputs are log-likelihoods of the options; a response in text is expected");
  return firstText(first);
}

/** All the texts in a prompt, which is a string or messages in one of several shapes. */
function promptOf(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  if (Array.isArray(input)) return input.map(promptOf).filter(Boolean).join("\n") || undefined;
  if (!isFields(input)) return undefined;
  return promptOf(input.content ?? input.text);
}

function benchmarkOf(file: SubmissionFile, first: Fields): string | undefined {
  if ("worldsense_score" in first) return "worldsense";
  if ("mmworld_accuracy" in first) return "mmworld";
  const task =
    FILE_NAME.exec(baseNameOf(file))?.[2]
      ?.toLowerCase()
      .replace(/[^a-z]/g, "") ?? "";
  const slugs = ["worldsense", "mmworld", "omnivideobench", "avi-bench"];
  return slugs.find((slug) => task.startsWith(slug.replace("-", "")));
}

/**
 * The inputs that WorldSense's prompts mention. A prompt that mentions only frames may leave the audio out, which a model
 * takes from the video itself.
 * @see lmms_eval/tasks/worldsense/utils.py, `FRAMES_TMPL_AUDIO`, `FRAMES_TMPL_SUB`, `FRAMES_TMPL_NOSUB`
 */
function inputsOf(prompt: string | undefined): Pick<SubmissionHeader, "inputs" | "inputsAreNamed"> {
  if (prompt?.includes("These are the frames of a video") !== true) return {};
  if (prompt.includes("the corresponding audio")) return { inputs: ["VIDEO", "AUDIO"] };
  if (prompt.includes("This video's subtitles are listed below")) return { inputs: ["VIDEO", "SUBTITLES"] };
  return { inputs: ["VIDEO"], inputsAreNamed: true };
}

/** The `*_results.json` beside the samples; empty if it is missing or unreadable. */
async function readResults(file: SubmissionFile): Promise<Fields> {
  const start = FILE_NAME.exec(baseNameOf(file))?.[1];
  const results = start === undefined ? null : await file.sibling(`${start}_results.json`);
  if (results === null || results.size > LARGEST_RESULTS) return {};
  try {
    const text = new TextDecoder().decode(await wholeFile(results));
    const read = parseLooseJson(text, baseNameOf(results), { line: 1, column: 1 });
    return isFields(read) ? read : {};
  } catch {
    // Ignored, because the file only supplies names that the user can also give as options.
    return {};
  }
}

/** `pretrained=org/model,max_frames_num=32`, or an object with the same content. */
function argumentsOf(value: unknown): Fields {
  if (isFields(value)) return value;
  const pairs = typeof value === "string" ? value.split(",") : [];
  return Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]));
}

const firstOf = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined);
