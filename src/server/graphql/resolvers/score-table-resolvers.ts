import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import type { Leaderboard } from "../../boards/leaderboard-entries.ts";
import { type ScoreTable, type ScoreTableRow, scoreTable } from "../../boards/score-table.ts";
import type { QueryScoreTableArgs } from "../../generated/schema-types.ts";
import type { BurstQueue } from "../../workers/yielding.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { pageOf } from "./computed-list.ts";
import {
  BEST_FIRST,
  figureOfEntry,
  modelOfEntry,
  placesInOrder,
  runOfEntry,
  taskMeanOfEntry,
  taskScoreOfEntry,
} from "./leaderboard-resolvers.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";
import { distinctDimensions } from "./slice-resolvers.ts";

const MOST_ROWS = 1_000;

const computeScoreTable: Compute<QueryScoreTableArgs> = async (_source, args, context) => {
  const slice = canonicalSlice(args.filter);
  const { benchmark, published = true, partial = false } = args;
  const by = distinctDimensions(args.by, 1, 2);
  const request = { benchmark, slice, by, runs: runConditions(args.runs), published, partial };
  const table = await scoreTable(context.database, context.runAggregates, context.viewer, request);
  const { field, direction } = args.orderBy ?? BEST_FIRST;
  const placeAt = placesInOrder(table.overall, field, direction);
  const rows = {
    name: `table:${benchmark}:${sliceFingerprint(slice)}:${by}:${field}:${direction}`,
    length: table.rows.length,
    at: (index: number) => rowSource(table, index < table.overall.length ? placeAt(index) : index),
    idOf: ({ run, model, inputs }: ScoreTableRow) => `${run ?? `${model}:${inputs}`}`,
  };
  const page = pageOf(rows, args, MOST_ROWS);
  // Loads the score vectors of each run once. Otherwise every cell of the run would wait for them.
  await context.runAggregates.preload(page.nodes.flatMap(({ run }) => run ?? []));
  return Object.assign(
    page,
    { columns: table.columns, withheldColumns: table.withheldColumns },
    table.overall.summary(),
  );
};

/** A row whose cells are computed on request. */
interface RowSource extends ScoreTableRow {
  readonly __typename: "ScoreTableRun" | "ScoreTableFigures";
  readonly overall: CellSource | null;
  readonly cells: readonly (CellSource | null)[];
}

function rowSource({ rows, overall, columns, queue }: ScoreTable, index: number): RowSource {
  const row = rows[index];
  if (row === undefined) throw new RangeError(`the table has no row ${index}`);
  let cells: RowSource["cells"] | undefined;
  return {
    __typename: row.run === null ? "ScoreTableFigures" : "ScoreTableRun",
    ...row,
    overall: cellAt(queue, overall, row.place),
    // Returns the same cell objects each time, because the results of a cell are cached by its object.
    get cells() {
      cells ??= columns.map(({ board }) => cellAt(queue, board, board.placeOf(row)));
      return cells;
    },
  };
}

/** An entry of a column's leaderboard. */
interface CellSource {
  readonly queue: BurstQueue;
  readonly board: Leaderboard;
  readonly place: number;
  readonly value: number;
  readonly rank: number;
  readonly figure: number | null;
}

function cellAt(queue: BurstQueue, board: Leaderboard, place: number | null | undefined): CellSource | null {
  if (place == null) return null;
  const { value, rank, figure } = board.figureAt(place);
  return { queue, board, place, value, rank, figure };
}

const tiesWithBest = computed(({ queue, board, place }: CellSource) =>
  queue.later(() => board.ranges().tiesWithBest(place)),
);

export const scoreTableResolvers: ResolverMap = {
  Query: { scoreTable: computed(computeScoreTable) },
  ScoreTableRun: { model: modelOfEntry, run: runOfEntry },
  ScoreTableFigures: { model: modelOfEntry },
  ScoreTableRunCell: {
    score: computed(({ queue, board, place }: CellSource) => queue.later(() => board.score(place))),
    tiesWithBest,
    taskScore: taskScoreOfEntry,
    taskMean: taskMeanOfEntry,
  },
  ScoreTableFigureCell: { tiesWithBest, publishedResult: figureOfEntry },
};
