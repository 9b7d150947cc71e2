import type { RowNames } from "../rows/submission-row.ts";
import { labelsOf } from "./find-by-content.ts";
import { type FoundQuestion, NO_LABELS, type NotFound, notFound } from "./found-question.ts";
import type { JoinQuestion } from "./join-question.ts";
import { excerpt, plainText, sameVideo, wording } from "./plain-text.ts";
import type { ReleaseIndex } from "./release-index.ts";
import { matchKnownOptions } from "./shown-options.ts";

/** Finds the question of a row by key. The other fields of the row must not contradict it. */
export function findByKey(names: RowNames & { readonly key: string }, index: ReleaseIndex): FoundQuestion | NotFound {
  const { release, byKey } = index;
  const { key, otherKey = key } = names;
  if (otherKey !== key) return findByTwoNames({ ...names, key, otherKey }, index);
  const question = byKey.get(key);
  if (question === undefined) {
    const [asked] = index.withText(key);
    const near =
      asked === undefined ? index.nearest.ofKey(key) : `: that is the text of ${asked.key}, but a key is expected`;
    return notFound(`No question '${key}' in ${release.benchmark}${near}.`);
  }
  const wrong = contradiction(names, question);
  if (wrong !== null) return notFound(wrong);
  return { question, labels: knownLabels(names, question), by: "content", moved: false };
}

/** The label map of a row whose question is known and whose options do not contradict it. */
function knownLabels(names: RowNames, question: JoinQuestion): FoundQuestion["labels"] {
  const { options } = names;
  if (options === undefined) return labelsOf(names, question);
  return matchKnownOptions(options, question.options) ?? NO_LABELS;
}

/** Finds the question of a row with `question` and `key`. Both must name one question; `question` may be its text. */
function findByTwoNames(
  { key, otherKey, ...names }: RowNames & { readonly key: string; readonly otherKey: string },
  index: ReleaseIndex,
): FoundQuestion | NotFound {
  const other = index.byKey.get(otherKey);
  if (other !== undefined && wording(key) === wording(other.text)) {
    return findByKey({ ...names, key: otherKey }, index);
  }
  return notFound(
    `The row names two questions: its 'question' is ${excerpt(key)}, and its 'key' is ${excerpt(otherKey)}.`,
  );
}

/** A sentence about the first field of a row that contradicts a question; null if none does. */
export function contradiction({ text, video, options }: RowNames, question: JoinQuestion): string | null {
  if (text !== undefined && wording(text) !== wording(question.text))
    return `The row asks ${excerpt(text)}, but ${question.key} is ${excerpt(question.text)}.`;
  if (video !== undefined && !sameVideo(video, question.video))
    return `The row is of the video ${excerpt(video)}, but ${question.key} is of ${excerpt(question.video ?? "none")}.`;
  if (options !== undefined && matchKnownOptions(options, question.options) === null)
    return `The row's options are not those of ${question.key}: ${excerpt(options.join(" | "))}.`;
  return null;
}

/**
 * Finds the question of a row that has a position and no text. If the row has a task, video or correct answer, they
 * must match the question's.
 */
export function findByPosition(
  names: RowNames & { readonly position: number },
  index: ReleaseIndex,
): FoundQuestion | NotFound {
  const { benchmark, questions } = index.release;
  const question = index.byOrdinal.get(names.position);
  if (question === undefined) {
    return notFound(`There is no question ${names.position}: ${benchmark} has ${questions.length}, counted from 0.`);
  }
  const wrong = contradiction(names, question) ?? otherTask(names, question) ?? otherAnswer(names, question);
  if (wrong !== null) return { reason: wrong, isMisplaced: true };
  const isChecked = names.video !== undefined || names.taskName !== undefined;
  return {
    question,
    labels: knownLabels(names, question),
    by: isChecked ? "position" : "position alone",
    moved: false,
  };
}

function otherTask({ taskName, position }: RowNames, { key, task }: JoinQuestion): string | null {
  if (taskName === undefined || [task.slug, task.name].some((word) => plainText(word) === plainText(taskName)))
    return null;
  return `The row's task is ${excerpt(taskName)}, but question ${position} (${key}) is of ${excerpt(task.name)}.`;
}

function otherAnswer({ target, position }: RowNames, { key, answer }: JoinQuestion): string | null {
  if (answer === null || target === undefined || !/^[A-Za-z]$/.test(target)) return null;
  if (target.toUpperCase() === answer) return null;
  return `The row's right answer is ${target}, but that of question ${position} (${key}) is another.`;
}
