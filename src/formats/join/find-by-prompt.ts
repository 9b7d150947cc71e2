import type { RowNames } from "../rows/submission-row.ts";
import { choose, labelsOf, type Taken } from "./find-by-content.ts";
import { type FoundQuestion, type NotFound, notFound } from "./found-question.ts";
import type { JoinQuestion } from "./join-question.ts";
import { excerpt, looseText, sameVideo } from "./plain-text.ts";
import { promptOptions } from "./prompt-options.ts";
import type { ReleaseIndex } from "./release-index.ts";
import { matchOptions } from "./shown-options.ts";

/** The most lines that a question's text may span in a prompt. */
const MOST_LINES = 4;

/**
 * Finds the question of a row by its prompt. First, the prompt is searched for the question at the row's position. If
 * it is not there, the prompt's lines are looked up among all questions. So a file in another order is still joined,
 * and a file of another benchmark is not.
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
  // "a cat" also occurs in "a cat and two dogs", so questions with exactly the options of the prompt take precedence.
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

/** The cached normalized form of a question, which is searched for in many prompts. */
function looseOf(question: JoinQuestion): LooseQuestion {
  const before = known.get(question);
  if (before !== undefined) return before;
  const loose = { text: looseText(question.text), options: question.options.map(looseText) };
  known.set(question, loose);
  return loose;
}

/** Whether a prompt contains a question's text and options. The options may also be separate fields of the row. */
function isIn(prompt: string, question: JoinQuestion, { options, video }: RowNames): boolean {
  const loose = looseOf(question);
  if (!prompt.includes(loose.text)) return false;
  if (video !== undefined && !sameVideo(video, question.video)) return false;
  if (options !== undefined) return matchOptions(options, question.options) !== null;
  return loose.options.every((option) => prompt.includes(option));
}

/** Whether a prompt's options can be read and are exactly a question's. */
const hasOptions = ({ options, prompt = "" }: RowNames, question: JoinQuestion): boolean =>
  options !== undefined || question.options.length < 2 || promptOptions(prompt, question) !== undefined;

/** Whether a text occupies whole lines of a prompt, and so is not part of another question's text. */
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

/** The lines of a prompt, each alone and joined with those that follow, because a question may span several. */
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
  if (position === undefined) return `The prompt (… ${asked}) contains no question of ${benchmark}.`;
  const placed =
    at === undefined
      ? `${benchmark} has only ${questions.length} questions`
      : `question ${position} of ${benchmark} (${at.key}) is ${excerpt(at.text)}`;
  return `It is question ${position} of its file, but its prompt (… ${asked}) contains no question of ${benchmark}; ${placed}.`;
}
