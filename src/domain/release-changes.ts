/** The share of a release's questions that an import may remove without consent. */
const MOST_DROPPED = 0.05;
/** The maximum number of keys of each kind that a report lists. */
const MOST_LISTED = 5;
/** The maximum number of models that a report names. */
const MOST_MODELS = 20;

/** How the questions or videos of two releases differ, by their natural keys. */
export interface ContentChanges {
  /** The number of questions or videos in the current release. */
  readonly before: number;
  /** The number of questions or videos in the other release. */
  readonly after: number;
  readonly added: number;
  readonly removed: number;
  /** The number of keys that both releases have, with different content. */
  readonly changed: number;
  /** The first added keys, up to five. `removedKeys` and `changedKeys` are limited in the same way. */
  readonly addedKeys: readonly string[];
  readonly removedKeys: readonly string[];
  readonly changedKeys: readonly string[];
  /** Which parts of the changed questions differ, the commonest first; empty for videos. */
  readonly changedParts: readonly ChangedPart[];
}

/** How many changed questions differ in a part of them. */
export interface ChangedPart {
  readonly part: QuestionPart;
  readonly count: number;
}

/** The parts of a question that are compared apart from each other. OTHERS is the rest. */
export const QUESTION_PARTS = ["TEXT", "OPTIONS", "ANSWER_FORMAT", "ANSWER", "OTHERS"] as const;
export type QuestionPart = (typeof QUESTION_PARTS)[number];

/** A part in words: "answer format". */
export const partName = (part: QuestionPart): string => part.toLowerCase().replace("_", " ");

/** The runs of a release, except for withdrawn ones. */
export interface ReleaseRuns {
  /** The number of scored runs, which are the runs that a leaderboard can rank. */
  readonly scored: number;
  /** The number of runs that are open or wait for a judge. */
  readonly unfinished: number;
  /** The number of models that have scored or unfinished runs. */
  readonly modelCount: number;
  /** The names of the first models, in alphabetical order. */
  readonly models: readonly string[];
}

/** Why a release is not replaced without consent: it would lose many questions, or it has runs. */
export type ReplacementReason = "QUESTIONS_REMOVED" | "RUNS_LEAVE";

/** What changes when another release becomes the current one of a benchmark. */
export interface ReleaseChanges {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The version of the current release. */
  readonly from: number;
  /** The version of the release that becomes current; for an import that is not stored yet, the one it would get. */
  readonly to: number;
  readonly questions: ContentChanges;
  readonly videos: ContentChanges;
  /** The runs of the current release, which leave the leaderboard. */
  readonly leaving: ReleaseRuns;
  /** The runs of the other release, which come back into the leaderboard. */
  readonly returning: ReleaseRuns;
  /** Empty if the change needs no consent. */
  readonly reasons: readonly ReplacementReason[];
}

/**
 * A question or video: its natural key, and a fingerprint of everything else that is stored about it. The fingerprint of a
 * question has those of its parts, with spaces between them, in the order of `QUESTION_PARTS`.
 */
export interface Fingerprint {
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * Compares the content of a release with that of another release. Both are added piece by piece, the first one before the
 * other. Keys are unique within each release.
 */
export class ContentComparison {
  readonly #left = new Map<string, string>();
  #before = 0;
  #after = 0;
  readonly #added = new KeyList();
  readonly #changed = new KeyList();
  readonly #parts = new Map<QuestionPart, number>();

  addBefore(pieces: readonly Fingerprint[]): void {
    this.#before += pieces.length;
    for (const { key, fingerprint } of pieces) this.#left.set(key, fingerprint);
  }

  add(pieces: readonly Fingerprint[]): void {
    this.#after += pieces.length;
    for (const { key, fingerprint } of pieces) {
      const old = this.#left.get(key);
      if (old === undefined) this.#added.add(key);
      else if (old !== fingerprint) {
        this.#changed.add(key);
        this.#countParts(old.split(" "), fingerprint.split(" "));
      }
      this.#left.delete(key);
    }
  }

  #countParts(before: readonly string[], after: readonly string[]): void {
    if (after.length < QUESTION_PARTS.length) return;
    for (const [place, part] of QUESTION_PARTS.entries())
      if (before[place] !== after[place]) this.#parts.set(part, (this.#parts.get(part) ?? 0) + 1);
  }

  /** The result. Call it after all pieces have been added. */
  changes(): ContentChanges {
    return {
      before: this.#before,
      after: this.#after,
      added: this.#added.count,
      removed: this.#left.size,
      changed: this.#changed.count,
      addedKeys: this.#added.first,
      removedKeys: [...this.#left.keys()].slice(0, MOST_LISTED),
      changedKeys: this.#changed.first,
      changedParts: QUESTION_PARTS.map((part) => ({ part, count: this.#parts.get(part) ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count),
    };
  }
}

class KeyList {
  count = 0;
  readonly first: string[] = [];

  add(key: string): void {
    this.count += 1;
    if (this.first.length < MOST_LISTED) this.first.push(key);
  }
}

/** The number of runs that a model has in a release. */
export interface ModelRuns {
  readonly model: string;
  readonly scored: number;
  readonly unfinished: number;
}

/** @param byModel one row per model, sorted by name */
export const releaseRuns = (byModel: readonly ModelRuns[]): ReleaseRuns => ({
  scored: byModel.reduce((sum, { scored }) => sum + scored, 0),
  unfinished: byModel.reduce((sum, { unfinished }) => sum + unfinished, 0),
  modelCount: byModel.length,
  models: byModel.slice(0, MOST_MODELS).map(({ model }) => model),
});

/** Why the change needs consent: it removes more than 5 % of the questions, or the current release has runs. */
export function replacementReasons(
  { before, removed }: ContentChanges,
  { scored, unfinished }: ReleaseRuns,
): readonly ReplacementReason[] {
  return [
    ...(removed > MOST_DROPPED * before ? (["QUESTIONS_REMOVED"] as const) : []),
    ...(scored + unfinished > 0 ? (["RUNS_LEAVE"] as const) : []),
  ];
}
