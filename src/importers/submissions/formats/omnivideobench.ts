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

/** `<model>_<input>-2.json`, `<model>_no_sound.json`: the Gemini script's names. The other scripts name no model. */
const modelOf = (name: string): string | undefined =>
  /^(.+)_no_sound$/.exec(name)?.[1] ?? /^(.+?)_[^_]+-2$/.exec(name)?.[1];

/** Only the Gemini script says it: it takes the sound off the video, or leaves it. */
function inputsOf(name: string): readonly Modality[] | undefined {
  if (name.endsWith("_no_sound")) return ["VIDEO"];
  return /_[^_]+-2$/.test(name) ? ["VIDEO", "AUDIO"] : undefined;
}
