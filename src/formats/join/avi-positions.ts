import { counted, valueText } from "../../domain/texts.ts";
import type { RowNames } from "../rows/submission-row.ts";
import {
  type FoundQuestion,
  type JoinQuestion,
  type JoinRelease,
  NO_LABELS,
  type NotFound,
  notFound,
} from "./found-question.ts";
import { NearestQuestions } from "./nearest-question.ts";
import { excerpt } from "./plain-text.ts";
import type { ReleaseIndex } from "./release-index.ts";

const HALF = /_[IV]$/;
const CHECK = "pre_";
const idOf = ({ native }: JoinQuestion): string | null =>
  native.id === undefined || native.id === null ? null : valueText(native.id);
const folderOf = ({ native }: JoinQuestion): string | null =>
  typeof native.folder === "string" ? native.folder : null;

/**
 * AVI-Bench's questions by their position in the task's file. A key contains the position: "AVQA/17". VSQA's two files
 * form one task, so the positions of the second file continue those of the first. Ids repeat, so they cannot identify a
 * question, but they verify positions: after an extra or missing slot, they no longer match.
 */
export class AviPositions {
  readonly #byKey = new Map<string, JoinQuestion>();
  readonly #byFolder = new Map<string, JoinQuestion[]>();
  readonly #checksSeen = new Map<string, number>();

  readonly #nearest: NearestQuestions;

  constructor(readonly release: JoinRelease) {
    this.#nearest = new NearestQuestions(release.questions);
    for (const question of release.questions) {
      this.#byKey.set(question.key, question);
      const folder = folderOf(question) ?? question.key.slice(0, question.key.lastIndexOf("/"));
      this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), question]);
    }
  }

  /** Whether an id is the id of a check, which belongs to another record. */
  static isCheck(id: string | undefined): boolean {
    return id?.startsWith(CHECK) === true;
  }

  find({ task = "", position = 0, id }: RowNames): FoundQuestion | NotFound {
    const key = this.#keyAt(task, position);
    const question = this.#byKey.get(key);
    if (question === undefined) {
      return notFound(`No question '${key}' in ${this.release.benchmark}${this.#nearest.ofKey(key)}.`);
    }
    const own = idOf(question);
    if (own !== null && own !== id)
      return notFound(`At position ${position} of ${task} is the id '${own}', not '${id}'.`);
    return { question, labels: NO_LABELS, by: own === null ? "position alone" : "position", moved: false };
  }

  /**
   * The question that a check belongs to. The first check of an id belongs to the first question with that id, the
   * second check to the second question, and so on.
   * @see src/formats/avi-bench/avi-bench-confirmations.ts
   */
  findChecked({ task = "", id = "" }: RowNames): JoinQuestion | NotFound {
    const formal = id.slice(CHECK.length);
    const seen = this.#checksSeen.get(`${task} ${formal}`) ?? 0;
    this.#checksSeen.set(`${task} ${formal}`, seen + 1);
    const questions = this.#questionsOf(task).filter((question) => idOf(question) === formal);
    return (
      questions[seen] ??
      notFound(
        `'${id}' checks no question: ${task} has ${counted(questions.length, "question")} with the id '${formal}'.`,
      )
    );
  }

  #questionsOf(folder: string): readonly JoinQuestion[] {
    return this.#byFolder.get(folder) ?? this.#byFolder.get(folder.replace(HALF, "")) ?? [];
  }

  /** In a task's file, checks come after questions, so its first record is a question. */
  #keyAt(folder: string, position: number): string {
    const task = folder.replace(HALF, "");
    const places = HALF.test(folder)
      ? (this.#byFolder.get(folder) ?? []).map(({ key }) => Number(key.slice(task.length + 1)))
      : [0];
    return `${task}/${Math.min(...(places.length === 0 ? [0] : places)) + position}`;
  }
}

/**
 * Finds the questions of rows that name their video but not their question, such as the rows of MMWorld's EvalAI form.
 * The first row of a video belongs to the first question of that video, the second row to the second question, and so
 * on. This is valid only if every question of the video has a row.
 */
export class VideoTurns {
  readonly #rows = new Map<string, number>();

  constructor(readonly index: ReleaseIndex) {}

  next(video: string): FoundQuestion | NotFound {
    const questions = this.index.ofVideo(video);
    const turn = this.#rows.get(video) ?? 0;
    this.#rows.set(video, turn + 1);
    const question = questions[turn];
    if (question !== undefined) return { question, labels: NO_LABELS, by: "content", moved: false };
    const { benchmark } = this.index.release;
    if (questions.length === 0) return notFound(`No video ${excerpt(video)} in ${benchmark}.`);
    return notFound(`The video ${excerpt(video)} has ${questions.length} questions; this is its row ${turn + 1}.`);
  }

  /** The questions whose rows may be wrong, because their video has a missing or an extra row. */
  unsure(): readonly { readonly key: string; readonly reason: string }[] {
    return [...this.#rows].flatMap(([video, rows]) => {
      const questions = this.index.ofVideo(video);
      if (rows === questions.length) return [];
      const reason = `The video ${excerpt(video)} has ${questions.length} questions and ${rows} rows, which name none of them.`;
      return questions.slice(0, rows).map(({ key }) => ({ key, reason }));
    });
  }
}
