/**
 * What could tell about a hidden key, each channel by itself: what a run would show through it, and how many bits that can tell.
 * The attacker of `sampling-attack.ts` uses one channel at a time, without the others.
 */
import { coarseValue, ditheredValue, mostBits } from "../../../src/scoring/metrics/ladder.ts";
import type { FieldAccess } from "../../../src/server/generated/schema-types.ts";
import { rightAmong, type SimulatedBoard, shownAs, simulatedAccount } from "./accounts.ts";
import type { Fact } from "./key-posterior.ts";
import type { Account } from "./sampling-attack.ts";

/** What a channel tells about a sheet. */
interface Told {
  readonly facts: readonly Fact[];
  /** The logarithm of the number of values that everything shown could have had. */
  readonly bits: number;
}

/** Shows a sheet of an account whose sheets before it were `earlier`. */
type Show = (sheet: Uint8Array, earlier: readonly Uint8Array[]) => Told;

interface Channel {
  /** The fields of the schema that show it, or would show it if they did not follow their rules. */
  readonly fields: readonly string[];
  readonly open: (board: SimulatedBoard) => Show;
}

/** How many honest runs stand on the board or count in statistics of questions. */
const RIVALS = 20;
const VOTERS = 4;
/** The share of right answers of a voter. */
const SKILL = 0.5;
/** To what shares of right answers those of a question are rounded. */
const SHARES = 4;
/** How many values each dimension has, as in `benchmark.ts`. */
const DIMENSIONS = { level: 2, subset: 8, category: 10, task: 12 } as const;

/**
 * An exact number, or a range. What is near it is possible too, because the sampler changes one answer at a time and would hardly leave
 * a key that fits.
 */
const near =
  (low: number, high = low): Fact["probability"] =>
  (right) =>
    Math.exp(-(Math.max(low - right, right - high, 0) ** 2) / 8);

/** The rounded and dithered score over some questions. */
function coarseFact({ key, random }: SimulatedBoard, sheet: Uint8Array, questions: readonly number[]): Told {
  const n = questions.length;
  const value = coarseValue(ditheredValue(rightAmong(questions, key, sheet) / n, n, random() - 0.5), n);
  // The Ladder's first score costs a bit less than a later one, because it is shown anyway.
  return { facts: [{ sheet, questions, probability: shownAs(value, n) }], bits: mostBits(n) - 1 };
}

/** A score for each set of a random partition of the questions. */
const breakdown = (values: number): Channel => ({
  fields: ["Run.breakdown"],
  open: (board) => {
    const cells = Array.from({ length: values }, (): number[] => []);
    for (const question of board.scored) cells[Math.floor(board.random() * values)]?.push(question);
    return (sheet) => {
      const told = cells.filter(({ length }) => length > 0).map((cell) => coarseFact(board, sheet, cell));
      return { facts: told.flatMap(({ facts }) => facts), bits: told.reduce((sum, { bits }) => sum + bits, 0) };
    };
  },
});

/** The share of right answers of each question among the voters and the run, rounded. */
function questionFacts({ key, scored, random }: SimulatedBoard): Show {
  const rightVotes = scored.map(
    () => Array.from({ length: VOTERS }, () => random() < SKILL).filter((isRight) => isRight).length,
  );
  const shownOf = (votes: number, own: number): number => Math.round((SHARES * (votes + own)) / (VOTERS + 1));
  const likely = [1, 4, 6, 4, 1].map((ways) => ways / 2 ** VOTERS);
  const probabilities = Array.from(
    { length: SHARES + 1 },
    (_, shown) => (own: number) => likely.reduce((sum, p, votes) => sum + (shownOf(votes, own) === shown ? p : 0), 0),
  );
  return (sheet) => ({
    facts: scored.map((question, place) => {
      const shown = shownOf(rightVotes[place] as number, sheet[question] === key[question] ? 1 : 0);
      return { sheet, questions: [question], probability: probabilities[shown] as Fact["probability"] };
    }),
    bits: scored.length * Math.log2(SHARES + 1),
  });
}

/** The run's place among others, whose exact scores the attacker knows. */
function rankFacts({ key, scored, random }: SimulatedBoard): Show {
  // Nearer to chance than honest runs, so that the place tells an attacker more.
  const rivals = Array.from({ length: RIVALS }, () => Math.floor((0.2 + 0.3 * random()) * scored.length));
  return (sheet) => {
    const right = rightAmong(scored, key, sheet);
    // The keys that give the same place: those with as many right answers as the rival below, up to fewer than the one above.
    const low = Math.max(0, ...rivals.filter((rival) => rival <= right));
    const high = Math.min(scored.length + 1, ...rivals.filter((rival) => rival > right)) - 1;
    return { facts: [{ sheet, questions: scored, probability: near(low, high) }], bits: Math.log2(RIVALS + 1) };
  };
}

/** Which of a run and the one before it has more right answers, or neither. */
function comparisonFacts({ key, scored }: SimulatedBoard): Show {
  return (sheet, earlier) => {
    const before = earlier.at(-1);
    if (before === undefined) return { facts: [], bits: 0 };
    const sign = Math.sign(rightAmong(scored, key, sheet) - rightAmong(scored, key, before));
    const probability = sign === 0 ? near(0) : sign > 0 ? near(1, scored.length) : near(-scored.length, -1);
    const fact: Fact = { sheet, other: { sheet: before, sign: -1 }, questions: scored, probability };
    return { facts: [fact], bits: Math.log2(3) };
  };
}

