import type { QuestionFilter as Conditions } from "../domain/slice/question-filter.ts";
import { boardTable } from "../formats/tables/board-table.ts";
import { breakdownTable } from "../formats/tables/breakdown-table.ts";
import { comparisonTable } from "../formats/tables/comparison-table.ts";
import { boardLine, referenceLine, runsSource, tableLine } from "../formats/tables/ranked-lines.ts";
import { runLabels } from "../formats/tables/run-labels.ts";
import { scoreTable } from "../formats/tables/score-table.ts";
import { today } from "../formats/tables/table-source.ts";
import type { NotedTable } from "../formats/tables/text-table.ts";
import type { Omnidex } from "../sdk/index.ts";
import type {
  BreakdownCell,
  Dimension,
  LeaderboardEntry,
  LeaderboardPage,
  QuestionFilter,
  Run,
  RunComparison,
  Score,
  ScoreTablePage,
  ScoreTableRow,
} from "../sdk/types.ts";

/** The scores of a run by one or two dimensions, and their table. */
export interface Breakdown {
  readonly cells: readonly BreakdownCell[];
  readonly table: NotedTable;
}

/**
 * Asks for the breakdown of a run over a slice.
 * @throws the errors of `Omnidex.breakdown`
 */
export async function fetchBreakdown(
  omnidex: Omnidex,
  run: Run,
  by: readonly Dimension[],
  filter: QuestionFilter = {},
): Promise<Breakdown> {
  const [cells, score] = await Promise.all([
    omnidex.breakdown(run.id, { by, filter }),
    omnidex.score(run.id, { filter }),
  ]);
  const table = breakdownTable(by, cells, {
    ...{ benchmark: run.benchmark.slug, release: run.release.version, filter: conditions(filter), date: today() },
    questions: score?.n ?? null,
    scorings: [run.scoring],
  });
  return { cells, table };
}

/** A comparison of two runs with their scores, and its table. */
export interface Comparison {
  readonly found: RunComparison;
  readonly scores: readonly [a: Score | null, b: Score | null];
  readonly table: NotedTable;
}

/**
 * Asks for the comparison of two runs over a slice. Positive differences favour the first.
 * @throws the errors of `Omnidex.compareRuns`
 */
export async function fetchComparison(
  omnidex: Omnidex,
  [a, b]: readonly [a: Run, b: Run],
  by: readonly Dimension[],
  filter: QuestionFilter = {},
): Promise<Comparison> {
  const [found, ...scores] = await Promise.all([
    omnidex.compareRuns(a.id, b.id, { filter, ...(by.length > 0 && { by }) }),
    omnidex.score(a.id, { filter }),
    omnidex.score(b.id, { filter }),
  ]);
  const names = runLabels([a, b]);
  const compared = [{ id: a.id, name: names.get(a.id) ?? a.id, comparison: found }];
  const table = comparisonTable(by, compared, names.get(b.id) ?? b.id, {
    ...{ benchmark: a.benchmark.slug, release: a.release.version, filter: conditions(filter), date: today() },
    questions: found.n,
    scorings: [a.scoring, b.scoring],
  });
  return { found, scores, table };
}

/** The table of a leaderboard's entries, with figures that have no rank below them. */
export function leaderboardTable(
  benchmark: string,
  filter: QuestionFilter,
  { questions, measure, references = [] }: Pick<LeaderboardPage, "questions" | "measure" | "references">,
  nodes: readonly LeaderboardEntry[],
  withAbility = false,
): NotedTable {
  const lines = [...nodes.map((entry) => boardLine(entry, withAbility)), ...(references ?? []).map(referenceLine)];
  const source = { benchmark, filter: conditions(filter), questions, date: today(), ...runsSource(nodes) };
  return boardTable(lines, measure, source);
}

/** The table of runs by slices. With `errors`, each score has its standard error. */
export function scoresTable(
  benchmark: string,
  filter: QuestionFilter,
  page: Pick<ScoreTablePage, "columns" | "measure" | "questions">,
  rows: readonly ScoreTableRow[],
  errors = false,
): NotedTable {
  const { questions } = page;
  const source = { benchmark, filter: conditions(filter), questions, date: today(), ...runsSource(rows) };
  return scoreTable(page, rows.map(tableLine), source, { errors });
}

/** A filter as the SDK types it. The generated type differs from the domain's only in how fields may be absent. */
const conditions = (filter: QuestionFilter): Conditions => filter as Conditions;
