import { hash } from "node:crypto";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import { EVERYONE_SEES, MAINTAINERS_SEE, openPartOf } from "../../domain/exported-release.ts";
import type { ImportHead } from "../../domain/import-batch.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { fetchMaintainers, insertMaintainer } from "../access/maintainer-queries.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import type { Database } from "../db/database.ts";
import { fetchCurrentRelease, fetchViewedRelease } from "../memory/release-queries.ts";
import { ImportContent } from "../workers/import-content.ts";
import { readOwn } from "../workers/read-apart.ts";
import type { ContentReader } from "../workers/unpacked-files.ts";
import { Bursts } from "../workers/yielding.ts";
import { importContent, previewContent } from "./import-benchmark.ts";
import { aboutBenchmark } from "./known-benchmarks.ts";
import type { ImportOptions } from "./replace-release.ts";

/** A release to import. */
interface ReleaseContent {
  readonly head: ImportHead;
  readonly content: ImportContent;
}

/** A release in two parts: one with answers that everyone sees, and one that hides its answers. */
interface DividedContent {
  readonly open: ReleaseContent;
  readonly hidden: ReleaseContent;
}

/**
 * Draws the open part of a release, by whole videos. Questions without a video are drawn by their first file, and those without a file
 * by their wording, because questions that share one of them may share an answer. Whether a video is drawn follows from the
 * benchmark's slug and the video's key alone, so a later release with the same share draws the same videos, whichever others come or go.
 * @param share of the questions, above 0 and below 1; that of the drawn videos is near it
 * @returns contents that the caller closes
 * @throws `BAD_USER_INPUT` if a part has too few questions for a score
 */
async function divideContent({ head, content }: ReleaseContent, share: number): Promise<DividedContent> {
  const open = new ImportContent();
  const hidden = new ImportContent();
  const isOpen = (key: string): boolean =>
    Number.parseInt(hash("sha256", `${head.benchmark}\n${key}`).slice(0, 12), 16) / 2 ** 48 < share;
  try {
    const bursts = new Bursts();
    for (const video of content.videos()) {
      (isOpen(video.key) ? open : hidden).video(video);
      if (bursts.isOver()) await bursts.next();
    }
    for (const question of content.questions()) {
      (isOpen(question.video ?? question.media[0]?.path ?? question.text) ? open : hidden).question(question);
      if (bursts.isOver()) await bursts.next();
    }
    for (const [name, part] of Object.entries({ open, hidden }))
      if (part.questionCount < FEWEST_DISCLOSED)
        throw badInput(
          `With 'open' = ${share}, the ${name} part has ${part.questionCount} of ${content.questionCount} questions; it needs at least ${FEWEST_DISCLOSED}. Whole videos are drawn.`,
        );
  } catch (error) {
    open.close();
    hidden.close();
    throw error;
  }
  const slug = openPartOf(head.benchmark);
  const { title } = aboutBenchmark(head);
  return {
    open: {
      content: open,
      head: {
        ...describedAs(
          head,
          `${title} (open part)`,
          `The open part of '${head.benchmark}', whose other answers are hidden.`,
        ),
        benchmark: slug,
        // They may quote hidden answers.
        oddities: [],
      },
    },
    hidden: {
      content: hidden,
      head: describedAs(head, title, `Its open part, with answers that everyone sees, is '${slug}'.`),
    },
  };
}

/** A release of the same benchmark with another title, and a note after its description. */
function describedAs(head: ImportHead, title: string, note: string): ImportHead {
  const { description, license, homepage } = aboutBenchmark(head);
  return {
    ...head,
    about: { title, license, homepage, description: description === null ? note : `${description} ${note}` },
  };
}

/**
 * Refuses an import whose open part would become a release of a benchmark that is not the viewer's, or that hides its answers.
 * @throws `FORBIDDEN`; `CONFLICT` for a benchmark that hides its answers
 */
async function requireOpenPart(database: Database, { admin, maintains }: Viewer, slug: string): Promise<void> {
  const open = openPartOf(slug);
  const current = await fetchCurrentRelease(database, open);
  if (current === undefined) return;
  if (!admin && maintains?.includes(open) !== true)
    throw new OmnidexError("FORBIDDEN", `The open part would be imported into '${open}', which you do not maintain.`);
  if (current.release === null || (await fetchViewedRelease(database, current.release, ANONYMOUS)).answersVisible)
    return;
  throw new OmnidexError(
    "CONFLICT",
    `The open part would be imported into '${open}', which hides its answers. Import the benchmark under another slug.`,
  );
}

