import { createHash } from "node:crypto";
import type { ExportedQuestion, ExportedStatistics } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { byStatistic } from "../../domain/item-statistics.ts";
import { encodeStoredId } from "../../domain/node-id.ts";
import { followsReviews } from "../../domain/slice/follows-reviews.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { FilePieces } from "../../formats/encoding/pieces.ts";
import {
  QUESTION_FORMATS,
  type QuestionExtension,
  type QuestionGroup,
} from "../../formats/questions/question-formats.ts";
import { type QuestionRecord, questionRecord } from "../../formats/questions/question-record.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import type { ExportRoom } from "../limits/export-room.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { fetchExportNames } from "./export-parts-queries.ts";
import { fetchQuestionColumns } from "./question-column-queries.ts";
import { fetchExportedReleases, fetchQuestionRows, type PinnedReleases } from "./question-export-queries.ts";

/** A line with the licence of each benchmark's data. */
export const dataLicense = (releases: readonly ExportedRelease[]): string =>
  releases.map(({ benchmark, license }) => `${benchmark}: ${license ?? "not stated"}`).join("; ");

/** The number of questions per statement, except for Parquet. At most two pieces are in memory at a time. */
const PIECE = 1_000;

/** The number of questions per statement while there is no room for more in memory. */
const SMALL_PIECE = 100;

/** The approximate bytes that a question takes as a row and as text. */
const BYTES_OF_QUESTION = 5_000;

/** The dependencies of an export. */
export interface ExportReader {
  readonly database: Queryable;
  readonly memory: Pick<ServerMemory, "catalogs">;
  readonly viewer: Viewer;
  readonly room: ExportRoom;
}

/** The questions of a resolved slice. Questions that are imported later are not part of it. */
export interface QuestionExport {
  /** The releases of its questions, in order. */
  readonly releases: readonly ExportedRelease[];
  /** The primary keys of the questions, ordered by release and ordinal. */
  readonly ids: Int32Array;
  /** A line about the licences of the data. */
  readonly license: string;
  /** Identifies the content of the export in any format. Equal for the same questions with the same visible answers. */
  readonly tag: string;
  /** Finds the statistics of a question in the item snapshot; null without a snapshot. */
  readonly statistics: StatisticsOf | null;
}

/** Returns null for a question that is not in the snapshot. */
type StatisticsOf = (question: Pick<ExportedQuestion, "release" | "ordinal">) => ExportedStatistics | null;

/**
 * Resolves the slice of an export from the catalogs in memory.
 * @param snapshot the primary key of the item snapshot whose statistics are added to the export; null for none
 * @throws `BAD_USER_INPUT` for a text with a NUL character in the slice; `NOT_FOUND` for an unknown snapshot
 */
export async function openQuestionExport(
  reader: ExportReader,
  slice: Slice,
  snapshot: number | null = null,
): Promise<QuestionExport> {
  const { catalogs } = reader.memory;
  const statistics = snapshot === null ? null : await exportedStatistics(catalogs, snapshot);
  const current = (await catalogs.currentReleases()).map(({ release }) => release).sort((a, b) => a - b);
  const known = [...(await catalogs.all(current)).values()];
  const masks = await catalogs.evaluateAll(known, slice);
  const found = known.map((catalog, index) => ({
    release: catalog.release,
    ids: Int32Array.from(masks[index]?.ordinals() ?? [], (ordinal) => catalog.ids[ordinal] ?? 0),
  }));
  const filled = found.filter(({ ids }) => ids.length > 0);
  const releases = await fetchExportedReleases(
    reader.database,
    filled.map(({ release }) => release),
    reader.viewer,
  );
  const all = new Int32Array(filled.reduce((sum, { ids }) => sum + ids.length, 0));
  let end = 0;
  for (const { ids } of filled) {
    all.set(ids, end);
    end += ids.length;
  }
  const parts = [
    tagOf(releases, slice, reader.viewer),
    ...(followsReviews(slice) ? [hashOf(all)] : []),
    ...(snapshot === null ? [] : [snapshot]),
  ];
  const tag = parts.join("-");
  return { releases, ids: all, license: dataLicense(releases), tag, statistics };
}

/**
 * Identifies the questions by their ids. The slice would not suffice, because a slice that depends on key reviews has
 * other questions after the next review.
 */
const hashOf = (ids: Int32Array): string => createHash("sha256").update(ids).digest("hex").slice(0, 16);

/**
 * The tag states for each release whether the viewer sees its answers. Files are cached by their tag, and a file with a
 * maintainer's answers must not be sent to another reader.
 */
const tagOf = (releases: readonly ExportedRelease[], slice: Slice, viewer: Viewer): string =>
  [
    sliceFingerprint(slice),
    ...releases.map((release) => {
      const { id, contentHash, version, keyRevision } = release;
      return [id, contentHash.slice(0, 12), version, keyRevision, seesAnswers(viewer, release) ? "V" : "H"].join(".");
    }),
  ].join("-");

