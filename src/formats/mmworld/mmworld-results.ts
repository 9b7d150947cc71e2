import { indexOf, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf } from "../files/submission-file.ts";
import { failureOf, optionsOf } from "../rows/option-fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "../rows/submission-format.ts";

/**
 * MMWorld's `final_results/<model>_final_results_run_<run>.json`, where each discipline has a list of rows with question
 * and options; `detailed_results/<model>_detailed_results_<run>.json`, an array of such rows; and the form for EvalAI,
 * `{"detailed_results": [{video_id, model_answer}]}`, where only the order of a video's rows identifies their questions.
 * The number of the run is its seed: the script repeats a run to report the mean over seeds. `gpt_processed_answer` and
 * `is_correct` come from the judge and are not read.
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
      part: nameOf(record.subject),
      target: nameOf(record.correct_answer_label),
      inOrderOfVideo: text === undefined,
    };
    const answer = textOf(record.model_answer);
    return { names, ...outputOf(answer, failureOf(record, answer)) };
  },
  async header(file) {
    const named = /^(?<model>.+?)_(?:detailed_results|final_results_run)_(?<run>\d+)\.json$/.exec(baseNameOf(file));
    return { benchmark: "mmworld", model: named?.groups?.model, seed: indexOf(named?.groups?.run) };
  },
  onePart:
    "MMWorld's script writes its detailed results anew for each discipline; <model>_final_results_run_<n>.json holds all of them.",
};
