import type { Slice } from "../../../domain/slice/question-slice.ts";
import type { ServerMemory } from "../../memory/server-memory.ts";
import { decodeCursor, encodeCursor } from "../plan/cursor.ts";
import { type PageArguments, pageEnds } from "../plan/page-arguments.ts";

/** A question's position in file order: its release and its ordinal. */
interface Place {
  readonly release: number;
  readonly ordinal: number;
}

/** A page of the questions of a slice, in file order or in reverse. */
export interface QuestionPage {
  /** The number of questions on all pages. */
  readonly total: number;
  /** The primary keys of the questions on the page. */
  readonly keys: readonly number[];
  /** The cursor of the question at an index of the page. A negative index counts from the end. Null if out of range. */
  readonly cursorAt: (index: number) => string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** The questions of a slice that belong to one release. */
interface Part {
  readonly release: number;
  readonly ids: Int32Array;
  readonly ordinals: Int32Array;
  /** The number of the slice's questions in the parts before this one. */
  readonly offset: number;
}

/**
 * The requested page of a slice of the current releases, computed from the catalogs in memory.
 * @throws `BAD_USER_INPUT` for a cursor that is not valid for this list
 */
export async function questionPage(
  { catalogs }: ServerMemory,
  slice: Slice,
  page: PageArguments,
  descending: boolean,
): Promise<QuestionPage> {
  const list = `questions:ORDINAL:${descending ? "DESC" : "ASC"}`;
  const [after, before] = [placeOf(list, "after", page.after), placeOf(list, "before", page.before)];
  const parts = await partsOf(catalogs, slice);
  const last = parts.at(-1);
  const total = last === undefined ? 0 : last.offset + last.ordinals.length;
  // `low` precedes `high` in file order, even if the list is descending.
  const [low, high] = descending ? [before, after] : [after, before];
  const start = low === null ? 0 : countUpTo(parts, low, true);
  const end = high === null ? total : countUpTo(parts, high, false);
  const size = Math.max(0, Math.min(page.size, end - start));
  const isAtStart = page.backward === descending;
  const from = isAtStart ? start : end - size;
  const positionOf = (index: number): number => (descending ? from + size - 1 - index : from + index);
  return {
    total,
    keys: Array.from({ length: size }, (_, index) => keyAt(parts, positionOf(index))),
    cursorAt: (index) => {
      const counted = index < 0 ? size + index : index;
      return counted < 0 || counted >= size ? null : cursorOf(list, placeAt(parts, positionOf(counted)));
    },
    ...pageEnds(page, end - start > page.size, (value) => value),
  };
}

const cursorOf = (list: string, { release, ordinal }: Place): string =>
  encodeCursor(list, [String(release), String(ordinal)]);

function placeOf(list: string, argument: string, cursor: string | null): Place | null {
  if (cursor === null) return null;
  const [release, ordinal] = decodeCursor(list, ["integer", "integer"], argument, cursor);
  return { release: Number(release), ordinal: Number(ordinal) };
}

async function partsOf(catalogs: ServerMemory["catalogs"], slice: Slice): Promise<readonly Part[]> {
  const current = (await catalogs.currentReleases()).map(({ release }) => release).sort((a, b) => a - b);
  const [known, questions] = await Promise.all([catalogs.all(current), catalogs.questionsIn(current, slice)]);
  const parts: Part[] = [];
  let offset = 0;
  for (const release of current) {
    const ordinals = questions.get(release)?.ordinals ?? new Int32Array(0);
    parts.push({ release, ids: known.get(release)?.ids ?? new Int32Array(0), ordinals, offset });
    offset += ordinals.length;
  }
  return parts;
}

/** The number of questions before a place. The question at the place counts if `inclusive` is true. */
function countUpTo(parts: readonly Part[], place: Place, inclusive: boolean): number {
  let count = 0;
  for (const { release, ordinals } of parts) {
    if (release < place.release) count += ordinals.length;
    else if (release === place.release) count += countBelow(ordinals, place.ordinal + (inclusive ? 1 : 0));
  }
  return count;
}

/** The number of items of an ascending list that are below a limit. */
function countBelow(rising: Int32Array, limit: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function partAt(parts: readonly Part[], position: number): Part {
  const part = parts.findLast(({ offset, ordinals }) => offset <= position && position < offset + ordinals.length);
  if (part === undefined) throw new RangeError(`the slice has no question ${position}`);
  return part;
}

const ordinalAt = ({ ordinals, offset }: Part, position: number): number => ordinals[position - offset] ?? 0;

function placeAt(parts: readonly Part[], position: number): Place {
  const part = partAt(parts, position);
  return { release: part.release, ordinal: ordinalAt(part, position) };
}

/** The primary key of the question at a position. */
function keyAt(parts: readonly Part[], position: number): number {
  const part = partAt(parts, position);
  return part.ids[ordinalAt(part, position)] ?? 0;
}
