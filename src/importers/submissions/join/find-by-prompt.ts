import type { RowNames } from "../submission-row.ts";
import { choose, labelsOf, type Taken } from "./find-by-content.ts";
import { type FoundQuestion, type NotFound, notFound } from "./found-question.ts";
import type { JoinQuestion } from "./join-question.ts";
import { excerpt, looseText, sameVideo } from "./plain-text.ts";
import { promptOptions } from "./prompt-options.ts";
import type { ReleaseIndex } from "./release-index.ts";
import { matchOptions } from "./shown-options.ts";

/** How many lines of a prompt a question's text may take. */
const MOST_LINES = 4;

/**
 * Finds the question of a row that holds what the model was asked. The question at the row's position is looked for in
 * it first; where it is not there, the prompt's lines are looked up among all questions, so that a file in another order
 * is still joined, and one of another benchmark is not.
 */
export function findByPrompt(
  names: RowNames & { readonly prompt: string },
  index: ReleaseIndex,
  taken: Taken,
): FoundQuestion | NotFound {
  const loose = looseText(names.prompt);
  const fits = (question: JoinQuestion): boolean => isIn(loose, question, names);
  const isExact = (question: JoinQuestion): boolean => fits(question) && hasOptions(names, question);
  const labels = (question: JoinQuestion) => labelsOf(names, question);
  const placed = (question: JoinQuestion, others: readonly JoinQuestion[]): FoundQuestion => {
    const alone = !others.some((other) => other !== question && fits(other));
    return { question, labels: labels(question), by: alone ? "content" : "position", moved: false };
  };
  const at = names.position === undefined ? undefined : index.byOrdinal.get(names.position);
  const onLines = at !== undefined && fits(at) && standsOnLines(names.prompt, at.text);
  if (onLines && isExact(at)) return placed(at, index.like(at));
  const fitting = [...new Set([...linesOf(names.prompt)].flatMap((text) => index.withText(text)))].filter(fits);
  // "a cat" is in "a cat and two dogs", too: whoever has just the options of the prompt comes first.
  const exact = fitting.filter(isExact);
  if (exact.length > 0) return choose(exact, names, taken, labels);
  if (onLines) return placed(at, index.withText(at.text));
  if (fitting.length > 0) return choose(fitting, names, taken, labels);
  return at !== undefined && fits(at) ? placed(at, index.withText(at.text)) : notFound(notAsked(names, at, index));
}

interface LooseQuestion {
  readonly text: string;
  readonly options: readonly string[];
}
const known = new WeakMap<JoinQuestion, LooseQuestion>();

/** Each question is looked for in many prompts. */
function looseOf(question: JoinQuestion): LooseQuestion {
  const before = known.get(question);
  if (before !== undefined) return before;
  const loose = { text: looseText(question.text), options: question.options.map(looseText) };
  known.set(question, loose);
  return loose;
}

/** Whether a prompt asks a question: it holds its text and its options, of which the row may tell besides. */
function isIn(prompt: string, question: JoinQuestion, { options, video }: RowNames): boolean {
  const loose = looseOf(question);
  if (!prompt.includes(loose.text)) return false;
  if (video !== undefined && !sameVideo(video, question.video)) return false;
  if (options !== undefined) return matchOptions(options, question.options) !== null;
  return loose.options.every((option) => prompt.includes(option));
}

/** Whether a prompt's options are known and are a question's, no others and no parts of them. */
const hasOptions = ({ options, prompt = "" }: RowNames, question: JoinQuestion): boolean =>
  options !== undefined || question.options.length < 2 || promptOptions(prompt, question) !== undefined;

/** Whether a text has lines of its own in a prompt, and is no part of another question's. */
const standsOnLines = (prompt: string, text: string): boolean => ownLines(prompt).includes(ownLines(text));

const ownLines = (text: string): string => {
  const lines = text
    .normalize("NFC")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
  return `\n${lines
    .toLowerCase()
    .replaceAll("\\", "")
    .replace(/^question: ?/gm, "")}\n`;
};

/** The lines of a prompt, each alone and with those after it: a question may have several. */
function* linesOf(prompt: string): Generator<string> {
  const lines = prompt.split("\n");
  for (const start of lines.keys()) {
    for (let count = 1; count <= MOST_LINES; count++) {
      const text = lines.slice(start, start + count).join("\n");
      if (text.trim() !== "") yield text.replace(/^\s*question:/i, "");
    }
  }
}

function notAsked({ position, prompt }: RowNames, at: JoinQuestion | undefined, index: ReleaseIndex): string {
  const { benchmark, questions } = index.release;
  const asked = excerpt(prompt?.trim().split("\n").slice(-3).join(" ") ?? "");
  if (position === undefined) return `What was asked (… ${asked}) is no question of ${benchmark}.`;
  const placed =
    at === undefined
      ? `${benchmark} has only ${questions.length} questions`
      : `question ${position} of ${benchmark} (${at.key}) is ${excerpt(at.text)}`;
  return `It is question ${position} of its file, but what was asked (… ${asked}) is no question of ${benchmark}; ${placed}.`;
}
