import { createHash } from "node:crypto";
import { OmnidexError } from "../../domain/errors.ts";
import type { ExportedBenchmarkQuestion, ExportedVideoRow } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import type { DistributedFile } from "../../formats/croissant/croissant.ts";
import type { FilePieces } from "../../formats/encoding/pieces.ts";
import { omnidexJson } from "../../formats/omnidex/omnidex-json.ts";
import { QUESTION_FORMATS, type QuestionExtension } from "../../formats/questions/question-formats.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";
import {
  fetchExportedDetails,
  fetchExportedVideos,
  fetchExportedVocabulary,
  fetchReleaseOf,
} from "./benchmark-export-queries.ts";
import {
  type ExportReader,
  openQuestionExport,
  type QuestionExport,
  questionRows,
  writeQuestionExport,
} from "./question-export.ts";
import { fetchExportedReleases } from "./question-export-queries.ts";

/** How many videos are read with one statement. */
const PIECE = 500;

/**
 * The current release of a benchmark, as the viewer may see it.
 * @throws `NOT_FOUND` if there is no such benchmark, or it has not been imported
 */
export async function requireRelease(database: Queryable, viewer: Viewer, slug: string): Promise<ExportedRelease> {
  const id = await fetchReleaseOf(database, slug);
  const [release] = id === undefined ? [] : await fetchExportedReleases(database, [id], viewer);
  if (release === undefined) throw await missingBenchmark(database, slug);
  return release;
}

/** The filter that selects all questions of a benchmark. */
export const filterOf = (slug: string): { readonly benchmarks: readonly string[] } => ({ benchmarks: [slug] });

/**
 * The exports of a benchmark as callers without a key can download them, each with its size and checksum. To compute
 * these, each export is generated once per version of the data and discarded. Only its size and checksum are cached.
 * @param urlOf the address of the export with an extension
 */
export async function distributedFiles(
  reader: ExportReader & { readonly memory: ServerMemory },
  slug: string,
  urlOf: (extension: QuestionExtension) => string,
): Promise<readonly DistributedFile[]> {
  const digests = await rememberedAnswer(reader.memory, ["croissant", slug], () =>
    digestAll({ ...reader, viewer: ANONYMOUS }, slug),
  );
  return digests.map((digest) => ({ ...digest, url: urlOf(digest.extension) }));
}

async function digestAll(reader: ExportReader, slug: string): Promise<readonly Omit<DistributedFile, "url">[]> {
  const found = await openQuestionExport(reader, canonicalSlice(filterOf(slug)));
  const digests: Omit<DistributedFile, "url">[] = [];
  for (const extension of Object.keys(QUESTION_FORMATS) as QuestionExtension[]) {
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of writeQuestionExport(reader, found, extension)) {
      hash.update(piece);
      size += Buffer.byteLength(piece);
    }
    digests.push({ extension, size, sha256: hash.digest("hex") });
  }
  return digests;
}

/**
 * A benchmark as a file that `omnidex import` reads.
 * @throws `FORBIDDEN` if the viewer may not see the answers, which the file contains
 */
export async function* writeBenchmarkExport(reader: ExportReader, release: ExportedRelease): FilePieces {
  if (!seesAnswers(reader.viewer, release)) {
    throw new OmnidexError("FORBIDDEN", "The release hides its answers, and the file would hold them.");
  }
  const found = await openQuestionExport(reader, canonicalSlice(filterOf(release.benchmark)));
  if (found.releases.some(({ id }) => id !== release.id)) throw new Error("another release was imported meanwhile");
  yield* omnidexJson({
    release,
    ...(await fetchExportedVocabulary(reader.database, release.id)),
    videos: videoPieces(reader.database, release.id),
    questions: questionPieces(reader, found),
  });
}

async function* videoPieces(database: Queryable, release: number): AsyncGenerator<readonly ExportedVideoRow[]> {
  for (let from = 0; ; from += PIECE) {
    const rows = await fetchExportedVideos(database, release, from, PIECE);
    if (rows.length > 0) yield rows;
    if (rows.length < PIECE) return;
  }
}

/**
 * The questions with their answer keys, in pieces. One statement reads the rows of a piece, and another one reads their
 * audio labels and confirmations.
 */
async function* questionPieces(
  reader: ExportReader,
  found: QuestionExport,
): AsyncGenerator<readonly ExportedBenchmarkQuestion[]> {
  for await (const rows of questionRows(reader, found)) {
    const ids = rows.map(({ id }) => id);
    const details = await fetchExportedDetails(reader.database, ids, reader.viewer);
    const byId = new Map(details.map((each) => [each.id, each]));
    yield rows.map((row) => ({ confirmation: null, ...row, ...byId.get(row.id) }));
  }
}
