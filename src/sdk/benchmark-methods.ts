import * as documents from "./generated/operations.ts";
import { adminDocuments, scoringDocuments } from "./lazy-documents.ts";
import { keyedInput } from "./random-key.ts";
import type { PreviewOptions, ReleaseOptions } from "./sdk-options.ts";
import { found, type Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/**
 * The release with the given version. By default the current release, or undefined if no release is current.
 *
 * @throws OmnidexNotFoundError if the benchmark has no such release
 */
function ofRelease<T extends { readonly version: number; readonly current: boolean }>(
  releases: readonly T[],
  version: number | undefined,
): T | undefined {
  if (version === undefined) return releases.find(({ current }) => current);
  return found("release", releases.find((one) => one.version === version) ?? null, String(version));
}

/** The benchmarks, their releases, and their answer keys. */
export const benchmarkMethods = (send: Send) => ({
  /**
   * All benchmarks, with their tasks and categories.
   *
   * @example
   * for (const { slug, questionCount } of await omnidex.benchmarks()) console.log(slug, questionCount);
   */
  async benchmarks(request: RequestOptions = {}): Promise<readonly types.Benchmark[]> {
    return (await send(documents.BenchmarksDocument, {}, request)).benchmarks;
  },

  /**
   * One benchmark; null if no benchmark has this slug.
   *
   * @example
   * const worldsense = await omnidex.benchmark("worldsense");
   */
  async benchmark(slug: string, request: RequestOptions = {}): Promise<types.Benchmark | null> {
    return (await send(documents.BenchmarkDocument, { slug }, request)).benchmark;
  },

  /**
   * The releases of a benchmark, oldest first.
   *
   * @throws OmnidexNotFoundError if there is no such benchmark.
   * @example
   * const releases = await omnidex.releases("worldsense");
   */
  async releases(benchmark: string, request: RequestOptions = {}): Promise<readonly types.Release[]> {
    const answered = (await send((await scoringDocuments()).ReleasesDocument, { slug: benchmark }, request)).benchmark;
    return found("benchmark", answered, benchmark).releases;
  },

  /**
   * Makes a release of a benchmark the current one. Requires the key of an administrator or of one of the benchmark's
   * maintainers.
   *
   * @throws OmnidexConflictError if the change would remove more than 5 % of the current questions, or the current
   *   release has runs. The error's `changes` describe the change; `replace: true` makes it anyway.
   * @example
   * const { changes } = await omnidex.useRelease({ benchmark: "worldsense", version: 1, dryRun: true });
   */
  async useRelease(input: types.UseReleaseInput, request: RequestOptions = {}): Promise<types.UsedRelease> {
    return (await send((await adminDocuments()).UseReleaseDocument, { input }, request)).useRelease;
  },

  /**
   * How the data of a benchmark were made and are kept; null if nothing is known about that.
   *
   * @throws OmnidexNotFoundError if there is no such benchmark.
   * @example
   * const datasheet = await omnidex.datasheet("worldsense");
   * for (const { text, source } of datasheet?.licenses ?? []) console.log(text, source);
   */
  async datasheet(benchmark: string, request: RequestOptions = {}): Promise<types.Datasheet | null> {
    const answered = (await send((await scoringDocuments()).DatasheetDocument, { slug: benchmark }, request)).benchmark;
    return found("benchmark", answered, benchmark).datasheet;
  },

  /**
   * The oddities found in the files of a release, by default the current one.
   *
   * @throws OmnidexNotFoundError if there is no such benchmark or release.
   * @example
   * for (const { code, key, message } of await omnidex.oddities("mmworld")) console.log(code, key, message);
   */
  async oddities(benchmark: string, { release, ...request }: ReleaseOptions = {}): Promise<readonly types.Oddity[]> {
    const answered = (await send((await scoringDocuments()).OdditiesDocument, { slug: benchmark }, request)).benchmark;
    return ofRelease(found("benchmark", answered, benchmark).releases, release)?.oddities ?? [];
  },

  /**
   * The questions of the current release for which the file's answer text matches a different option than the one
   * marked as correct.
   *
   * @throws OmnidexNotFoundError if there is no such benchmark.
   * @example
   * const suspects = await omnidex.suspects("omnivideobench");
   */
  async suspects(benchmark: string, request: RequestOptions = {}): Promise<readonly types.Question[]> {
    const answered = (await send((await scoringDocuments()).SuspectsDocument, { slug: benchmark }, request)).benchmark;
    return found("benchmark", answered, benchmark).suspects;
  },

  /**
   * The revisions of a release's answer key, oldest first; the first is the answer key in the benchmark's file.
   * Defaults to the current release.
   *
   * @throws OmnidexNotFoundError if there is no such benchmark or release.
   * @example
   * for (const { revision, reason } of await omnidex.keyRevisions("worldsense")) console.log(revision, reason);
   */
  async keyRevisions(
    benchmark: string,
    { release, ...request }: ReleaseOptions = {},
  ): Promise<readonly types.KeyRevision[]> {
    const answered = (await send((await scoringDocuments()).KeyRevisionsDocument, { slug: benchmark }, request))
      .benchmark;
    return ofRelease(found("benchmark", answered, benchmark).releases, release)?.keyRevisions ?? [];
  },

  /**
   * Corrects answers of a benchmark's current release: adds one revision to its answer key and rescores all its runs.
   * Requires the key of an administrator or of one of the benchmark's maintainers. Without an `idempotencyKey`, the
   * client makes one, so that a retry never makes a second revision.
   *
   * @example
   * await omnidex.correctAnswers({
   *   benchmark: "omnivideobench", author: "me", reason: "The option names another city than the answer.",
   *   corrections: [{ question: "video_1/0", answer: "C" }],
   * });
   */
  async correctAnswers(
    input: types.CorrectAnswersInput,
    request: RequestOptions = {},
  ): Promise<types.CorrectedAnswers> {
    return (await send((await adminDocuments()).CorrectAnswersDocument, keyedInput(input), request)).correctAnswers;
  },

  /**
   * Computes what `correctAnswers` would do with these corrections, and stores nothing. Returns how many runs would be
   * rescored, and at most `standings` runs of the leaderboard whose score or rank would change. Requires the key of an
   * administrator or of one of the benchmark's maintainers.
   *
   * @example
   * const { standings } = await omnidex.previewCorrections({
   *   benchmark: "omnivideobench", corrections: [{ question: "video_1/0", answer: "C" }],
   * });
   * for (const { run, rankBefore, rankAfter } of standings) console.log(run.model.name, rankBefore, rankAfter);
   */
  async previewCorrections(
    input: types.PreviewCorrectionsInput,
    { standings, ...request }: PreviewOptions = {},
  ): Promise<types.PreviewedCorrections> {
    const document = (await adminDocuments()).PreviewCorrectionsDocument;
    return (await send(document, { input, standings }, request)).previewCorrections;
  },
});
