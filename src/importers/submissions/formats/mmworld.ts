import { baseNameOf } from "../submission-file.ts";
import { failureOf } from "./failure.ts";
import { nameOf, optionsOf, textOf } from "./fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "./submission-format.ts";

/**
 * MMWorld's `detailed_results/<model>_detailed_results_<run>.json`, an array with question and options, and the form
 * for EvalAI, `{"detailed_results": [{video_id, model_answer}]}`, where only the order of a video's rows identifies
 * their questions. `gpt_processed_answer` and `is_correct` come from the judge and are not read.
 */
export const mmworld: SubmissionFormat = {
  name: "mmworld",
  recognises: (record) => "model_answer" in record && "video_id" in record,
  read(record) {
    const video = nameOf(record.video_id);
    if (video === undefined) throw new FormatError("it has no 'video_id'");
    const text = nameOf(record.question);
    const names = {
      video,
      text,
      options: optionsOf(record.options),
      taskName: nameOf(record.question_type),
      target: nameOf(record.correct_answer_label),
      inOrderOfVideo: text === undefined,
    };
    const answer = textOf(record.model_answer);
    return { names, ...outputOf(answer, failureOf(record, answer)) };
  },
  async header(file) {
    return { benchmark: "mmworld", model: /^(.+)_detailed_results_\d+\.json$/.exec(baseNameOf(file))?.[1] };
  },
};
