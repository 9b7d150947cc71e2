import { notFound, OmnidexError } from "../../domain/errors.ts";
import type { ExportedCell, ExportedPrediction, ExportedRun } from "../../domain/exported-run.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { FilePieces } from "../../formats/encoding/pieces.ts";
import type { RunDocument } from "../../formats/results/run-document.ts";
import { RUN_FORMATS, type RunFormat, type RunFormatName } from "../../formats/run-formats.ts";
import { fetchExportedReleases } from "../benchmarks/question-export-queries.ts";
import type { RunAggregates, RunReference } from "../boards/run-aggregates.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import { outputBytes } from "../conditions/response-text.ts";
import type { Queryable } from "../db/database.ts";
import type { ExportRoom } from "../limits/export-room.ts";
import { fetchLatestRevisions } from "../memory/score-queries.ts";
import { countPredictions } from "./prediction-writes.ts";
import { fetchExportedPredictions, fetchExportedRun } from "./run-export-queries.ts";

/** The most predictions of one statement, and the bytes of texts after which it returns no further one. */
const PIECE = { predictions: 500, bytes: 1_000_000 };

/** The same while there is no room for more in memory. */
const SMALL_PIECE = { predictions: 50, bytes: 100_000 };

/** The approximate bytes that a piece takes: its texts as rows and as a file, and its questions. */
const BYTES_OF_PIECE = 4 * PIECE.bytes + 4_000 * PIECE.predictions;

const DIMENSIONS = ["LEVEL", "TASK", "AUDIO_TYPE"] as const;

/** The dependencies of a run export. */
export interface RunExportReader {
  readonly database: Queryable;
  readonly aggregates: RunAggregates;
  readonly viewer: Viewer;
  readonly room: ExportRoom;
  /** Omnidex's own version. */
  readonly version: string;
  /** The address at which the client reached the server, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
}

/** A run that is ready to be exported. */
interface OpenedRun {
  readonly document: RunDocument;
  /**
   * The revision of the run's scoring. The document does not always contain this revision, because viewers from whom
   * answers are hidden do not see it.
   */
  readonly revision: number;
}

/**
 * A run with its score, ready to be exported.
 * @throws `NOT_FOUND` for a run that does not exist or that the viewer may not see, without distinguishing the two
 * @throws `CONFLICT` for a run that is not scored
 */
export async function openRunExport(reader: RunExportReader, id: number): Promise<OpenedRun> {
  const { database, aggregates, viewer, version, origin } = reader;
  const found = await fetchExportedRun(database, viewer, id);
  if (found === undefined) throw notFound("run", encodeNodeId("Run", id));
  const { latestRevision: revision, responsesVisible, labelsDigest, scoring, ...described } = found;
  if (scoring === null || revision === null)
    throw new OmnidexError("CONFLICT", "The run is not scored yet; finalize it, or wait for its judge.");
  const run = { ...described, scoring };
  const [release] = await fetchExportedReleases(database, [run.release], viewer);
  if (release === undefined) throw new Error(`run ${id} is of no release`);
  const answersVisible = seesAnswers(viewer, release);
  const reference = { run: id, release: run.release, openEnded: run.openEnded, answersVisible };
  const shown = await aggregates.score(reference, EVERYTHING);
  const repeatsBest =
    shown?.repeatsBest ?? (!answersVisible && (await aggregates.hidden.withheld(run.release, id)) !== null);
  const cells = answersVisible ? await cellsOf(aggregates, reference) : [];
  const predictions = await countPredictions(database, id);
  const score = repeatsBest ? null : shown;
  const seen = { answersVisible, responsesVisible };
  const document = { run, release, ...seen, score, repeatsBest, predictions, labelsDigest, cells, version, origin };
  return { document, revision };
}

async function cellsOf(aggregates: RunAggregates, reference: RunReference): Promise<readonly ExportedCell[]> {
  const cells: ExportedCell[] = [];
  for (const dimension of DIMENSIONS) {
    for (const { keys, score } of await aggregates.breakdown(reference, EVERYTHING, [dimension])) {
      const [value] = keys;
      if (value !== undefined) cells.push({ ...value, score });
    }
  }
  return cells;
}

/**
 * Refuses a format that would show what the viewer may not see, or that cannot describe the run.
 * @throws `FORBIDDEN` for a format that contains answers or responses, if the viewer may not see them
 * @throws `CONFLICT` for a run that the format cannot describe
 */
export function requireExportable({ document }: OpenedRun, name: RunFormatName): void {
  const format: RunFormat = RUN_FORMATS[name];
  if (format.needsAnswers === true && !document.answersVisible) {
    throw new OmnidexError("FORBIDDEN", `The release hides its answers, and every row of '${name}' would reveal one.`);
  }
  if (format.needsResponses === true && !document.responsesVisible) {
    throw new OmnidexError(
      "FORBIDDEN",
      `The release hides its answers: until its challenge has closed, and at all times if its leaderboard is split, only the owner of the run sees its responses, which every row of '${name}' has.`,
    );
  }
  const obstacle = format.obstacle?.(document) ?? null;
  if (obstacle !== null) throw new OmnidexError("CONFLICT", obstacle);
}

/** The run as a file of a format that `requireExportable` has let pass. */
export const writeRunExport = (
  reader: RunExportReader,
  { document, revision }: OpenedRun,
  name: RunFormatName,
): FilePieces => RUN_FORMATS[name].write(document, predictionPieces(reader, document.run, revision));

/**
 * The predictions of a run, read with one statement per piece. Without room in memory, the pieces are small. Throws if the run was rescored after it was opened,
 * because the file would mix two scorings.
 */
async function* predictionPieces(
  { database, viewer, room }: RunExportReader,
  run: ExportedRun,
  revision: number,
): AsyncGenerator<readonly ExportedPrediction[]> {
  for (let [after, isLast] = [-1, false]; !isLast; ) {
    const free = room.take(BYTES_OF_PIECE);
    const most = free === null ? SMALL_PIECE : PIECE;
    try {
      const rows = await fetchExportedPredictions(database, run, after, most, viewer);
      if (rows.length > 0) yield rows;
      after = rows.at(-1)?.ordinal ?? after;
      isLast = rows.length < most.predictions && rows.reduce((sum, row) => sum + outputBytes(row), 0) < most.bytes;
    } finally {
      free?.();
    }
  }
  // The revision of the answer key, which viewers see, is not enough to detect a rescoring: a judge may have read a
  // response again under the same revision.
  const latest = (await fetchLatestRevisions(database, [run.id])).get(run.id);
  if (latest !== revision) throw new Error(`run ${run.id} was scored again while it was exported`);
}
