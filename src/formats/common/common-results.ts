import { type Fields, isFields, nameOf, textOf } from "../files/record-fields.ts";
import { failureOf, optionsOf } from "../rows/option-fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "../rows/submission-format.ts";

/** The names that scripts give to the fields of a row, in the order in which they are looked for. */
const NAMES = {
  output: ["response", "prediction", "pred", "model_answer", "model_response", "model_output"],
  key: ["question_id", "qid"],
  text: ["question", "Question", "question_text"],
  video: ["video_id", "videoID", "video", "video_path"],
  options: ["options", "choices", "Choice", "candidates"],
  target: ["gt_answer", "correct_answer", "answer", "Answer", "gt"],
} as const;

const fieldOf = (record: Fields, kind: keyof typeof NAMES): unknown =>
  NAMES[kind].map((name) => record[name]).find((value) => value !== undefined);

const has = (record: Fields, kind: keyof typeof NAMES): boolean =>
  NAMES[kind].some((name) => Object.hasOwn(record, name));

/** Whether a row is one of a submission for hidden answers: the question's id and the model's `answer`, nothing else. */
const isAnswerAlone = (record: Fields): boolean => {
  const names = Object.keys(record);
  return names.length === 2 && names.includes("answer") && has(record, "key");
};

const hasOutput = (record: Fields): boolean => has(record, "output") || isAnswerAlone(record);

/** The questions within a record of a video, and what stands in place of one; null if the record holds none. */
function nestedQuestions({ questions, ...video }: Fields): readonly unknown[] | null {
  if (!Array.isArray(questions) || !questions.some(isFields)) return null;
  return questions.map((question: unknown) => (isFields(question) ? { ...video, ...question } : question));
}

/** A row whose benchmark record stands beside its output: `{prediction, annotation: {question, choices, …}}`. */
function withAnnotation({ annotation, ...row }: Fields): Fields | null {
  return isFields(annotation) && has(annotation, "text") ? { ...annotation, ...row } : null;
}

const partsOf = (record: Fields): readonly unknown[] => nestedQuestions(record) ?? [withAnnotation(record) ?? record];

/**
 * The shapes that scripts of many benchmarks write: questions with their `response` within a record of their video, as
 * Video-MME's official submission has them; a `prediction` beside the benchmark's record in `annotation`; rows with a
 * `question_id`; and the `{question_id, answer}` of lmms-eval's folder `submissions`. A question is identified by this id if it is a key of the release, otherwise by its text within its
 * video, and its options.
 * @see https://github.com/MME-Benchmarks/Video-MME, `output_test_template.json`
 */
export const common: SubmissionFormat = {
  name: "common",
  recognises(record) {
    const isWhole = nestedQuestions(record) === null && withAnnotation(record) === null;
    const isRow = has(record, "key") && !Object.hasOwn(record, "index");
    return (!isWhole || isRow) && partsOf(record).some((part) => isFields(part) && hasOutput(part));
  },
  parts: partsOf,
  read(record) {
    const names = {
      knownKey: nameOf(fieldOf(record, "key")),
      video: nameOf(fieldOf(record, "video")),
      text: nameOf(fieldOf(record, "text")),
      options: optionsOf(fieldOf(record, "options")),
      target: isAnswerAlone(record) ? undefined : nameOf(fieldOf(record, "target")),
    };
    if (names.knownKey === undefined && names.text === undefined)
      throw new FormatError(`it has neither a 'question_id' nor a 'question'`);
    if (!hasOutput(record)) throw new FormatError(`it has no 'response', the model's output`);
    const response = textOf(isAnswerAlone(record) ? record.answer : fieldOf(record, "output"));
    return { names, ...outputOf(response, failureOf(record, response)) };
  },
  async header(_file, head, first) {
    const dataset = nameOf(head.dataset_name) ?? nameOf(head.benchmark);
    return {
      benchmark: dataset?.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
      model: nameOf(head.model) ?? nameOf(head.model_name),
      remark: isAnswerAlone(first)
        ? "Its rows have an id and an 'answer' only, which was read as the model's, not as the right one."
        : undefined,
    };
  },
};
