import { badInput } from "../../domain/errors.ts";
import { EVERYONE_SEES, MAINTAINERS_SEE } from "../../domain/exported-release.ts";
import type { ImportHead } from "../../domain/import-batch.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import type { ImportFile } from "../../formats/files/import-file.ts";
import type { Database } from "../db/database.ts";
import { ImportContent } from "../workers/import-content.ts";
import { type ContentReader, readHere } from "../workers/unpacked-files.ts";
import { importContent, previewContent } from "./import-benchmark.ts";
import { divideContent, type ReleaseContent, requireOpenPart, shareMaintainers } from "./open-part.ts";
import type { ImportOptions } from "./replace-release.ts";

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
  read: ContentReader = readHere,
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
  withContent(benchmark, files, readHere, (head, content) =>
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

async function withContent(
  benchmark: string,
  files: readonly ImportFile[],
  read: ContentReader,
  use: (head: ImportHead, content: ImportContent) => Promise<ImportReport>,
): Promise<ImportReport> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(benchmark)) {
    throw badInput(
      `A benchmark's slug has lower-case letters, digits and single hyphens; got '${benchmark.slice(0, 80)}'.`,
    );
  }
  const content = new ImportContent();
  try {
    return await use(await read(benchmark, files, content), content);
  } finally {
    content.close();
  }
}