/** How many questions a run or the one before it has right. */
function groupFacts({ key, scored }: SimulatedBoard): Show {
  return (sheet, earlier) => {
    const before = earlier.at(-1);
    if (before === undefined) return { facts: [], bits: 0 };
    const either = scored.filter((question) => [sheet, before].some((of) => of[question] === key[question])).length;
    const fact: Fact = {
      sheet,
      other: { sheet: before, sign: 1 },
      questions: scored,
      probability: near(either),
    };
    return { facts: [fact], bits: Math.log2(scored.length + 1) };
  };
}

/** The exact standard error, which is that of a share of right answers and of the same share of wrong ones. */
function errorFacts({ key, scored }: SimulatedBoard): Show {
  return (sheet) => {
    const right = rightAmong(scored, key, sheet);
    const [one, other] = [near(right), near(scored.length - right)];
    const probability = (count: number) => Math.max(one(count), other(count));
    return {
      facts: [{ sheet, questions: scored, probability }],
      bits: Math.log2(Math.floor(scored.length / 2) + 1),
    };
  };
}

/** Every channel but the Ladder, which `simulatedAccount` has. */
const CHANNELS: Readonly<Record<string, Channel>> = {
  score: {
    fields: ["Run.score", "Score.value", "Score.correct"],
    open: (board) => (sheet) => coarseFact(board, sheet, board.scored),
  },
  "standard error": {
    fields: ["Score.standardError", "Interval.lower", "Interval.upper"],
    open: errorFacts,
  },
  rank: { fields: ["RankedRun.rank"], open: rankFacts },
  ...Object.fromEntries(
    Object.entries(DIMENSIONS).map(([dimension, values]) => [`breakdown by ${dimension}`, breakdown(values)]),
  ),
  table: { fields: ["ScoreTable.columns"], open: breakdown(DIMENSIONS.level * DIMENSIONS.category).open },
  comparison: {
    fields: ["Query.compareRuns", "Query.compareWithReference", "Query.comparisonPlan", "Query.modalityDiagnostics"],
    open: comparisonFacts,
  },
  groups: { fields: ["RunGroupConnection.nodes", "Run.groupScores"], open: groupFacts },
  questions: {
    fields: [
      "Query.itemAnalysis",
      "Query.representativeSubset",
      "Query.nextQuestions",
      "Query.keySuspects",
      "Query.benchmarkHealth",
      "Run.audit",
    ],
    open: questionFacts,
  },
  "final board": {
    fields: ["Query.finalBoard"],
    open: (board) => (sheet, earlier) =>
      earlier.length === 0 ? coarseFact(board, sheet, board.scored) : { facts: [], bits: 0 },
  },
};

/** The channel of a board with hidden answers. */
export const LADDER = "Ladder";
/** All channels but the Ladder together. */
const ALL = "all but the Ladder";

export const CHANNEL_NAMES: readonly string[] = [LADDER, ...Object.keys(CHANNELS), ALL];

/** The fields that some channel stands for. */
export const CHANNEL_FIELDS: readonly string[] = Object.values(CHANNELS).flatMap(({ fields }) => fields);

/** Why the fields of a rule need no channel of their own. Those of the other rules have one each. */
export const WITHOUT_CHANNEL: Readonly<Partial<Record<FieldAccess, string>>> = {
  EVERYONE: "depends on no answer",
  LISTED: "depends on no answer, except through objects whose fields have rules of their own",
  CALLER: "is about the caller",
  OWN: "is what the owner has submitted",
  MAINTAINER: "only maintainers see it",
  ADMINISTRATOR: "only administrators see it",
  NULL: "shows nothing: the walk of test/server/access compares two keys",
  EMPTY: "shows nothing: the walk of test/server/access compares two keys",
  ABSENT: "is reached only through a field that shows nothing",
  RESPONSES: "is what others have submitted, and depends on no answer",
  REDUCED: "shows the same for two keys in the walk of test/server/access, except a score that is COARSE",
  PAYLOAD: "is what its fields show",
};

/** The bits that may still be told. */
export class Budget {
  /** What has been told so far. */
  told = 0;

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  /** Spends so many bits, if they are left. */
  spend(bits: number): boolean {
    if (this.told + bits > this.most) return false;
    this.told += bits;
    return true;
  }
}

/**
 * An account that sees one channel, or all of them.
 * @param name one of `CHANNEL_NAMES`
 * @param budget what is dearer than what is left of it is not shown. It has no effect on the Ladder
 */
export function channelAccount(name: string, board: SimulatedBoard, budget: Budget): Account {
  if (name === LADDER)
    return simulatedAccount(board, (bits) => {
      budget.told += bits;
    });
  const channels = name === ALL ? Object.values(CHANNELS) : [CHANNELS[name]].filter((channel) => channel !== undefined);
  if (channels.length === 0) throw new Error(`There is no channel ${name}. Allowed are ${CHANNEL_NAMES.join(", ")}.`);
  const shows = channels.map((channel) => channel.open(board));
  const earlier: Uint8Array[] = [];
  return {
    submit: async (sheet) => {
      const told = shows.map((show) => show(sheet, earlier)).filter(({ bits }) => budget.spend(bits));
      earlier.push(sheet);
      const facts = told.flatMap((shown) => shown.facts);
      return { facts, needed: 0, numbers: facts.length };
    },
  };
}
