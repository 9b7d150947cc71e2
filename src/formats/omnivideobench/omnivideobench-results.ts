import type { Modality } from "../../domain/vocabulary.ts";
import { indexOf, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf } from "../files/submission-file.ts";
import { failureOf, optionsOf } from "../rows/option-fields.ts";
import { outputOf, type SubmissionFormat } from "../rows/submission-format.ts";

/**
 * The arrays that OmniVideoBench's scripts write, one object per question. In every object, `model_answer` is the
 * response. The gold answer is `correct_answer` (in the files of qwen, internvl and humanomni) or `answer` (minicpm and
 * gemini). The files of gemini also have `video_path` in place of `video`, and `error_message`. Failures, which some of
 * the scripts leave out of their denominators, are errors.
 */
export const omniVideoBench: SubmissionFormat = {
  name: "omnivideobench",
  recognises: (record) =>
    "model_answer" in record && "question" in record && ("video" in record || "video_path" in record),
  read(record) {
    const names = {
      video: nameOf(record.video) ?? nameOf(record.video_path),
      text: nameOf(record.question),
      options: optionsOf(record.options),
      target: nameOf(record.correct_answer) ?? nameOf(record.answer),
    };
    const answer = textOf(record.model_answer);
    return { names, ...outputOf(answer, failureOf(record, answer)) };
  },
  async header(file) {
    const name = baseNameOf(file).replace(/\.json$/i, "");
    return {
      benchmark: "omnivideobench",
      model: modelOf(name),
      inputs: inputsOf(name),
      frames: indexOf(/(?:^|_)(\d+)_?frames?(?![a-z])/i.exec(name)?.[1]),
    };
  },
};

/** The names of the file of questions in scripts and dataset, which the Gemini script appends to a model's name. */
const QUESTIONS_FILE = /_(?:(?:example_|qa_)?data|omnivideobench(?:_data)?)(?:-2)?$/i;
const NO_SOUND = /_no_sound$/;
/**
 * The models that the Gemini script calls have no underscore in their names, so the text after an underscore is the
 * file's name.
 */
const GEMINI = /^(gemini-[^_]+)(?:_|$)/i;

/**
 * The model in the names of the Gemini script's files: `<model>_<questions' file>.json`, `…-2.json` for its own output,
 * `…_no_sound.json` for videos without sound. Undefined if the end of the model's name cannot be determined. The other
 * scripts do not name a model.
 * @see OmniVideoBench, eval/gemini_eval.py, `main_with_args`
 */
function modelOf(name: string): string | undefined {
  const whole = name.replace(NO_SOUND, "");
  const gemini = GEMINI.exec(whole)?.[1];
  if (gemini !== undefined) return gemini;
  const model = whole.replace(QUESTIONS_FILE, "");
  const isKnown = model !== whole || (whole !== name && !whole.includes("_"));
  return isKnown && model !== "" ? model : undefined;
}

/** Only the Gemini script's file names state whether the audio was removed from the video. */
function inputsOf(name: string): readonly Modality[] | undefined {
  if (NO_SOUND.test(name)) return ["VIDEO"];
  return QUESTIONS_FILE.test(name) || (GEMINI.test(name) && /_.+-2$/.test(name)) ? ["VIDEO", "AUDIO"] : undefined;
}
