import type { ImportBatch, ImportHead, Oddity } from "../../domain/import-batch.ts";
import {
  fetchReleaseByHash,
  insertRelease,
  insertVocabulary,
  lockBenchmark,
  prepareBulkWrites,
  setCurrentRelease,
} from "../data/benchmark-writes.ts";
import { storeRowsHash } from "../data/checks/release-rows-hash.ts";
import { insertQuestions, insertVideos, settleQuestions } from "../data/question-writes.ts";
import type { Database, Queryable } from "../db/database.ts";
import { questionsImported } from "../telemetry/server-events.ts";
import { ImportContent } from "./imports/import-content.ts";
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

/** As `importContent`, for a release that is in memory. */
export async function importBenchmark(database: Database, batch: ImportBatch): Promise<ImportReport> {
  const content = new ImportContent();
  try {
    for (const video of batch.videos) content.video(video);
    for (const question of batch.questions) content.question(question);
    return await importContent(database, batch, content);
  } finally {
    content.close();
  }
}

/**
 * Stores what an importer has read as a release, and makes it the current one: all of it, or, on any error, nothing.
 * To import the same content again changes nothing.
 */
export async function importContent(
  database: Database,
  head: ImportHead,
  content: ImportContent,
): Promise<ImportReport> {
  const contentHash = content.hash(head);
  const imported = await database.transaction(async (tx) => {
    await prepareBulkWrites(tx);
    const benchmark = await lockBenchmark(tx, aboutBenchmark(head));
    const existing = await fetchReleaseByHash(tx, benchmark, contentHash);
    if (existing === undefined) {
      const version = await createRelease(tx, benchmark, contentHash, head, content);
      return report(head, content, contentHash, "CREATED", version);
    }
    if (!existing.isCurrent) await setCurrentRelease(tx, benchmark, existing.id);
    return report(head, content, contentHash, existing.isCurrent ? "UNCHANGED" : "RESTORED", existing.version);
  });
  if (imported.status === "CREATED") questionsImported.publish({ questions: imported.counts.questions });
  return imported;
}

async function createRelease(
  tx: Queryable,
  benchmark: number,
  contentHash: string,
  head: ImportHead,
  content: ImportContent,
): Promise<number> {
  const { questionCount, videoCount, audio } = content;
  const release = await insertRelease(tx, benchmark, { ...head, contentHash, questionCount, videoCount });
  await insertVocabulary(tx, benchmark, head, audio.all());
  const target = { benchmark, release: release.id };
  await insertVideos(tx, target, content.videos(), (video) => audio.ofQuestionsAbout(video));
  await insertQuestions(tx, target, content.questions());
  await setCurrentRelease(tx, benchmark, release.id);
  await settleQuestions(tx);
  await storeRowsHash(tx, release.id);
  return release.version;
}

const report = (
  head: ImportHead,
  { videoCount, questionCount }: ImportContent,
  contentHash: string,
  status: ImportReport["status"],
  releaseVersion: number,
): ImportReport => ({
  benchmark: head.benchmark,
  status,
  releaseVersion,
  contentHash,
  format: head.source.format,
  counts: {
    videos: videoCount,
    questions: questionCount,
    categories: head.categories.length,
    tasks: head.tasks.length,
  },
  oddities: head.oddities,
});
