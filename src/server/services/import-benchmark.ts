import type { ImportBatch, ImportHead, Oddity } from "../../domain/import-batch.ts";
import type { ReleaseChanges } from "../../domain/release-changes.ts";
import { insertRelease, insertVocabulary, lockBenchmark, prepareBulkWrites } from "../data/benchmark-writes.ts";
import { storeRowsHash } from "../data/checks/release-rows-hash.ts";
import { insertQuestions, insertVideos, settleQuestions } from "../data/question-writes.ts";
import { type BenchmarkReleases, fetchBenchmarkReleases } from "../data/release-comparison-queries.ts";
import { inSnapshot } from "../data/snapshot.ts";
import type { Database, Queryable } from "../db/database.ts";
import { questionsImported } from "../telemetry/server-events.ts";
import { ImportContent } from "./imports/import-content.ts";
import { compareReleases, type ReplaceOptions, replaceRelease, requireConsent } from "./imports/replace-release.ts";
import { aboutBenchmark } from "./known-benchmarks.ts";

/** What an import did, or a dry run would do. */
export interface ImportReport {
  readonly benchmark: string;
  /** CREATED a release; found the same one current, UNCHANGED; or made an earlier one current again, RESTORED. */
  readonly status: "CREATED" | "UNCHANGED" | "RESTORED";
  /** Nothing was written. */
  readonly dryRun: boolean;
  readonly releaseVersion: number;
  readonly contentHash: string;
  readonly format: string;
  readonly counts: Readonly<Record<"videos" | "questions" | "categories" | "tasks", number>>;
  /** What became of the release that was current before; null if there was none, and for an unchanged release. */
  readonly changes: ReleaseChanges | null;
  readonly oddities: readonly Oddity[];
}

/** As `importContent`, for a release that is in memory. */
export async function importBenchmark(
  database: Database,
  batch: ImportBatch,
  options: ReplaceOptions = {},
): Promise<ImportReport> {
  const content = new ImportContent();
  try {
    for (const video of batch.videos) content.video(video);
    for (const question of batch.questions) content.question(question);
    return await importContent(database, batch, content, options);
  } finally {
    content.close();
  }
}

/** What has been read, with the hash of it. */
interface Read {
  readonly head: ImportHead;
  readonly content: ImportContent;
  readonly contentHash: string;
}

/** What an import will do, as far as the database has been seen. */
interface Plan {
  readonly releases: BenchmarkReleases | undefined;
  readonly status: ImportReport["status"];
  readonly version: number;
  readonly changes: ReleaseChanges | null;
}

/**
 * Stores what an importer has read as a release, and makes it the current one: all of it, or, on any error, nothing.
 * To import the content of the current release writes nothing.
 * @throws `CONFLICT` with the changes in its details if the current release loses more than 5 % of its questions or has
 *   runs, unless `replace` allows it
 */
export async function importContent(
  database: Database,
  head: ImportHead,
  content: ImportContent,
  options: ReplaceOptions = {},
): Promise<ImportReport> {
  const read: Read = { head, content, contentHash: content.hash(head) };
  const seen = await inSnapshot(database, (tx) => planImport(tx, read, null));
  if (options.dryRun === true || seen.status === "UNCHANGED") return report(read, seen, options.dryRun === true);
  requireConsent("IMPORT_WOULD_REPLACE", seen.changes, options);
  const done = await database.transaction((tx) => storeImport(tx, read, seen, options));
  if (done.status === "CREATED") questionsImported.publish({ questions: content.questionCount });
  return report(read, done, false);
}

/** @param seen an earlier plan, whose changes still hold if the releases are the same */
async function planImport(tx: Queryable, { head, content, contentHash }: Read, seen: Plan | null): Promise<Plan> {
  const releases = await fetchBenchmarkReleases(tx, head.benchmark, { contentHash });
  if (releases === undefined) return { releases, status: "CREATED", version: 1, changes: null };
  const { current, wanted, next } = releases;
  if (wanted !== null && wanted.id === current?.id)
    return { releases, status: "UNCHANGED", version: wanted.version, changes: null };
  const same = seen?.releases?.current?.id === current?.id && seen?.releases?.next === next;
  const changes = same && seen ? seen.changes : await compareReleases(tx, head.benchmark, releases, wanted ?? content);
  return { releases, status: wanted === null ? "CREATED" : "RESTORED", version: wanted?.version ?? next, changes };
}

/** What has been seen may have changed until the benchmark is locked. */
async function storeImport(tx: Queryable, read: Read, seen: Plan, options: ReplaceOptions): Promise<Plan> {
  await prepareBulkWrites(tx);
  const benchmark = await lockBenchmark(tx, aboutBenchmark(read.head));
  const plan = await planImport(tx, read, seen);
  if (plan.status === "UNCHANGED") return plan;
  const consent = { reason: "IMPORT_WOULD_REPLACE", ...options } as const;
  requireConsent(consent.reason, plan.changes, consent);
  const current = plan.releases?.current ?? null;
  const release = plan.releases?.wanted?.id ?? (await createRelease(tx, benchmark, read));
  const changes = await replaceRelease(tx, { benchmark, current }, release, plan.changes, consent);
  return { ...plan, changes };
}

/** Returns the id of the new release, which is not current yet. */
async function createRelease(tx: Queryable, benchmark: number, { head, content, contentHash }: Read): Promise<number> {
  const { questionCount, videoCount, audio } = content;
  const { id } = await insertRelease(tx, benchmark, { ...head, contentHash, questionCount, videoCount });
  await insertVocabulary(tx, benchmark, head, audio.all());
  const target = { benchmark, release: id };
  await insertVideos(tx, target, content.videos(), (video) => audio.ofQuestionsAbout(video));
  await insertQuestions(tx, target, content.questions());
  await settleQuestions(tx);
  await storeRowsHash(tx, id);
  return id;
}

const report = (
  { head, content, contentHash }: Read,
  { status, version, changes }: Plan,
  dryRun: boolean,
): ImportReport => ({
  benchmark: head.benchmark,
  status,
  dryRun,
  releaseVersion: version,
  contentHash,
  format: head.source.format,
  counts: {
    videos: content.videoCount,
    questions: content.questionCount,
    categories: head.categories.length,
    tasks: head.tasks.length,
  },
  changes,
  oddities: head.oddities,
});
