import { OmnidexError } from "../../domain/errors.ts";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import {
  ContentComparison,
  type Fingerprint,
  type ReleaseChanges,
  type ReplacementReason,
  releaseRuns,
  replacementReasons,
} from "../../domain/release-changes.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import type { ImportContent } from "../workers/import-content.ts";
import { lockAnswerKey } from "./benchmark-locks.ts";
import { setCurrentRelease } from "./benchmark-writes.ts";
import {
  type BenchmarkReleases,
  fetchRunsByModel,
  importedQuestionFingerprints,
  importedVideoFingerprints,
  questionFingerprints,
  type StoredRelease,
  videoFingerprints,
} from "./release-comparison-queries.ts";
import { requireSealed } from "./require-sealed.ts";

export interface ImportOptions extends ReplaceOptions {
  /**
   * Who may see the answers of a new release. The default is the access of the current release, so that a new version
   * of a benchmark with hidden answers does not show them by mistake. Without a current release, everyone sees them.
   */
  readonly answers?: AnswerAccess | undefined;
  /** The share of the questions that become a benchmark of their own, whose answers everyone sees; those of the others are hidden. */
  readonly open?: number | undefined;
  /**
   * The share of the questions of a new release with hidden answers that its public board covers; with 1, there is one board over all
   * questions. The default is that of the current release if it hides its answers, and a half otherwise.
   */
  readonly public?: number | undefined;
}

export interface ReplaceOptions {
  /** Replaces the release even if questions are removed or runs leave the leaderboard. */
  readonly replace?: boolean | undefined;
  /** Reports what would happen, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /**
   * Who replaces the release. Among the runs that leave or return, only those that this viewer may see are counted. An
   * import's questions are looked up in earlier releases of other benchmarks only if the viewer maintains the other
   * benchmark or is an administrator.
   */
  readonly viewer: Viewer;
}

/** The content to compare with the current release: a stored release, or an import that is not stored yet. */
export type Successor = StoredRelease | ImportContent;

const isStored = (successor: Successor): successor is StoredRelease => "id" in successor;

/** What changes if `successor` takes the place of the current release; null if there is no current release. */
export async function compareReleases(
  database: Queryable,
  slug: string,
  { current, next }: Pick<BenchmarkReleases, "current" | "next">,
  successor: Successor,
  viewer: Viewer,
): Promise<ReleaseChanges | null> {
  if (current === null) return null;
  const videos = new ContentComparison();
  for await (const page of videoFingerprints(database, current.id)) videos.addBefore(page);
  for await (const piece of videosOf(database, successor)) videos.add(piece);
  const questions = new ContentComparison();
  for await (const page of questionFingerprints(database, current.id)) questions.addBefore(page);
  for await (const piece of questionsOf(database, successor)) questions.add(piece);
  const leaving = releaseRuns(await fetchRunsByModel(database, current.id, viewer));
  const changed = { questions: questions.changes(), videos: videos.changes() };
  return {
    benchmark: slug,
    from: current.version,
    to: isStored(successor) ? successor.version : next,
    ...changed,
    leaving,
    returning: releaseRuns(isStored(successor) ? await fetchRunsByModel(database, successor.id, viewer) : []),
    reasons: replacementReasons(changed.questions, leaving),
  };
}

const videosOf = (database: Queryable, successor: Successor): AsyncGenerator<readonly Fingerprint[]> =>
  isStored(successor)
    ? videoFingerprints(database, successor.id)
    : importedVideoFingerprints(database, successor.videos(), (video) => successor.audio.ofQuestionsAbout(video));

function questionsOf(database: Queryable, successor: Successor): AsyncGenerator<readonly Fingerprint[]> {
  if (isStored(successor)) return questionFingerprints(database, successor.id);
  const { subsets } = successor;
  const subsetOf = (video: string | null): string | null => (video === null ? null : (subsets.get(video) ?? null));
  return importedQuestionFingerprints(database, successor.questions(), subsetOf);
}

/** The cause of a replacement: an import, or a call that names a stored release. */
export type Replacing = "IMPORT_WOULD_REPLACE" | "RELEASE_WOULD_REPLACE";

/**
 * @throws `CONFLICT` if the change needs consent and does not have it, with the changes in `details.changes` and the
 * cause in `details.reason`
 */
export function requireConsent(
  reason: Replacing,
  changes: ReleaseChanges | null,
  { replace }: Pick<ReplaceOptions, "replace">,
): void {
  if (changes === null || changes.reasons.length === 0 || replace === true) return;
  const { benchmark, from, to } = changes;
  const what =
    reason === "IMPORT_WOULD_REPLACE"
      ? `The import would replace release ${from}`
      : `Release ${to} would replace ${from}`;
  const losses = changes.reasons.map((each) => LOSSES[each](changes)).join(", and ");
  const todo = "Nothing was changed. Set 'replace' (--replace) to do it all the same.";
  throw new OmnidexError("CONFLICT", `${what} of '${benchmark}': ${losses}. ${todo}`, { reason, changes });
}

const LOSSES: Readonly<Record<ReplacementReason, (changes: ReleaseChanges) => string>> = {
  QUESTIONS_REMOVED: ({ questions: { removed, before } }) => `${removed} of its ${before} questions would be gone`,
  RUNS_LEAVE: ({ leaving: { scored, unfinished, modelCount } }) => {
    const runs = scored + unfinished;
    return `${runs} ${runs === 1 ? "run" : "runs"} of ${modelCount} ${modelCount === 1 ? "model" : "models"} would leave the leaderboard`;
  },
};

/**
 * Makes a release the current one. Waits until submissions to the previous release are stored. Then counts the runs of
 * that release again, because one may have been added since the changes were computed.
 * @param changes null if the benchmark has no current release
 * @throws `CONFLICT` as `requireConsent` does
 */
export async function replaceRelease(
  tx: Queryable,
  { benchmark, current }: Pick<BenchmarkReleases, "benchmark" | "current">,
  release: number,
  changes: ReleaseChanges | null,
  consent: { readonly reason: Replacing } & ReplaceOptions,
): Promise<ReleaseChanges | null> {
  let counted = changes;
  if (current !== null && changes !== null) {
    await lockAnswerKey(tx, current.id);
    await requireSealed(tx, [current.id]);
    const leaving = releaseRuns(await fetchRunsByModel(tx, current.id, consent.viewer));
    counted = { ...changes, leaving, reasons: replacementReasons(changes.questions, leaving) };
    requireConsent(consent.reason, counted, consent);
  }
  await setCurrentRelease(tx, benchmark, release);
  return counted;
}
