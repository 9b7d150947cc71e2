import { badInput, OmnidexError } from "../../domain/errors.ts";
import { type AnswerAccess, EVERYONE_SEES } from "../../domain/exported-release.ts";
import type { ImportBatch, ImportHead } from "../../domain/import-batch.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import type { ReleaseChanges } from "../../domain/release-changes.ts";
import { everyoneSees } from "../conditions/answer-visibility.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import type { Database, Queryable } from "../db/database.ts";
import { questionsImported } from "../telemetry/server-events.ts";
import { ImportContent } from "../workers/import-content.ts";
import { Bursts } from "../workers/yielding.ts";
import { inSnapshot } from "./benchmark-locks.ts";
import { insertRelease, insertVocabulary, lockBenchmark, prepareBulkWrites } from "./benchmark-writes.ts";
import { fetchBoardSplit, type SplitRecord, storeBoardSplit } from "./challenge-queries.ts";
import {
  drawSplit,
  type KnownSides,
  type SplitQuestion,
  splitQuestion,
  tooFewToSplit,
  USUAL_PUBLIC_SHARE,
} from "./choose-public.ts";
import { aboutBenchmark } from "./known-benchmarks.ts";
import { insertQuestions, insertVideos, settleQuestions } from "./question-writes.ts";
import { findSharedQuestions, NOTHING_SHARED, type SharedQuestions } from "./questions-elsewhere.ts";
import { type BenchmarkReleases, fetchBenchmarkReleases, type StoredRelease } from "./release-comparison-queries.ts";
import { storeRowsHash } from "./release-hash-queries.ts";
import { compareReleases, type ImportOptions, replaceRelease, requireConsent } from "./replace-release.ts";
import { splitQuestions as storedQuestions } from "./shared-question-queries.ts";

