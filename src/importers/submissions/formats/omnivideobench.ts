import type { Modality } from "../../../domain/vocabulary.ts";
import { baseNameOf } from "../submission-file.ts";
import { failureOf } from "./failure.ts";
import { indexOf, nameOf, optionsOf, textOf } from "./fields.ts";
import { outputOf, type SubmissionFormat } from "./submission-format.ts";

/**
 * The arrays that OmniVideoBench's scripts write, one object for each question. Four shapes: `correct_answer` (qwen), the
 * same with `unique_id` (internvl, humanomni), `answer` in its place (minicpm), and `video_path` with `error_message`
 * (gemini). In all of them `model_answer` is what the model said; `answer` is the key. Failures, which some of the scripts
 * leave out of their denominators, are errors.
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

/** The questions' file by its usual names, which the Gemini script puts behind the model's. */
const QUESTIONS_FILE = /_(?:[^_]+-2|(?:example_)?data|omnivideobench(?:_data)?)$/i;
const NO_SOUND = /_no_sound$/;

/**
 * The Gemini script's names: `<model>_<questions' file>.json`, `…-2.json` where it ran again, `…_no_sound.json` where it took
 * the sound off. The other scripts name no model.
 */
function modelOf(name: string): string | undefined {
  const whole = name.replace(NO_SOUND, "");
  const model = whole.replace(QUESTIONS_FILE, "");
  return model !== name && model !== "" ? model : undefined;
}

/** Only the Gemini script says it: it takes the sound off the video, or leaves it. */
function inputsOf(name: string): readonly Modality[] | undefined {
  if (NO_SOUND.test(name)) return ["VIDEO"];
  return QUESTIONS_FILE.test(name) ? ["VIDEO", "AUDIO"] : undefined;
}
