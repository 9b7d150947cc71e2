import type { RowNames, SubmissionRow } from "../rows/submission-row.ts";
import { AviPositions, VideoTurns } from "./avi-positions.ts";
import {
  type FoundQuestion,
  type JoinQuestion,
  type JoinRelease,
  NO_LABELS,
  type NotFound,
  notFound,
} from "./found-question.ts";
import { excerpt, looseText, plainText, sameVideo, wording } from "./plain-text.ts";
import { promptOptions } from "./prompt-options.ts";
import { ReleaseIndex } from "./release-index.ts";
import { matchKnownOptions, matchOptions, relabel } from "./shown-options.ts";

/** The keys of the questions that earlier rows were joined to. */
type Taken = ReadonlySet<string>;

/** Finds the question of a row that has a question's whole text, and usually also its video and options. */
function findByText(
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
function labelsOf({ options, prompt }: RowNames, question: JoinQuestion): FoundQuestion["labels"] {
  const shown = options ?? (prompt === undefined ? undefined : promptOptions(prompt, question));
  return (shown === undefined ? null : matchOptions(shown, question.options)) ?? NO_LABELS;
}

/** Chooses among the questions that fit a row: the only one, the one at its position, or the next of equal ones. */
function choose(
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
    return { question: next, labels: labels(next), by: "content", moved: false, repeated: true };
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

/** The most lines that a question's text may span in a prompt. */
const MOST_LINES = 4;

/**
 * Finds the question of a row by its prompt. First, the prompt is searched for the question at the row's position. If
 * it is not there, the prompt's lines are looked up among all questions. So a file in another order is still joined,
 * and a file of another benchmark is not.
 */
function findByPrompt(
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

/** A row with its question, in the API's form. */
export interface JoinedRow extends FoundQuestion {
  readonly response: string | null;
}

/** The answer to a check, which is part of another row's prediction. */
export interface JoinedCheck {
  readonly checked: JoinQuestion;
}

/**
 * Joins rows to the questions of a release, in file order. The meaning of a row may depend on earlier rows, so each
 * pass over a file needs a new joiner.
 */
export class RowJoiner {
  readonly #index: ReleaseIndex;
  readonly #avi: AviPositions;
  readonly #turns: VideoTurns;
  readonly #given = new Set<string>();

  constructor(readonly release: JoinRelease) {
    this.#index = new ReleaseIndex(release);
    this.#avi = new AviPositions(release);
    this.#turns = new VideoTurns(this.#index);
  }

  join(row: SubmissionRow): JoinedRow | JoinedCheck | NotFound {
    if (row.names.task !== undefined && AviPositions.isCheck(row.names.id)) {
      const checked = this.#avi.findChecked(row.names);
      return "reason" in checked ? checked : { checked };
    }
    const found = this.#find(row.names);
    if ("reason" in found) return found;
    this.#given.add(found.question.key);
    return this.#relabelled(row, found);
  }

  /** At the end of a pass, the questions whose rows turned out to be uncertain. */
  unsure(): readonly { readonly key: string; readonly reason: string }[] {
    return this.#turns.unsure();
  }

  #find(names: RowNames): FoundQuestion | NotFound {
    const { knownKey, task, text, prompt, position, video, benchmark } = names;
    const isKnown = knownKey !== undefined && (text === undefined || this.#index.byKey.has(knownKey));
    const key = names.key ?? (isKnown ? knownKey : undefined);
    if (benchmark !== undefined && !isSameName(benchmark, this.release.benchmark))
      return notFound(
        `The row is of the benchmark ${excerpt(benchmark)}, but the run is of ${this.release.benchmark}.`,
      );
    if (task !== undefined) return this.#avi.find(names);
    if (key !== undefined && (this.#index.byKey.has(key) || prompt === undefined))
      return findByKey({ ...names, key }, this.#index, this.#given);
    if (text !== undefined) return findByText({ ...names, text }, this.#index, this.#given);
    if (prompt !== undefined && prompt.trim() !== "")
      return findByPrompt({ ...names, prompt }, this.#index, this.#given);
    if (position !== undefined) return findByPosition({ ...names, position }, this.#index);
    if (names.inOrderOfVideo === true && video !== undefined) return this.#turns.next(video);
    return notFound("It has no field that identifies its question.");
  }

  /** Translates the labels in a response if the model saw the options in another order. */
  #relabelled({ response }: SubmissionRow, found: FoundQuestion): JoinedRow | NotFound {
    if (response === null || found.labels.size === 0) return { ...found, response };
    const own = relabel(response, found.labels);
    if (own !== null) return { ...found, response: own };
    return notFound(
      `The model saw the options of ${found.question.key} in another order, and its answer is more than a label, so the option that it means cannot be determined.`,
    );
  }
}

/** Whether a name means a benchmark's slug: "OmniVideoBench" and "AVI Bench" mean `omnivideobench` and `avi-bench`. */
const isSameName = (name: string, slug: string): boolean => bareName(name) === bareName(slug);

const bareName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Finds the question of a row by key. The other fields of the row must not contradict it. */
function findByKey(
  names: RowNames & { readonly key: string },
  index: ReleaseIndex,
  taken: Taken,
): FoundQuestion | NotFound {
  const { release, byKey } = index;
  const { key, otherKey = key } = names;
  if (otherKey !== key) return findByTwoNames({ ...names, key, otherKey }, index, taken);
  const question = byKey.get(key);
  if (question === undefined) {
    // A text in place of the key names the question as well.
    if (index.withText(key).length > 0 && names.text === undefined)
      return findByText({ ...names, text: key }, index, taken);
    return notFound(`No question '${key}' in ${release.benchmark}${index.nearest.ofKey(key)}.`);
  }
  const wrong = contradiction(names, question);
  if (wrong !== null) return { ...notFound(wrong), ...otherKeyOf(names, question, index) };
  return { question, labels: knownLabels(names, question), by: "content", moved: false };
}

/** The question whose text and options a row has, if its key names another question. */
function otherKeyOf(names: RowNames, named: JoinQuestion, index: ReleaseIndex): Pick<NotFound, "otherKey"> {
  const { text, options } = names;
  const alike = text === undefined ? (options === undefined ? [] : index.withOptions(options)) : index.withText(text);
  const fitting = alike.filter((question) => contradiction(names, question) === null);
  const [asked] = fitting;
  return asked === undefined || fitting.length > 1 || asked === named ? {} : { otherKey: { named, asked } };
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
  taken: Taken,
): FoundQuestion | NotFound {
  const other = index.byKey.get(otherKey);
  if (other !== undefined && wording(key) === wording(other.text)) {
    return findByKey({ ...names, key: otherKey }, index, taken);
  }
  return {
    reason: `The row names two questions: its 'question' is ${excerpt(key)}, and its 'key' is ${excerpt(otherKey)}.`,
    ...(other === undefined ? {} : otherKeyOf({ ...names, text: key }, other, index)),
  };
}

/** A sentence about the first field of a row that contradicts a question; null if none does. */
function contradiction({ text, video, options }: RowNames, question: JoinQuestion): string | null {
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
function findByPosition(
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
