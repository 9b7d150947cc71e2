import { MAX_CONDITIONS, textQuery } from "../../domain/slice/canonical-slice.ts";
import type { FilterFault } from "../../domain/slice/filter-fault.ts";
import { fetchWordlessQueries } from "../data/catalog-queries.ts";
import type { Queryable } from "../db/database.ts";

/** A full-text query of a filter. */
export interface AskedText {
  readonly path: string;
  readonly text: string;
}

/** The most characters of a query that are repeated in an error. */
const LONGEST_QUOTE = 80;

/**
 * The faults of full-text queries: those without a word that is searched, such as `the of` or `???`. They match nothing,
 * and an empty result looks like a valid answer.
 * @throws `BAD_USER_INPUT` for a query that is too long
 */
export async function textFaults(database: Queryable, asked: readonly AskedText[]): Promise<readonly FilterFault[]> {
  // The canonical form of a slice rejects more conditions. The database never stores a NUL character, and rejects such a
  // text with its own message.
  const searched = asked.slice(0, MAX_CONDITIONS).filter(({ text }) => !text.includes("\0"));
  if (searched.length === 0) return [];
  const queries = [...new Set(searched.map(({ text }) => textQuery(text)))];
  const wordless = new Set(await fetchWordlessQueries(database, queries));
  return searched.filter(({ text }) => wordless.has(textQuery(text))).map(fault);
}

const fault = ({ path, text }: AskedText): FilterFault => ({
  ...{ path, value: text.slice(0, LONGEST_QUOTE), reason: reasonOf(text) },
  ...{ nearest: [], allowed: null, values: null },
});

function reasonOf(text: string): string {
  const quoted = `'${text.slice(0, LONGEST_QUOTE)}'`;
  return /[\p{L}\p{N}]/u.test(text)
    ? `${quoted} holds no word that is searched. Words such as 'the' and 'of' are not.`
    : `${quoted} holds no word.`;
}
