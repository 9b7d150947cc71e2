import { MAX_CONDITIONS, textQuery } from "../../domain/slice/canonical-slice.ts";
import { type FilterFault, LONGEST_VALUE } from "../../domain/slice/filter-fault.ts";
import type { Queryable } from "../db/database.ts";
import { fetchWordlessQueries } from "./catalog-queries.ts";

/** A full-text query of a filter. */
export interface AskedText {
  readonly path: string;
  readonly text: string;
}

/**
 * The faults of full-text queries. A query of stop words alone, such as `the of`, is a fault: it matches nothing, and
 * an empty result looks like a valid answer.
 * @throws `BAD_USER_INPUT` for a query that is too long or has no word
 */
export async function textFaults(database: Queryable, asked: readonly AskedText[]): Promise<readonly FilterFault[]> {
  // A filter with more conditions is rejected when its canonical form is made. A text with a NUL character is rejected
  // by the database, with its own message.
  const searched = asked.slice(0, MAX_CONDITIONS).filter(({ text }) => !text.includes("\0"));
  if (searched.length === 0) return [];
  const queries = [...new Set(searched.map(({ text }) => textQuery(text)))].filter((query) => !surelyHasWord(query));
  if (queries.length === 0) return [];
  const wordless = new Set(await fetchWordlessQueries(database, queries));
  return searched.filter(({ text }) => wordless.has(textQuery(text))).map(fault);
}

function fault({ path, text }: AskedText): FilterFault {
  const value = text.slice(0, LONGEST_VALUE);
  const reason = `'${value}' holds no word that is searched. The search ignores words such as 'the' and 'of': add another word.`;
  return { path, value, reason, nearest: [], allowed: null, values: null };
}

/**
 * The stop words of PostgreSQL's English configuration, from its file `english.stop`. A query with any other word is
 * valid, so PostgreSQL need not check it. PostgreSQL checks all other queries.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
   herself it its itself they them their theirs themselves what which who whom this that these those am is
   are was were be been being have has had having do does did doing a an the and but if or because as until
   while of at by for with about against between into through during before after above below to from up
   down in out on off over under again further then once here there when where why how all any both each few
   more most other some such no nor not only own same so than too very s t can will just don should now`.split(/\s+/),
);

/** Whether a query of letters, digits and plain punctuation has a word besides stop words. */
export const surelyHasWord = (query: string): boolean =>
  /^[a-z0-9 "'?,-]*$/i.test(query) &&
  (query.toLowerCase().match(/[a-z0-9]+/g) ?? []).some((word) => !STOP_WORDS.has(word));
