import { MOST_FINAL_RUNS } from "../../domain/final-board.ts";
import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { ditheredValue, Ladder, mostBits } from "../../scoring/metrics/ladder.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { fetchFixedRuns } from "../benchmarks/final-board-queries.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import type { Queryable } from "../db/database.ts";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";
import { boardSplitOf, partsOf } from "./board-parts.ts";
import { bitsOfParts, disclosedParts } from "./disclosed-parts.ts";
import { fetchLadderSubmissions, type LadderSubmission } from "./ladder-queries.ts";
import { scoreMany } from "./many-scores.ts";

/** The run whose score is shown for a run: the run itself, or the best earlier run of the same person. */
export interface ShownRun {
  readonly run: number;
  readonly openEnded: boolean;
  /** The dither of its scores (`ditheredValue`). */
  readonly dither: number;
  /** The dimensions by which maintainers show its scores, too (`disclosedParts`). */
  readonly disclosed: readonly Dimension[];
}

/**
 * Why a run shows no score to a viewer. Only its owner learns that it leaves too many questions out. If others learned it, too, the
 * remaining missing scores would be those that hide the owner of an anonymous run.
 */
export type Withheld = "INCOMPLETE" | "NOT_SHOWN";

/** For one run, the run whose score its owner sees (`own`), and the run whose score everyone else sees (`others`). */
export interface ShownTo {
  readonly owner: string;
  readonly own: ShownRun | "INCOMPLETE";
  /** The same run, or `NOT_SHOWN`. Undefined if the run itself was never public. */
  readonly others: ShownRun | "NOT_SHOWN" | undefined;
  /** The run itself if the private board shows its score once that board is open, to those who may see the run; else `NOT_SHOWN`. */
  readonly final: ShownRun | "NOT_SHOWN";
  /** How often the run was scored. */
  readonly scorings: number;
}

/** What is shown of a release that hides its answers, and what that tells. */
export interface Disclosed {
  /** By the scored run, in the order of scoring. */
  readonly shown: readonly (readonly [run: number, shown: ShownTo])[];
  /** The questions that the scores cover: how many, and the largest chance of guessing one of them. */
  readonly covered: { readonly questions: number; readonly chance: number };
  /**
   * What all scores together tell of the answer key, how many of these bits are of scores over parts of the release, how many runs were
   * compared with it, and how often one was compared again, such as after a correction of the key.
   */
  readonly told: { readonly runs: number; readonly bits: number; readonly parts: number; readonly again: number };
}

/**
 * For each scored run of a release that hides its answers, the run whose score is shown, and what all scores together tell. The result
 * is cached until the data change.
 *
 * The Ladder decides which of a person's runs is shown. It uses the scores over the whole release, or over its public part
 * if the leaderboard is split. A run without a readable answer for a twentieth of its questions shows no score: an
 * attacker would otherwise start with a nearly empty run and rise in small steps. There is one Ladder for each person, over
 * all of the person's runs, so other viewers see nothing that the owner does not see. They see no score if it is that of a
 * run that was never public. Equal scores of two models would reveal that both have the same owner. If a run would show the
 * score of another model, and one of the two runs is anonymous, others therefore see no score. Owners that the
 * benchmark's maintainers have merged count as one person.
 */
export const disclosedOf = (database: Queryable, memory: ServerMemory, release: number): Promise<Disclosed> =>
  rememberedAnswer(memory, ["disclosed", release], () => computeDisclosed(database, memory, release));

async function computeDisclosed(database: Queryable, memory: ServerMemory, release: number): Promise<Disclosed> {
  const submissions = await fetchLadderSubmissions(database, release);
  const { catalogs, vectors } = memory;
  const whole = await catalogs.questionsOf(await catalogs.of(release), EVERYTHING);
  const split = await boardSplitOf(database, memory, release);
  // The public part is used even after the private board has opened, so that scores over the private part decide
  // nothing.
  const questions = split === null ? whole : partsOf(split, whole).PUBLIC;
  const { values, counts } = await scoreMany(vectors, submissions, questions);
  const all = split === null ? counts : (await scoreMany(vectors, submissions, whole)).counts;
  const covered = { questions: Math.max(1, questions.count), chance: largestChance(questions) };
  const chance = meanChance(questions);
  const told = { runs: 0, bits: 0, parts: 0, again: 0 };
  const people = new Map<string, Person>();
  const steps: (readonly [run: LadderSubmission, best: LadderSubmission | null])[] = [];
  for (const [place, run] of submissions.entries()) {
    const person = people.get(run.person) ?? { ladder: new Ladder(), runs: [], risen: [] };
    people.set(run.person, person);
    // Also counted if the run has no score of its own any more, because it had one when its parts were shown.
    const parts = await disclosedParts(memory, release, split, run.disclosed);
    told.parts += run.scorings * bitsOfParts(parts, split);
    const count = counts[place] ?? 0;
    const others = (all[place] ?? 0) - count;
    // A run with too few scored questions on a board shows no score, so it has no part in the Ladder.
    const hasEnough = count >= FEWEST_DISCLOSED && (split === null || others >= FEWEST_DISCLOSED);
    const value = hasEnough ? ditheredValue(values[place] ?? Number.NaN, count, run.dither) : Number.NaN;
    const step = stepOf(person, run, { value, count, chance: run.openEnded ? 0 : chance });
    // A run with too few scored questions has no entry before the first score of its owner.
    if (step === null) continue;
    told.bits += step.bits;
    if (step.bits > 0) told.runs += 1;
    told.again += run.scorings - 1;
    if (step.best === run) person.risen.push(run);
    steps.push([run, step.best]);
  }
  const fixed = split && (await fetchFixedRuns(database, release));
  const final = new Set(fixed ?? [...people.values()].flatMap(finalRuns).map(({ run }) => run));
  const shown = steps.map(([run, best]) => [run.run, shownOf(run, best, final.has(run.run))] as const);
  told.bits += told.parts;
  return { shown, covered, told };
}