/** Imports a release that is in memory, as `importContent` does. */
export async function importBenchmark(
  database: Database,
  batch: ImportBatch,
  options: ImportOptions,
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

/** The content that an importer has read, with its hash. */
interface Read {
  readonly head: ImportHead;
  readonly content: ImportContent;
  readonly contentHash: string;
  /** The requested options. */
  readonly options: ImportOptions;
}

/** What an import will do, according to the current state of the database. */
interface Plan {
  readonly releases: BenchmarkReleases | undefined;
  readonly status: ImportReport["status"];
  readonly version: number;
  readonly answerAccess: AnswerAccess;
  /** The share of the questions on the public board; null for one board. */
  readonly publicShare: number | null;
  /** The boards of a new release; null for one board, and for a stored release. */
  readonly split: SplitRecord | null;
  readonly changes: ReleaseChanges | null;
  readonly shared: SharedQuestions;
}

/**
 * Stores imported content as a release and makes it the current one. On any error, nothing is stored. Importing the
 * content of the current release writes nothing.
 * @throws `CONFLICT` with the changes in its details if the current release loses more than 5 % of its questions or has
 * runs, unless `replace` allows it; `CONFLICT` if the content is already stored with a different answer access
 */
export async function importContent(
  database: Database,
  head: ImportHead,
  content: ImportContent,
  options: ImportOptions,
): Promise<ImportReport> {
  const read: Read = { head, content, contentHash: await content.hash(head), options };
  const seen = await inSnapshot(database, (tx) => planImport(tx, read, null));
  if (options.dryRun === true || seen.status === "UNCHANGED") return report(read, seen, options.dryRun === true);
  requireConsent("IMPORT_WOULD_REPLACE", seen.changes, options);
  const done = await database.transaction((tx) => storeImport(tx, read, seen, options));
  if (done.status === "CREATED") questionsImported.publish({ questions: content.questionCount });
  return report(read, done, false);
}

/** What an import into an empty database would do. Needs no database. */
export async function previewContent(
  head: ImportHead,
  content: ImportContent,
  { answers, public: requested }: Pick<ImportOptions, "answers" | "public"> = {},
): Promise<ImportReport> {
  const first = await firstRelease(content, answers, requested);
  return report({ head, content, contentHash: await content.hash(head) }, first, true);
}

/** @param seen an earlier plan; its changes and boards are reused if the releases are still the same */
async function planImport(tx: Queryable, read: Read, seen: Plan | null): Promise<Plan> {
  const { head, content, contentHash } = read;
  const { answers, public: requested, viewer } = read.options;
  const releases = await fetchBenchmarkReleases(tx, head.benchmark, { contentHash });
  if (releases === undefined) {
    const first = await firstRelease(content, answers, requested);
    return { ...first, shared: await findSharedQuestions(tx, null, content, first.answerAccess, viewer) };
  }
  const { current, wanted, next } = releases;
  if (wanted !== null) requireSameAccess(head.benchmark, wanted, answers);
  const { answerAccess } = wanted ?? { answerAccess: answers ?? current?.answerAccess ?? EVERYONE_SEES };
  const version = wanted?.version ?? next;
  const stored = wanted && { publicShare: await storedShare(tx, head.benchmark, wanted, requested), split: null };
  if (stored !== null && wanted?.id === current?.id)
    return { releases, status: "UNCHANGED", version, answerAccess, ...stored, changes: null, shared: NOTHING_SHARED };
  const status = wanted === null ? "CREATED" : "RESTORED";
  // If this is the first import of the benchmark, `seen` has no releases. The lock has created the benchmark without a
  // release, so its next version is 1.
  if (seen !== null && seen.releases?.current?.id === current?.id && (seen.releases?.next ?? 1) === next)
    return { ...seen, releases, status, version, answerAccess };
  const boards = stored ?? boardsWith(await drawBoards(tx, content, requested, { answerAccess, current }));
  const changes = await compareReleases(tx, head.benchmark, releases, wanted ?? content, viewer);
  const shared =
    wanted === null ? await findSharedQuestions(tx, releases.benchmark, content, answerAccess, viewer) : NOTHING_SHARED;
  return { releases, status, version, answerAccess, ...boards, changes, shared };
}

const firstRelease = async (
  content: ImportContent,
  answerAccess: AnswerAccess = EVERYONE_SEES,
  requested?: number,
): Promise<Plan> => ({
  releases: undefined,
  status: "CREATED",
  version: 1,
  answerAccess,
  ...boardsWith(await drawBoards(null, content, requested, { answerAccess, current: null })),
  changes: null,
  shared: NOTHING_SHARED,
});

const boardsWith = (split: SplitRecord | null): Pick<Plan, "publicShare" | "split"> => ({
  publicShare: split?.publicShare ?? null,
  split,
});

/** Refuses to change the access of a stored release: answers that were once visible cannot be hidden afterwards. */
function requireSameAccess(slug: string, { version, answerAccess }: StoredRelease, answers?: AnswerAccess): void {
  if (answers === undefined || answers === answerAccess) return;
  throw new OmnidexError(
    "CONFLICT",
    `These files are release ${version} of '${slug}' already, and its answers are ${answerAccess.toLowerCase()}. That does not change: only a new release can have other access to its answers.`,
    { reason: "ANSWER_ACCESS_IS_FIXED", version, answerAccess },
  );
}

/** The plan may be outdated until the benchmark is locked, so it is made again under the lock. */
async function storeImport(tx: Queryable, read: Read, seen: Plan, options: ImportOptions): Promise<Plan> {
  await prepareBulkWrites(tx);
  const benchmark = await lockBenchmark(tx, aboutBenchmark(read.head));
  const plan = await planImport(tx, read, seen);
  if (plan.status === "UNCHANGED") return plan;
  const consent = { reason: "IMPORT_WOULD_REPLACE", ...options } as const;
  requireConsent(consent.reason, plan.changes, consent);
  const current = plan.releases?.current ?? null;
  const release = plan.releases?.wanted?.id ?? (await createRelease(tx, benchmark, read, plan));
  const changes = await replaceRelease(tx, { benchmark, current }, release, plan.changes, consent);
  return { ...plan, changes };
}

/** Returns the id of the new release, which is not current yet. */
async function createRelease(
  tx: Queryable,
  benchmark: number,
  { head, content, contentHash }: Read,
  { answerAccess, split }: Plan,
): Promise<number> {
  const { questionCount, videoCount, audio } = content;
  const { id } = await insertRelease(tx, benchmark, {
    ...head,
    contentHash,
    answerAccess,
    questionCount,
    videoCount,
  });
  await insertVocabulary(tx, benchmark, head, audio.all());
  const target = { benchmark, release: id };
  await insertVideos(tx, target, content.videos(), (video) => audio.ofQuestionsAbout(video));
  await insertQuestions(tx, target, content.questions());
  await settleQuestions(tx);
  await storeBoardSplit(tx, id, split, null);
  await storeRowsHash(tx, id);
  return id;
}

const report = (
  { head, content, contentHash }: Omit<Read, "options">,
  { status, version, answerAccess, publicShare, changes, shared }: Plan,
  dryRun: boolean,
): ImportReport => ({
  benchmark: head.benchmark,
  status,
  dryRun,
  releaseVersion: version,
  contentHash,
  answerAccess,
  publicShare,
  format: head.source.format,
  counts: {
    videos: content.videoCount,
    questions: content.questionCount,
    categories: head.categories.length,
    tasks: head.tasks.length,
  },
  changes,
  oddities: head.oddities,
  ...shared,
});

/**
 * Draws the public and the private board of a new release that hides its answers. With the share of the current release, the videos that
 * it has keep their side, so that no question is on the public board of one release and on the private board of another. A first
 * release with too few questions for two boards has one, unless a share is requested.
 * @param tx null for a release that is compared with no stored one
 * @param requested the share of the questions on the public board; 1 for one board over all questions; undefined for that of the
 *   current release if it hides its answers, and a half otherwise
 * @param current null for the first release of a benchmark
 * @returns null for one board
 * @throws `BAD_USER_INPUT` if a requested share, or that of the current release, cannot be had
 */
async function drawBoards(
  tx: Queryable | null,
  content: ImportContent,
  requested: number | undefined,
  { answerAccess, current }: { readonly answerAccess: AnswerAccess; readonly current: StoredRelease | null },
): Promise<SplitRecord | null> {
  if (requested !== undefined) requireShare(requested, answerAccess);
  if (everyoneSees(answerAccess)) return null;
  const stored = tx === null || current === null ? null : await boardsOf(tx, current);
  const share = requested ?? stored?.share ?? USUAL_PUBLIC_SHARE;
  if (share === 1) return null;
  const questions = await splitQuestions(content);
  const split = await drawSplit(questions, share, share === stored?.share ? stored.sides : undefined);
  if (split === null && (requested ?? stored?.share) !== undefined)
    throw tooFewToSplit(content.questionCount, "'public'");
  return split;
}

function requireShare(share: number, answerAccess: AnswerAccess): void {
  if (everyoneSees(answerAccess))
    throw badInput("'public' is for a release that hides its answers, and everyone sees those of this one.");
  if (!(share > 0 && share <= 1))
    throw badInput(`'public' must be a share of the questions, more than 0 and at most 1; got ${share}.`);
}

/** The boards of a release that hides its answers. */
interface StoredBoards {
  /** The public board's share of the questions; 1 for one board; undefined for one board because of too few questions. */
  readonly share: number | undefined;
  readonly sides: KnownSides;
}

/** The boards of a release; null if everyone sees its answers. */
async function boardsOf(tx: Queryable, { id, answerAccess }: StoredRelease): Promise<StoredBoards | null> {
  if (everyoneSees(answerAccess)) return null;
  const share = (await fetchBoardSplit(tx, id))?.publicShare;
  const sides = new Map<string, boolean>();
  let count = 0;
  for await (const page of storedQuestions(tx, id)) {
    count += page.length;
    for (const { key, video, file, task, isPublic } of page)
      sides.set(splitQuestion(key, video, file, task).cluster, isPublic === true);
  }
  return share === undefined
    ? { share: count < 2 * FEWEST_DISCLOSED ? undefined : 1, sides: new Map() }
    : { share, sides };
}

async function splitQuestions(content: ImportContent): Promise<readonly SplitQuestion[]> {
  const questions: SplitQuestion[] = [];
  const bursts = new Bursts();
  for (const { key, video, media, task } of content.questions()) {
    questions.push(splitQuestion(key, video, media[0]?.path ?? null, task));
    if (bursts.isOver()) await bursts.next();
  }
  return questions;
}

/**
 * The share of a stored release's questions on its public board; null for one board.
 * @throws `CONFLICT` if another share is requested; `BAD_USER_INPUT` if everyone sees the answers
 */
async function storedShare(
  tx: Queryable,
  slug: string,
  { id, version, answerAccess }: StoredRelease,
  requested: number | undefined,
): Promise<number | null> {
  if (requested !== undefined) requireShare(requested, answerAccess);
  const share = (await fetchBoardSplit(tx, id))?.publicShare ?? null;
  if (requested === undefined || requested === (share ?? 1)) return share;
  throw new OmnidexError(
    "CONFLICT",
    `These files are release ${version} of '${slug}' already, and its public board covers ${share === null ? "all" : `${Math.round(100 * share)} %`} of the questions. 'splitLeaderboard' (omnidex challenge split) changes that as long as no run is scored.`,
    { reason: "SPLIT_IS_STORED", version, publicShare: share },
  );
}
