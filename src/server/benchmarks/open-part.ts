import { hash } from "node:crypto";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { ImportHead } from "../../domain/import-batch.ts";
import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import { fetchMaintainers, insertMaintainer } from "../access/maintainer-queries.ts";
import { fetchCurrentRelease, fetchViewedRelease } from "../access/scoring-queries.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import type { Database } from "../db/database.ts";
import { ImportContent } from "../workers/import-content.ts";
import { Slices } from "../workers/yielding.ts";
import { aboutBenchmark } from "./known-benchmarks.ts";

/** The slug of the benchmark that has the open part of another one. */
export const openPartOf = (slug: string): string => `${slug}-open`;

/** A release to import. */
export interface ReleaseContent {
  readonly head: ImportHead;
  readonly content: ImportContent;
}

/** A release in two parts: one with answers that everyone sees, and one that hides its answers. */
export interface DividedContent {
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
export async function divideContent({ head, content }: ReleaseContent, share: number): Promise<DividedContent> {
  const open = new ImportContent();
  const hidden = new ImportContent();
  const isOpen = (key: string): boolean =>
    Number.parseInt(hash("sha256", `${head.benchmark}\n${key}`).slice(0, 12), 16) / 2 ** 48 < share;
  try {
    const slices = new Slices();
    for (const video of content.videos()) {
      (isOpen(video.key) ? open : hidden).video(video);
      if (slices.isOver()) await slices.next();
    }
    for (const question of content.questions()) {
      (isOpen(question.video ?? question.media[0]?.path ?? question.text) ? open : hidden).question(question);
      if (slices.isOver()) await slices.next();
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
export async function requireOpenPart(database: Database, { admin, maintains }: Viewer, slug: string): Promise<void> {
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
export const shareMaintainers = (database: Database, slug: string): Promise<void> =>
  database.transaction(async (tx) => {
    for (const owner of await fetchMaintainers(tx, slug)) await insertMaintainer(tx, openPartOf(slug), owner);
  });