/** Makes the maintainers of a benchmark maintain its new open part, too. */
const shareMaintainers = (database: Database, slug: string): Promise<void> =>
  database.transaction(async (tx) => {
    for (const owner of await fetchMaintainers(tx, slug)) await insertMaintainer(tx, openPartOf(slug), owner);
  });

export type { ImportFile };

/**
 * Reads a benchmark's files, which may be packed with gzip, and stores them as a release.
 * @throws `BAD_USER_INPUT` for a file that cannot be imported. If a record is broken, the error is an `ImportError`
 *   that states the path of the record and the expected value
 * @throws `CONFLICT` as `importContent` does
 */
export const importFiles = (
  database: Database,
  benchmark: string,
  files: readonly ImportFile[],
  options: ImportOptions,
  read: ContentReader = readOwn,
): Promise<ImportReport> =>
  withContent(benchmark, files, read, async (head, content) => {
    const { open } = options;
    if (open === undefined) return importContent(database, head, content, options);
    await requireOpenPart(database, options.viewer, benchmark);
    const report = await inTwoParts({ head, content }, { ...options, open }, (part, own) =>
      importContent(database, part.head, part.content, { ...options, ...own }),
    );
    const { dryRun, status, releaseVersion } = report.open;
    if (!dryRun && status === "CREATED" && releaseVersion === 1) await shareMaintainers(database, benchmark);
    return report;
  });

/**
 * Reads a benchmark's files and reports what an import into an empty database would do. Creates no database, because
 * that takes longer than reading most files.
 * @throws `BAD_USER_INPUT` as `importFiles` does
 */
export const previewFiles = (
  benchmark: string,
  files: readonly ImportFile[],
  { open, ...options }: Pick<ImportOptions, PartOption | "open"> = {},
): Promise<ImportReport> =>
  withContent(benchmark, files, readOwn, (head, content) =>
    open === undefined
      ? previewContent(head, content, options)
      : inTwoParts({ head, content }, { ...options, open }, (part, own) =>
          previewContent(part.head, part.content, own),
        ),
  );

/** The options that differ between the two parts of a release. */
type PartOption = "answers" | "public";

/**
 * Imports the part of a release that hides its answers, and then the open part, so that no answer is shown if the first import is
 * refused. Each is a transaction of its own; if the second fails, the same import completes it.
 * @returns the report of the part that hides its answers, with that of the open part
 */
async function inTwoParts(
  read: ReleaseContent,
  { answers, public: publicShare, open: share }: Pick<ImportOptions, PartOption> & { readonly open: number },
  store: (part: ReleaseContent, own: Pick<ImportOptions, PartOption>) => Promise<ImportReport>,
): Promise<ImportReport & { readonly open: ImportReport }> {
  if (answers === EVERYONE_SEES) throw badInput("'open' is for a release that hides its other answers.");
  if (!(share > 0 && share < 1))
    throw badInput(`'open' must be a share of the questions above 0 and below 1; got ${share}.`);
  const { open, hidden } = await divideContent(read, share);
  try {
    const report = await store(hidden, { answers: MAINTAINERS_SEE, public: publicShare });
    return { ...report, open: await store(open, { answers: EVERYONE_SEES, public: undefined }) };
  } finally {
    open.content.close();
    hidden.content.close();
  }
}

/** Returns the slug of a benchmark to import. @throws `BAD_USER_INPUT` for a text that is no slug */
export function requireSlug(benchmark: string): string {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(benchmark)) return benchmark;
  throw badInput(
    `A benchmark's slug has lower-case letters, digits and single hyphens; got '${benchmark.slice(0, 80)}'.`,
  );
}

async function withContent(
  benchmark: string,
  files: readonly ImportFile[],
  read: ContentReader,
  use: (head: ImportHead, content: ImportContent) => Promise<ImportReport>,
): Promise<ImportReport> {
  requireSlug(benchmark);
  const content = new ImportContent();
  try {
    return await use(await read(benchmark, files, content), content);
  } finally {
    content.close();
  }
}
