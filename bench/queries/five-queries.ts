import type postgres from "postgres";
import { benchmarkSlug } from "../data/data-size.ts";
import { Random } from "../support/random.ts";

export type Variables = Readonly<Record<string, unknown>>;

/**
 * A document, with the variables of its requests. The variables take turns, so that no server can return a cached
 * answer.
 */
export interface BenchQuery {
  readonly name: string;
  readonly about: string;
  readonly document: string;
  readonly variants: readonly Variables[];
}

const Q1 = `query Q1($audio: AudioType!, $level: Level!, $longer: Float!) {
  questions(filter: { audioTypes: { any: [$audio] }, levels: [$level], durationSeconds: { gt: $longer } }, first: 100) {
    totalCount
    nodes {
      id key text answerFormat level
      options { label text }
      task { slug name }
      audioTypes { type nativeLabel }
      video { key durationSeconds category { slug name } }
    }
  }
}`;

const Q2 = `query Q2 {
  videos(first: 20) {
    nodes {
      id key durationSeconds
      questions(first: 5) { nodes { id key text task { slug name } } }
    }
  }
}`;

const Q3 = `query Q3($id: ID!) {
  node(id: $id) {
    ... on Question { id key text answerFormat video { id key durationSeconds } }
  }
}`;

const Q4 = `query Q4($run: ID!) {
  run(id: $run) { id breakdown(by: [TASK]) { keys { key label } score { value n correct } } }
}`;

/** @param partial whether runs that cover less than half of the slice are ranked, too */
export const leaderboardDocument = (
  partial: boolean,
): string => `query Q5($benchmark: String!, $audio: AudioType!, $level: Level!, $longer: Float!) {
  leaderboard(
    benchmark: $benchmark
    filter: { audioTypes: { any: [$audio] }, levels: [$level], durationSeconds: { gt: $longer } }
    ${partial ? "partial: true" : ""}
    first: 50
  ) {
    totalCount questions
    nodes { rank value model { slug name } ... on RankedRun { run { id } score { n correct } } }
  }
}`;

const SLICE = { audio: "MUSIC", level: "REASONING", longer: 600 };

/** The number of different requests of Q3, Q4 and Q5. */
const VARIANTS = 60;

/** The five queries over the existing data. */
export async function fiveQueries(sql: postgres.Sql): Promise<readonly BenchQuery[]> {
  const [questions, runs] = await Promise.all([
    sql<{ id: number }[]>`select id from questions order by id`,
    sql<{ id: number }[]>`select id from runs order by id`,
  ]);
  const random = new Random(7);
  const times = <T>(make: (index: number) => T): T[] => Array.from({ length: VARIANTS }, (_, index) => make(index));
  const benchmark = benchmarkSlug(0);
  return [
    { name: "Q1", about: "100 questions of a slice, with all about them", document: Q1, variants: [SLICE] },
    { name: "Q2", about: "20 videos with 5 questions each", document: Q2, variants: [{}] },
    {
      name: "Q3",
      about: "one question by id, with its video",
      document: Q3,
      variants: times(() => ({ id: `question_${random.pick(questions).id}` })),
    },
    {
      name: "Q4",
      about: "accuracy by task of one run",
      document: Q4,
      variants: times(() => ({ run: `run_${random.pick(runs).id}` })),
    },
    {
      name: "Q5",
      about: "the best 50 of all runs over a slice",
      // Includes partial runs, because the floor and the peers rank every run.
      document: leaderboardDocument(true),
      variants: times((index) => ({ ...SLICE, benchmark, longer: SLICE.longer + index / 10 })),
    },
  ];
}
