import type { ImportFile } from "../../src/formats/files/importer.ts";
import { jsonFile } from "../fixtures/file-writing.ts";
import type { SubmittedRun, TestServer } from "../support/test-server.ts";

/** How many questions of the made-up release are asked twice, and how many once. */
export const CHECKED = 40;
export const UNCHECKED = 20;

const OPTIONS = ["a violin", "a drum", "a flute", "a horn"];

/** AVI-Bench with two tasks: the questions of ASQA are asked twice, those of AVQA once. */
export const confirmedFiles = (): readonly ImportFile[] => [
  jsonFile(
    "levels/primitive_sensation/ASQA/data.json",
    Array.from({ length: CHECKED }, (_, index) =>
      record("ASQA", index, { text: "Can you hear any sound?", answer: "yes" }),
    ),
  ),
  jsonFile(
    "levels/reasoning/AVQA/data.json",
    Array.from({ length: UNCHECKED }, (_, index) => record("AVQA", index, null)),
  ),
];

const record = (task: string, index: number, check: { readonly text: string; readonly answer: string } | null) => ({
  id: `${task}-${index}`,
  task,
  subtask: null,
  input: {
    ...(check !== null && { pre_question: check.text }),
    question: { prompt: "p", text: `What plays in clip ${index}?`, options: OPTIONS },
    video: `./input/${task}-${index}.mp4`,
  },
  output: {
    ...(check !== null && { pre_answer: check.answer }),
    question_answer: OPTIONS[index % OPTIONS.length],
  },
});

/** The fields of the release's questions that a run needs. */
export interface AskedQuestion {
  readonly key: string;
  readonly isChecked: boolean;
  /** The text of the right answer. */
  readonly right: string;
}

/** The questions, in the order of the release. */
export async function askedQuestions(server: TestServer): Promise<readonly AskedQuestion[]> {
  const { questions } = await server.data<{ questions: { nodes: QuestionNode[] } }>(
    `{ questions(filter: { benchmarks: ["avi-bench"] }, orderBy: { field: ORDINAL }, first: 100) {
      nodes { key task { slug } answer { label text } } } }`,
  );
  return questions.nodes.map(({ key, task, answer }) => ({
    key,
    isChecked: task.slug === "asqa",
    right: answer.label ?? answer.text ?? "",
  }));
}

interface QuestionNode {
  readonly key: string;
  readonly task: { readonly slug: string };
  readonly answer: { readonly label: string | null; readonly text: string | null };
}

/**
 * Predictions that answer every question right, or only those for which `isRight` is true.
 * @param confirmation returns the confirmation of a checked question by its index, from 0; undefined leaves it out
 */
export function confirming(
  questions: readonly AskedQuestion[],
  confirmation: (index: number) => string | null | undefined,
  isRight: (index: number) => boolean = () => true,
): readonly object[] {
  const checked = questions.filter(({ isChecked }) => isChecked);
  return questions.map((question, index) => ({
    question: question.key,
    response: isRight(index) ? question.right : wrongAnswer(question),
    ...(question.isChecked && { confirmation: confirmation(checked.indexOf(question)) }),
  }));
}

export const wrongAnswer = ({ right }: AskedQuestion): string => (right === "A" ? "B" : "A");

export const runInput = (name: string, predictions: readonly object[] = [], more: object = {}): SubmittedRun => ({
  benchmark: "avi-bench",
  model: { name },
  inputs: ["VIDEO", "AUDIO"],
  visibility: "PUBLIC",
  idempotencyKey: name,
  predictions,
  ...more,
});
