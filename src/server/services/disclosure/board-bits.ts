import { Bitset } from "../../../domain/bitset.ts";
import { FEWEST_DISCLOSED, type QuestionSet } from "./disclosed-sets.ts";

/** The numbers of questions over which the scores over two sets could be subtracted from each other. */
interface Difference {
  /** The questions that only the one set has. */
  readonly more: number;
  /** The questions that only the other set has. */
  readonly less: number;
  /** The questions by which the one set differs from the complement of the other. */
  readonly fromComplement: number;
}

/** Whether a score over so many questions reveals no answer. */
export const isHarmless = (questions: number): boolean => questions === 0 || questions >= FEWEST_DISCLOSED;

/** The questions that a board covers. */
export class BoardQuestions {
  readonly #size: number;

  constructor(private readonly covered: Bitset) {
    this.#size = covered.count();
  }

  /** The questions of a set that the board covers. */
  partOf({ ordinals }: QuestionSet): Bitset {
    return Bitset.fromOrdinals(ordinals, this.covered.length).and(this.covered);
  }

  /** The same board without some of its questions. */
  without(questions: Bitset): BoardQuestions {
    return new BoardQuestions(this.covered.without(questions));
  }

  /** How two parts of the board differ. */
  difference(one: Bitset, other: Bitset): Difference {
    const common = one.and(other).count();
    const [more, less] = [one.count() - common, other.count() - common];
    return { more, less, fromComplement: this.#size - more - less };
  }
}

/** The boards of a release: one, or two if its leaderboard is split. */
export function boardsFrom(publicOrdinals: Iterable<number> | null, length: number): readonly BoardQuestions[] {
  if (publicOrdinals === null) return [new BoardQuestions(Bitset.full(length))];
  const open = Bitset.fromOrdinals(publicOrdinals, length);
  return [new BoardQuestions(open), new BoardQuestions(open.complement())];
}

/** A set with its part on each board. */
export class SetOnBoards {
  readonly #parts: readonly Bitset[];

  constructor(
    set: QuestionSet,
    private readonly boards: readonly BoardQuestions[],
  ) {
    this.#parts = boards.map((board) => board.partOf(set));
  }

  /** Whether each board covers enough of the questions. */
  hasEnough(): boolean {
    return this.#parts.every((part) => part.count() >= FEWEST_DISCLOSED);
  }

  /**
   * Whether the scores over two sets can be shown together on each board. They can be subtracted from each other, and
   * their sum can be subtracted from the score over all questions.
   */
  isDistinctFrom(other: SetOnBoards): boolean {
    return this.boards.every((board, index) => {
      const { more, less, fromComplement } = board.difference(
        this.#parts[index] as Bitset,
        other.#parts[index] as Bitset,
      );
      return isHarmless(more + less) && isHarmless(fromComplement);
    });
  }
}
