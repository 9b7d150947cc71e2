/** The part of a release's questions that an import may drop without being told to replace it. */
const MOST_DROPPED = 0.05;
/** How many keys and names a report lists of each kind. */
const MOST_LISTED = 5;
/** How many models a report names. */
const MOST_MODELS = 20;

/** How the questions or videos of two releases differ, by their natural keys. */
export interface ContentChanges {
  /** How many the current release has. */
  readonly before: number;
  /** How many the other one has. */
  readonly after: number;
  readonly added: number;
  readonly removed: number;
  /** The same key with another content. */
  readonly changed: number;
  /** The first of the added ones; so with the others. */
  readonly addedKeys: readonly string[];
  readonly removedKeys: readonly string[];
  readonly changedKeys: readonly string[];
}

/** The runs of a release, without withdrawn ones. */
export interface ReleaseRuns {
  /** How many are scored: those that a leaderboard can rank. */
  readonly scored: number;
  /** How many are open, or wait for a judge. */
  readonly unfinished: number;
  /** How many models they are of. */
  readonly modelCount: number;
  /** The names of the first models, in their order. */
  readonly models: readonly string[];
}

/** Why a release is not replaced without consent: it loses many questions, or has runs. */
export type ReplacementReason = "QUESTIONS_REMOVED" | "RUNS_LEAVE";

/** What changes when another release becomes the current one of a benchmark. */
export interface ReleaseChanges {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The version of the current release. */
  readonly from: number;
  /** The version of the release that takes its place; the next one for an import that is not stored yet. */
  readonly to: number;
  readonly questions: ContentChanges;
  readonly videos: ContentChanges;
  /** The runs of the current release, which leave the leaderboard. */
  readonly leaving: ReleaseRuns;
  /** The runs of the other release, which come back into the leaderboard. */
  readonly returning: ReleaseRuns;
  /** Empty if it needs no consent. */
  readonly reasons: readonly ReplacementReason[];
}

/** A question or video: its natural key, and a fingerprint of all else that is stored of it. */
export interface Fingerprint {
  readonly key: string;
  readonly fingerprint: string;
}

/** Compares what a release has with what another one is to have, piece by piece. Keys are unique in each. */
export class ContentComparison {
  readonly #left: Map<string, string>;
  readonly #before: number;
  #after = 0;
  readonly #added = new KeyList();
  readonly #changed = new KeyList();

  constructor(before: readonly Fingerprint[]) {
    this.#before = before.length;
    this.#left = new Map(before.map(({ key, fingerprint }) => [key, fingerprint]));
  }

  add(pieces: readonly Fingerprint[]): void {
    this.#after += pieces.length;
    for (const { key, fingerprint } of pieces) {
      const old = this.#left.get(key);
      if (old === undefined) this.#added.add(key);
      else if (old !== fingerprint) this.#changed.add(key);
      this.#left.delete(key);
    }
  }

  /** Once all pieces have been added. */
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

/** How many runs of one model a release has. */
export interface ModelRuns {
  readonly model: string;
  readonly scored: number;
  readonly unfinished: number;
}

/** @param byModel a row for each model, in the order of their names */
export const releaseRuns = (byModel: readonly ModelRuns[]): ReleaseRuns => ({
  scored: byModel.reduce((sum, { scored }) => sum + scored, 0),
  unfinished: byModel.reduce((sum, { unfinished }) => sum + unfinished, 0),
  modelCount: byModel.length,
  models: byModel.slice(0, MOST_MODELS).map(({ model }) => model),
});

/** Why the change needs consent: more than 5 % of the questions would be gone, or any run is on the current release. */
export function replacementReasons(
  { before, removed }: ContentChanges,
  { scored, unfinished }: ReleaseRuns,
): readonly ReplacementReason[] {
  return [
    ...(removed > MOST_DROPPED * before ? (["QUESTIONS_REMOVED"] as const) : []),
    ...(scored + unfinished > 0 ? (["RUNS_LEAVE"] as const) : []),
  ];
}