/** The export as a file of this format. It reads with back-pressure, and stops when the consumer stops. */
export function writeQuestionExport(
  reader: ExportReader,
  found: QuestionExport,
  extension: QuestionExtension,
): FilePieces {
  const source = {
    records: () => questionPieces(reader, found),
    groups: (size: number) => questionGroups(reader, found, size),
  };
  return QUESTION_FORMATS[extension].write(source, found.license);
}

/** The records of an export's questions, in pieces. */
async function* questionPieces(reader: ExportReader, found: QuestionExport): AsyncGenerator<readonly QuestionRecord[]> {
  const releaseOf = releasesById(found);
  for await (const rows of questionRows(reader, found)) {
    yield rows.map((row) =>
      questionRecord(row, releaseOf(row.release), found.statistics === null ? null : found.statistics(row)),
    );
  }
}

async function exportedStatistics({ snapshots }: ServerMemory["catalogs"], id: number): Promise<StatisticsOf> {
  const snapshot = await snapshots.of(id);
  const defined = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value;
  return ({ release, ordinal }) =>
    release !== snapshot.release
      ? null
      : {
          snapshot: encodeStoredId("snapshot", id),
          ...byStatistic((field) => defined(snapshot.statistics[field][ordinal])),
        };
}

/** The rows of an export's questions, read with one statement per piece. Without room in memory, the pieces are small. */
export const questionRows = (
  reader: ExportReader,
  found: QuestionExport,
): AsyncGenerator<readonly ExportedQuestion[]> =>
  inPieces(reader, found, { size: PIECE, room: reader.room }, async (pinned, wanted) => {
    const rows = await fetchQuestionRows(reader.database, pinned, wanted, reader.viewer);
    requireAll(rows.length, wanted.length);
    return rows;
  });

/**
 * The questions of an export by column, at most `size` at a time. The size does not depend on the room in memory,
 * because the same export must always be the same file.
 */
async function* questionGroups(
  reader: ExportReader,
  found: QuestionExport,
  size: number,
): AsyncGenerator<QuestionGroup> {
  const releaseOf = releasesById(found);
  const groups = inPieces(reader, found, { size, room: null }, async (pinned, wanted) => {
    const columns = await fetchQuestionColumns(reader.database, pinned, wanted, reader.viewer);
    requireAll(columns.id.values.length, wanted.length);
    return columns;
  });
  for await (const columns of groups) {
    yield { columns, releaseOf, statisticsOf: found.statistics };
  }
}

/** The pieces in which an export is read: their size, and the room that they take; null for none. */
interface PieceSettings {
  readonly size: number;
  readonly room: ExportRoom | null;
}

/** A piece that is being read. */
interface Piece<T> {
  readonly questions: Promise<T>;
  /** The index of the first question after the piece. */
  readonly end: number;
  /** Gives back the room of the piece. */
  readonly free: () => void;
}

/**
 * Reads the questions of an export in pieces. If there is room for two pieces, the database reads a piece while the one
 * before it is encoded.
 */
async function* inPieces<T>(
  reader: ExportReader,
  { releases, ids }: QuestionExport,
  { size, room }: PieceSettings,
  fetchPiece: (pinned: PinnedReleases, wanted: readonly number[]) => Promise<T>,
): AsyncGenerator<T> {
  const known = releases.map(({ id }) => id);
  const pinned = { releases, names: await fetchExportNames(reader.database, known) };
  const begin = (start: number, isNeeded: boolean): Piece<T> | null => {
    if (start >= ids.length) return null;
    const free = room === null ? () => {} : room.take(Math.min(size, ids.length - start) * BYTES_OF_QUESTION);
    if (free === null && !isNeeded) return null;
    const end = start + (free === null ? SMALL_PIECE : size);
    const questions = fetchPiece(pinned, [...ids.subarray(start, end)]);
    // If the piece fails, the error is thrown where the piece is awaited. Without this handler, it would be an unhandled
    // rejection if the consumer stops before that.
    questions.catch(() => {});
    return { questions, end, free: free ?? (() => {}) };
  };
  let piece = begin(0, true);
  let next: Piece<T> | null = null;
  try {
    while (piece !== null) {
      const questions: T = await piece.questions;
      next = begin(piece.end, false);
      yield questions;
      piece.free();
      piece = next ?? begin(piece.end, true);
    }
  } finally {
    piece?.free();
    next?.free();
  }
}

/** @throws if questions are missing, because a shorter file would look complete */
function requireAll(found: number, wanted: number): void {
  if (found !== wanted) throw new Error("questions of a release were not found");
}

function releasesById({ releases }: QuestionExport): (id: number) => ExportedRelease {
  const byId = new Map(releases.map((release) => [release.id, release]));
  return (id) => {
    const release = byId.get(id);
    if (release === undefined) throw new Error(`release ${id} is not in the export`);
    return release;
  };
}