/** The Ladder of a person, and the person's runs so far, in their order. A person is one owner, or several merged owners. */
interface Person {
  readonly ladder: Ladder;
  readonly runs: LadderSubmission[];
  /** The runs that beat all earlier ones. */
  readonly risen: LadderSubmission[];
}

/**
 * The runs whose scores the private board shows, unless a final board has fixed them: those that the person has chosen, or else the last that rose on the Ladder. If owners
 * are merged who have chosen more runs together, those that were scored last are taken. A run that was scored after the private board
 * had opened is not among them.
 */
function finalRuns({ runs, risen }: Person): readonly LadderSubmission[] {
  const chosen = runs.filter((run) => run.chosen);
  const final = chosen.length > 0 ? chosen : risen.filter(({ late }) => !late);
  return final.slice(-MOST_FINAL_RUNS);
}

/** The run whose score a run shows, and what that tells. */
interface PersonStep {
  /** Null for a run that leaves too many questions out. */
  readonly best: LadderSubmission | null;
  /** What this tells of the answer key at most. */
  readonly bits: number;
}

/** Decides what a person's next run shows; null if no run of the person has had a score. */
function stepOf(
  { ladder, runs }: Person,
  run: LadderSubmission,
  { value, count, chance }: { readonly value: number; readonly count: number; readonly chance: number },
): PersonStep | null {
  runs.push(run);
  const step = ladder.next(run.complete ? value : Number.NaN, count, chance);
  if (!run.complete) return { best: null, bits: 0 };
  const best = runs[step.shown];
  if (best === undefined) return null;
  // A run that was scored again may have been compared with other scores before.
  const bits = run.scorings === 1 || step.bits === 0 ? step.bits : run.scorings * mostBits(count);
  return { best, bits };
}

function shownOf(run: LadderSubmission, best: LadderSubmission | null, isFinal: boolean): ShownTo {
  const { owner, published, scorings } = run;
  if (best === null)
    return { owner, scorings, own: "INCOMPLETE", others: published ? "NOT_SHOWN" : undefined, final: "NOT_SHOWN" };
  const own = scoreOf(best);
  const others = best.published && !wouldShowOwner(run, best) ? own : "NOT_SHOWN";
  const final = isFinal ? scoreOf(run) : "NOT_SHOWN";
  return { owner, scorings, own, others: published ? others : undefined, final };
}

const scoreOf = ({ run, openEnded, dither, disclosed }: LadderSubmission): ShownRun => ({
  ...{ run, openEnded, dither, disclosed },
});

/**
 * Whether showing the score of one run for the other would reveal that a model and a pseudonym, or two pseudonyms, have
 * the same owner.
 */
const wouldShowOwner = (one: LadderSubmission, other: LadderSubmission): boolean =>
  one.model !== other.model && (one.anonymous || other.anonymous);

/** Taken where the chance of guessing a question is not known. It is that of a question with two options. */
const UNKNOWN_CHANCE = 0.5;

/** The expected score of guesses. Questions whose chance is unknown count as 0. */
function meanChance({ ordinals, questions }: SliceQuestions): number {
  let sum = 0;
  for (const ordinal of ordinals) {
    const chance = questions.chance[ordinal] ?? Number.NaN;
    if (!Number.isNaN(chance)) sum += chance;
  }
  return sum / Math.max(1, ordinals.length);
}

/** The largest chance of guessing one of the questions right. Of a question with one option, nothing can be learned. */
function largestChance({ ordinals, questions }: SliceQuestions): number {
  let largest = 0;
  for (const ordinal of ordinals) {
    const chance = questions.chance[ordinal] ?? Number.NaN;
    if (Number.isNaN(chance)) return UNKNOWN_CHANCE;
    if (chance < 1) largest = Math.max(largest, chance);
  }
  return largest > 0 ? largest : UNKNOWN_CHANCE;
}
