import { counted } from "../../domain/counted.ts";
import { valueText } from "../../domain/value-text.ts";
import type { RowNames } from "../rows/submission-row.ts";
import { type FoundQuestion, NO_LABELS, type NotFound, notFound } from "./found-question.ts";
import type { JoinQuestion, JoinRelease } from "./join-question.ts";
import { NearestQuestions } from "./nearest-question.ts";

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
