import { z } from "zod";
import { scoreAndInterval } from "../domain/figures-text.ts";
import { type NotedTable, textTable } from "../formats/tables/text-table.ts";

/** The largest page of a list, as JSON in UTF-16 code units: about ten thousand tokens of a language model. */
const MOST_JSON = 32_000;

/** The longest text of a question or a response in a list. */
const LONGEST_TEXT = 2_000;

/** A text that is cut, if it is long, with a remark that says so. */
export function cutText(text: string, most: number = LONGEST_TEXT): string {
  if (text.length <= most) return text;
  // Not between the halves of a surrogate pair.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${kept}… (cut; ${text.length - kept.length} more characters)`;
}

export const cutOrNull = (text: string | null, most?: number): string | null =>
  text === null ? null : cutText(text, most);

/** `53.1 % (95 %: 48.6–57.6), n = 480` */
export const scoreText = (own: Parameters<typeof scoreAndInterval>[0] & { readonly n: number }): string =>
  `${scoreAndInterval(own)}, n = ${own.n}`;

/** A table with its notes, in the words of the command line and of the dashboard's copies. */
export const tableText = (table: NotedTable): string => textTable(table, "MD").trimEnd();

/** A page of a list, as the SDK returns it. */
interface ListPage {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly totalCount: number;
}

/**
 * A page that is small enough for an answer. If the objects of a page are too long, as many as fit are asked for again:
 * only the server knows the cursor of an object in the middle of a page.
 *
 * @param fetch the page with so many objects
 * @param shown what the answer has of an object
 */
export async function fittingPage<P extends ListPage, S>(
  first: number,
  fetch: (first: number) => Promise<P>,
  shown: (node: P["nodes"][number]) => S,
): Promise<{
  readonly page: P;
  readonly rows: readonly S[];
  readonly nextCursor: string | null;
  readonly note: string | null;
}> {
  let page = await fetch(first);
  let rows = page.nodes.map(shown);
  const fit = fitting(rows);
  const cut = fit < rows.length;
  if (cut) {
    page = await fetch(fit);
    rows = page.nodes.map(shown);
  }
  const nextCursor = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
  const note = cut ? `Shortened to ${rows.length}, because more would be too long for one answer.` : null;
  return { page, rows, nextCursor, note };
}

/** How many rows fit in an answer; at least one. */
export function fitting(rows: readonly unknown[]): number {
  let length = 0;
  const end = rows.findIndex((row, index) => {
    length += JSON.stringify(row).length;
    return length > MOST_JSON && index > 0;
  });
  return end < 0 ? rows.length : end;
}

/** What every page of a list says beside its rows. */
export const PAGE = {
  total: z.int().describe("How many there are, over all pages."),
  nextCursor: z.string().nullable().describe("For `after`, to get the next page; null after the last one."),
  note: z.string().nullable().describe("What was left out of this page, and how to get it; null if nothing was."),
  link: z.string().describe("The page of the dashboard."),
};

/** The lines of a page, and how to go on. */
export function pageText(
  heading: string,
  lines: readonly string[],
  {
    nextCursor,
    note,
    link,
  }: { readonly nextCursor: string | null; readonly note: string | null; readonly link: string },
): string {
  const more = nextCursor === null ? null : `More: pass after: ${JSON.stringify(nextCursor)}.`;
  return [heading, ...lines, note, more, link].filter((line) => line !== null).join("\n");
}

export const interval = z.object({ lower: z.number(), upper: z.number() });

export const score = z.object({
  value: z.number().describe("From 0 to 1, over all questions; missing, failed and unreadable ones count as wrong."),
  n: z.int(),
  interval: interval.describe("95 %, clustered by video."),
  standardError: z.number(),
  clusters: z.int().describe("How many videos the questions are about."),
  unparsed: z.int(),
  missing: z.int(),
  errored: z.int(),
  chance: z.number().nullable().describe("The expected value of random answers."),
  coarse: z.boolean().describe("Whether it is rounded, because the answers are hidden."),
});

export const model = z.object({
  slug: z.string(),
  name: z.string(),
  parameters: z.string().nullable(),
  organization: z.string().nullable(),
});

export const keys = z.array(z.object({ dimension: z.string(), key: z.string(), label: z.string() }));
