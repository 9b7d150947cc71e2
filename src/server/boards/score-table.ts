import { closedLabels, dimensionLabel } from "../../domain/dimension-labels.ts";
import { badInput } from "../../domain/errors.ts";
import type { Measure } from "../../domain/official-value.ts";
import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Queryable } from "../db/database.ts";
import type { CellKey, Group } from "../memory/groups.ts";
import { BurstQueue } from "../workers/yielding.ts";
import { boardOver, type Contest, type LeaderboardRequest, openContest, partOf } from "./leaderboard.ts";
import type { Leaderboard, LeaderboardEntry } from "./leaderboard-entries.ts";
import type { PublishedPart } from "./published-figure-queries.ts";
import type { RunAggregates } from "./run-aggregates.ts";

/** A table with more columns is more likely a mistake in `by` than intended. */
const MOST_COLUMNS = 200;

/** The request for a table. */
export interface ScoreTableRequest extends LeaderboardRequest {
  /** One or two dimensions. */
  readonly by: readonly Dimension[];
}

/** A column of a table, and the leaderboard over its questions. */
export interface ScoreTableColumn {
  readonly keys: readonly CellKey[];
  readonly board: Leaderboard;
  readonly questions: number;
  readonly videos: number;
  readonly measure: Measure | null;
}

/** A row of a table: a run, or a paper's figures of a model. */
export interface ScoreTableRow
  extends Pick<LeaderboardEntry, "entrant" | "run" | "model" | "modelName" | "modelSlug" | "inputs" | "partial"> {
  /**
   * Its place in the leaderboard over the whole slice; null if a paper prints figures of the model only for parts of
   * the slice.
   */
  readonly place: number | null;
}

/** The runs over a benchmark's current release, and its paper's figures, by the groups of a slice. */
export interface ScoreTable {
  /** Over the whole slice. */
  readonly overall: Leaderboard;
  readonly columns: readonly ScoreTableColumn[];
  /** How many columns are left out because the release hides its answers. */
  readonly withheldColumns: number;
  /** First the rows that are ranked in `overall`, by place; then the other rows, by the name of their model. */
  readonly rows: readonly ScoreTableRow[];
  /** The queue in which the fields of cells are computed. */
  readonly queue: BurstQueue;
}

/**
 * Ranks the runs of a leaderboard over each group of its slice.
 * @throws `NOT_FOUND` if there is no such benchmark; `BAD_USER_INPUT` for more than 200 groups
 */
export async function scoreTable(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  { by, ...request }: ScoreTableRequest,
): Promise<ScoreTable> {
  const contest = await openContest(database, aggregates, viewer, request);
  const part = await partOf(database, aggregates, contest);
  const overall = await boardOver(database, aggregates, contest, contest.questions, part);
  const { groups, withheld } = await groupsOf(aggregates, contest, by);
  const printed = part === "overall" ? [] : await printedGroups(aggregates, contest, by);
  const columns = await Promise.all(
    groups.map(async ({ keys, questions }) => {
      const own = part === "overall" || isWhole(questions, keys, printed) ? columnPart(keys) : null;
      const board = await boardOver(database, aggregates, contest, questions, own);
      const { measure } = board;
      return { keys, board, questions: questions?.count ?? 0, videos: questions?.videos ?? 0, measure };
    }),
  );
  const shown = contest.release === null ? columns.filter(({ board }) => board.length > 0) : columns;
  return {
    overall,
    columns: shown,
    withheldColumns: withheld,
    rows: rowsOf(overall, shown),
    queue: new BurstQueue(),
  };
}

/** The groups of the whole benchmark, which are what papers print figures for. */
const printedGroups = async (
  aggregates: RunAggregates,
  { release }: Contest,
  by: readonly Dimension[],
): Promise<readonly Group[]> => (release === null || by.length > 1 ? [] : aggregates.groups(release, EVERYTHING, by));

/** Whether a column has all questions of the benchmark that have its value. */
const isWhole = (questions: SliceQuestions | null, [own]: readonly CellKey[], printed: readonly Group[]): boolean =>
  questions !== null &&
  printed.some(({ keys: [key], questions: all }) => key?.key === own?.key && all.words.equals(questions.words));

/** The shown groups of a table, and the number of withheld groups. */
interface ColumnGroups {
  readonly groups: readonly ColumnGroup[];
  readonly withheld: number;
}

/** A group of a slice; without questions if the benchmark has no release. */
interface ColumnGroup {
  readonly keys: readonly CellKey[];
  readonly questions: SliceQuestions | null;
}

async function groupsOf(
  aggregates: RunAggregates,
  { release, slice, benchmark, answersVisible }: Contest,
  by: readonly Dimension[],
): Promise<ColumnGroups> {
  if (release === null) {
    const groups = by.length === 1 ? by.flatMap((dimension) => reportable(benchmark, dimension)) : [];
    return { groups, withheld: 0 };
  }
  const all = await aggregates.groups(release, slice, by);
  const groups = answersVisible ? all : await aggregates.hidden.disclosed(release, all);
  if (groups.length > MOST_COLUMNS)
    throw badInput(
      `'by' gives ${groups.length} columns; a table has at most ${MOST_COLUMNS}. Use one dimension, or a narrower filter.`,
    );
  return { groups, withheld: all.length - groups.length };
}

/** The values of a dimension for which a paper may print figures, for a benchmark that is not imported. */
function reportable(benchmark: string, dimension: Dimension): readonly ColumnGroup[] {
  const taxonomy = findTaxonomy(benchmark);
  const own = { TASK: taxonomy?.tasks, CATEGORY: taxonomy?.categories }[dimension as string];
  const values = own?.map(({ slug, name }) => [slug, name] as const) ?? closedLabels(dimension);
  const sourcesOf = (key: string) => taxonomy?.tasks.filter(({ level }) => level === key) ?? [];
  return values.map(([key, native]) => {
    const sources = dimension === "LEVEL" ? sourcesOf(key).map(({ levelSource }) => levelSource) : [];
    return {
      keys: [{ dimension, key, label: dimensionLabel(dimension, key, native, new Set(sources)) }],
      questions: null,
    };
  });
}

/** The part of the benchmark that a group covers, if papers print figures for it; else null. */
function columnPart(keys: readonly CellKey[]): PublishedPart | null {
  const [only] = keys;
  return keys.length === 1 && only !== undefined ? { dimension: only.dimension, key: only.key } : null;
}

function rowsOf(overall: Leaderboard, columns: readonly ScoreTableColumn[]): readonly ScoreTableRow[] {
  const rows: ScoreTableRow[] = Array.from({ length: overall.length }, (_, place) => overall.entry(place));
  const others: ScoreTableRow[] = [];
  for (const [index, { board }] of columns.entries()) {
    const earlier = [overall, ...columns.slice(0, index).map((column) => column.board)];
    for (const entry of board.figures())
      if (earlier.every((one) => one.placeOf(entry) === undefined)) others.push({ ...entry, place: null });
  }
  others.sort((a, b) => (a.modelName < b.modelName ? -1 : a.modelName > b.modelName ? 1 : 0));
  return [...rows, ...others];
}
