import { EVERYTHING } from "../../../domain/slice/slice.ts";
import { ditheredValue } from "../../../scoring/metrics/coarse-score.ts";
import { ladder } from "../../../scoring/metrics/ladder.ts";
import type { ServerMemory } from "../../catalog/server-memory.ts";
import { fetchLadderSubmissions, type LadderSubmission } from "../../data/ladder-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { scoreMany } from "../aggregates/many-scores.ts";
import { FEWEST_DISCLOSED } from "./answers-hidden.ts";
import { boardSplitOf, partsOf } from "./board-parts.ts";

/** The run whose score is shown for a run: the run itself, or the best earlier run of the same person. */
export interface ShownRun {
  readonly run: number;
  readonly openEnded: boolean;
  /** The dither of its scores (`ditheredValue`). */
  readonly dither: number;
  /** Whether the run was scored after the private board had opened. Such a run has no score on the private board. */
  readonly late: boolean;
}

/** For one run, the run whose score its owner sees (`own`), and the run whose score everyone else sees (`others`). */
export interface ShownTo {
  readonly owner: string;
  /** Null for a run that leaves too many questions out. */
  readonly own: ShownRun | null;
  /** The same run; null if its score is not shown to others. Undefined if the run itself was never public. */
  readonly others: ShownRun | null | undefined;
}

/**
 * For each scored run of a release that hides its answers, the run whose score is shown.
 *
 * The Ladder decides which of a person's runs is shown. It uses the scores over the whole release, or over its public part
 * if the leaderboard is split. A run without a readable answer for a twentieth of its questions shows no score: an
 * attacker would otherwise start with a nearly empty run and rise in small steps. There is one Ladder for each person, over
 * all of the person's runs, so other viewers see nothing that the owner does not see. They see no score if it is that of a
 * run that was never public. Equal scores of two models would reveal that both have the same owner. If a run would show the
 * score of another model, and one of the two runs is anonymous, others therefore see no score. Owners that the
 * benchmark's maintainers have merged count as one person.
 */
export async function shownTo(
  database: Queryable,
  memory: ServerMemory,
  release: number,
): Promise<ReadonlyMap<number, ShownTo>> {
  const submissions = await fetchLadderSubmissions(database, release);
  const { catalogs, vectors } = memory;
  const whole = await catalogs.questionsOf(await catalogs.of(release), EVERYTHING);
  const split = await boardSplitOf(database, memory, release);
  // The public part is used even after the private board has opened, so that scores over the private part decide
  // nothing.
  const questions = split === null ? whole : partsOf(split, whole).PUBLIC;
  const { values, counts } = await scoreMany(vectors, submissions, questions);
  const all = split === null ? counts : (await scoreMany(vectors, submissions, whole)).counts;
  const scored = submissions.map((submission, place) => {
    const count = counts[place] ?? 0;
    const others = (all[place] ?? 0) - count;
    // A run with too few scored questions on a board shows no score, so it has no part in the Ladder.
    const hasEnough = count >= FEWEST_DISCLOSED && (split === null || others >= FEWEST_DISCLOSED);
    const value = ditheredValue(values[place] ?? Number.NaN, count, submission.dither);
    return { ...submission, value: submission.complete && hasEnough ? value : Number.NaN, count };
  });
  const shown = new Map<number, ShownTo>();
  for (const runs of byPerson(scored)) {
    const steps = ladderOf(runs);
    for (const [place, run] of runs.entries()) {
      const best = run.complete ? runs[steps[place] ?? -1] : null;
      // A run with too few scored questions has no entry before the first score of its owner.
      if (best === undefined) continue;
      const own = best && { run: best.run, openEnded: best.openEnded, dither: best.dither, late: best.late };
      const isShown = best?.published === true && !wouldShowOwner(run, best);
      shown.set(run.run, { owner: run.owner, own, others: run.published ? (isShown ? own : null) : undefined });
    }
  }
  return shown;
}

/**
 * Whether showing the score of one run for the other would reveal that a model and a pseudonym, or two pseudonyms, have
 * the same owner.
 */
const wouldShowOwner = (one: LadderSubmission, other: LadderSubmission): boolean =>
  one.model !== other.model && (one.anonymous || other.anonymous);

/** The submissions of each person, in their order. A person is one owner, or several merged owners. */
function byPerson<R extends LadderSubmission>(runs: readonly R[]): readonly (readonly R[])[] {
  const groups = new Map<string, R[]>();
  for (const run of runs) {
    const own = groups.get(run.person) ?? [];
    groups.set(run.person, own);
    own.push(run);
  }
  return [...groups.values()];
}

/** A submission with its dithered score, and the number of scored questions behind it. */
interface ScoredSubmission extends LadderSubmission {
  /** About 0 to 1; `NaN` if the run shows no score. */
  readonly value: number;
  readonly count: number;
}

/** For each of a person's runs, the index of the run whose score it shows; −1 before the first one with a score. */
const ladderOf = (runs: readonly ScoredSubmission[]): Int32Array =>
  ladder(
    Float64Array.from(runs, ({ value }) => value),
    Int32Array.from(runs, ({ count }) => count),
  );
