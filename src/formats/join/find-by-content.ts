import type { RowNames } from "../rows/submission-row.ts";
import { type FoundQuestion, NO_LABELS, type NotFound, notFound } from "./found-question.ts";
import type { JoinQuestion } from "./join-question.ts";
import { excerpt, plainText, sameVideo } from "./plain-text.ts";
import { promptOptions } from "./prompt-options.ts";
import type { ReleaseIndex } from "./release-index.ts";
import { matchOptions } from "./shown-options.ts";

/** The keys of the questions that earlier rows were joined to. */
export type Taken = ReadonlySet<string>;

/** Finds the question of a row that has a question's whole text, and usually also its video and options. */
export function findByText(
  names: RowNames & { readonly text: string },
  index: ReleaseIndex,
  taken: Taken,
): FoundQuestion | NotFound {
  const alike = index.withText(names.text);
  if (alike.length === 0) return notFound(unknownText(names, index));
  const { video, options } = names;
  const ofVideo =
    video === undefined
      ? alike
      : index.withTextAndVideo(names.text, video).filter((question) => sameVideo(video, question.video));
  if (ofVideo.length === 0) {
    const keys = alike.slice(0, 3).map(({ key }) => key);
    return notFound(
      `No video ${excerpt(video ?? "")} has the question ${excerpt(names.text)}; it is ${keys.join(", ")}.`,
    );
  }
  const fitting = ofVideo.filter(
    (question) => options === undefined || matchOptions(options, question.options) !== null,
  );
  const [first] = ofVideo;
  if (fitting.length === 0) {
    return notFound(`The options differ from those of ${first?.key}: ${excerpt(options?.join(" | ") ?? "")}.`);
  }
  return choose(fitting, names, taken, (question) => labelsOf(names, question));
}

/** The label map of the options in a row, or in its prompt; empty if the row has no options. */
export function labelsOf({ options, prompt }: RowNames, question: JoinQuestion): FoundQuestion["labels"] {
  const shown = options ?? (prompt === undefined ? undefined : promptOptions(prompt, question));
  return (shown === undefined ? null : matchOptions(shown, question.options)) ?? NO_LABELS;
}

/** Chooses among the questions that fit a row: the only one, the one at its position, or the next of equal ones. */
export function choose(
  fitting: readonly JoinQuestion[],
  { position, text = "" }: RowNames,
  taken: Taken,
  labels: (question: JoinQuestion) => FoundQuestion["labels"],
): FoundQuestion | NotFound {
  const [first, ...others] = fitting;
  if (first === undefined) return notFound("No question fits.");
  if (others.length === 0) {
    const moved = position !== undefined && position !== first.ordinal;
    return { question: first, labels: labels(first), by: "content", moved };
  }
  const placed = fitting.find((question) => question.ordinal === position);
  if (placed !== undefined) return { question: placed, labels: labels(placed), by: "position", moved: false };
  // The benchmark has the same question twice. Assume that the file has the benchmark's order.
  const next = fitting.find(({ key }) => !taken.has(key)) ?? first;
  if (others.every((other) => areEqual(first, other)))
    return { question: next, labels: labels(next), by: "content", moved: false };
  const keys = fitting.slice(0, 3).map(({ key }) => key);
  return notFound(
    `It may be any of ${fitting.length} questions (${keys.join(", ")}, …): nothing tells them apart${text === "" ? "" : ` but the video`}.`,
  );
}

const areEqual = (a: JoinQuestion, b: JoinQuestion): boolean =>
  a.video === b.video && matchOptions(a.options, b.options) !== null && plainText(a.text) === plainText(b.text);

/** Names the question at the row's position, and the one with the most similar text. */
function unknownText({ text = "", position }: RowNames, index: ReleaseIndex): string {
  const { benchmark } = index.release;
  const at = position === undefined ? undefined : index.byOrdinal.get(position);
  const placed = at === undefined ? "" : `; question ${position} of ${benchmark} (${at.key}) is ${excerpt(at.text)}`;
  if (index.byKey.has(text))
    return `${excerpt(text)} is the key of a question, not its text: in a row with a key, name the output 'response'.`;
  return `No question of ${benchmark} has the text ${excerpt(text)}${placed}${index.nearest.ofText(text)}.`;
}
