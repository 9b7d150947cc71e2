import { createHash } from "node:crypto";
import stringify from "safe-stable-stringify";
import type { ImportBatch, Oddity } from "../../domain/import-batch.ts";
import {
  fetchReleaseByHash,
  insertRelease,
  insertVocabulary,
  lockBenchmark,
  prepareBulkWrites,
  setCurrentRelease,
} from "../data/benchmark-writes.ts";
import { insertQuestions, insertVideos, settleQuestions } from "../data/question-writes.ts";
import type { Database, Queryable } from "../db/database.ts";
import { aboutBenchmark } from "./known-benchmarks.ts";

/** What an import did. */
export interface ImportReport {
  readonly benchmark: string;
  /** CREATED a release; found the same one current, UNCHANGED; or made an earlier one current again, RESTORED. */
  readonly status: "CREATED" | "UNCHANGED" | "RESTORED";
  readonly releaseVersion: number;
  readonly contentHash: string;
  readonly format: string;
  readonly counts: Readonly<Record<"videos" | "questions" | "categories" | "tasks", number>>;
  readonly oddities: readonly Oddity[];
}

/**
 * Stores what an importer has read as a release, and makes it the current one: all of it, or, on any error, nothing.
 * To import the same content again changes nothing.
 */
export function importBenchmark(database: Database, batch: ImportBatch): Promise<ImportReport> {
  const contentHash = hashBatch(batch);
  return database.transaction(async (tx) => {
    await prepareBulkWrites(tx);
    const benchmark = await lockBenchmark(tx, aboutBenchmark(batch));
    const existing = await fetchReleaseByHash(tx, benchmark, contentHash);
    if (existing === undefined) {
      const version = await createRelease(tx, benchmark, contentHash, batch);
      return report(batch, contentHash, "CREATED", version);
    }
    if (!existing.isCurrent) await setCurrentRelease(tx, benchmark, existing.id);
    return report(batch, contentHash, existing.isCurrent ? "UNCHANGED" : "RESTORED", existing.version);
  });
}

async function createRelease(
  tx: Queryable,
  benchmark: number,
  contentHash: string,
  batch: ImportBatch,
): Promise<number> {
  const release = await insertRelease(tx, benchmark, contentHash, batch);
  await insertVocabulary(tx, benchmark, batch);
  const target = { benchmark, release: release.id };
  await insertVideos(tx, target, batch);
  await insertQuestions(tx, target, batch);
  await setCurrentRelease(tx, benchmark, release.id);
  await settleQuestions(tx);
  return release.version;
}

/**
 * SHA-256 over what the release says. The files' names and encoding do not count, nor does what was found odd: a later
 * version may find more. Item by item, for a whole release as one string could be too long.
 */
function hashBatch(batch: ImportBatch): string {
  const hash = createHash("sha256");
  for (const part of ["categories", "tasks", "videos", "questions"] as const) {
    hash.update(`${part}\n`);
    for (const item of batch[part]) hash.update(`${stringify(item)}\n`);
  }
  return hash.digest("hex");
}

const report = (
  batch: ImportBatch,
  contentHash: string,
  status: ImportReport["status"],
  releaseVersion: number,
): ImportReport => ({
  benchmark: batch.benchmark,
  status,
  releaseVersion,
  contentHash,
  format: batch.source.format,
  counts: {
    videos: batch.videos.length,
    questions: batch.questions.length,
    categories: batch.categories.length,
    tasks: batch.tasks.length,
  },
  oddities: batch.oddities,
});
