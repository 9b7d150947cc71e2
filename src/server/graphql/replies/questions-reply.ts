import type { GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Slice } from "../../../domain/slice/question-slice.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { withValues } from "../../db/statement.ts";
import type { ServerMemory } from "../../memory/server-memory.ts";
import { nodesAsked } from "../plan/connection-page.ts";
import { decodeCursor, encodeCursor, type PageArguments, pageArguments, pageEnds } from "../plan/page-arguments.ts";
import { questionPageText } from "../plan/question-page-text.ts";
import { connectionRootText } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { NotCompilableError } from "../plan/type-tables.ts";
import { MOST_QUESTIONS } from "../plan/types/question-list.ts";
import type { RequestContext } from "../resolvers/resolver.ts";
import { FilledPlan } from "./filled-plan.ts";
import type { JsonPieces, RootReply } from "./root-reply.ts";

/** A question's position in file order: its release and its ordinal. */
interface Place {
  readonly release: number;
  readonly ordinal: number;
}

/** A page of the questions of a slice, in file order or in reverse. */
interface QuestionPage {
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
async function questionPage(
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

type Order = { readonly field: string; readonly direction: string } | null | undefined;

/** The most statements that a compiled operation caches, for orders other than file order. */
const MOST_PLANS = 8;
/** The longest arguments of a cached statement, as JSON in UTF-16 code units. */
const LONGEST_ARGUMENTS = 2_000;

/**
 * `Query.questions`. In file order, the page is determined in memory, and the database is queried only for the page's
 * questions. In any other order, the database determines the page.
 */
export function questionsReply(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootReply["text"] {
  const fromMemory = pageReply(schema, field, viewer);
  const plans = new LRUCache<string, FilledPlan>({ max: MOST_PLANS });
  return async (context, variables) => {
    const args = field.argsWith(variables);
    const order = args.orderBy as Order;
    if (order == null || order.field === "ORDINAL") return fromMemory(context, args);
    const name = JSON.stringify(args);
    const plan =
      plans.get(name) ?? new FilledPlan(schema, viewer, connectionRootText("questions", { ...field, args }, viewer));
    if (name.length <= LONGEST_ARGUMENTS) plans.set(name, plan);
    return (await plan.texts({}, context))[0] ?? "null";
  };
}

type Arguments = SelectedField["args"];

/** A page of questions, with the JSON list of each selection of `nodes` or `edges` by column name. */
interface Written {
  readonly page: QuestionPage;
  readonly lists: Readonly<Record<string, string>>;
}

/** Appends a part of the connection's JSON to the pieces of the answer. */
type Writer = (written: Written, pieces: string[]) => void;

function pageReply(schema: GraphQLSchema, field: SelectedField, viewer: Viewer) {
  const selections: SelectedField[] = [];
  const write = objectOf(field.answered(), (child) => memberWriter(child, selections));
  const filled = selections.length === 0 ? null : new FilledPlan(schema, viewer, questionPageText(selections, viewer));
  const hasEdges = selections.some(({ name }) => name === "edges");
  return async (context: RequestContext, args: Arguments): Promise<JsonPieces> => {
    const page = pageArguments({ args }, MOST_QUESTIONS);
    const slice = canonicalSlice(args.filter as QuestionFilter | null | undefined);
    context.cost.charge((filled?.plan.cost ?? 0) * nodesAsked(field, page));
    const descending = (args.orderBy as Order)?.direction === "DESC";
    const found = await questionPage(context.runAggregates.memory, slice, page, descending);
    const pieces: string[] = [];
    write({ page: found, lists: await listsOf(context, { filled, hasEdges }, found) }, pieces);
    return pieces;
  };
}

async function listsOf(
  context: RequestContext,
  { filled, hasEdges }: { readonly filled: FilledPlan<Written["lists"]> | null; readonly hasEdges: boolean },
  { keys, cursorAt }: QuestionPage,
): Promise<Written["lists"]> {
  if (filled === null || keys.length === 0) return {};
  // Only `edges` contain cursors. Without `edges`, the array is empty, and `unnest` pads it with NULL.
  const cursors = hasEdges ? keys.map((_, index) => cursorAt(index)) : [];
  const statement = withValues(filled.plan.statement, { keys, cursors });
  const [lists = {}] = await context.database.query(statement);
  if (filled.plan.holes.length === 0) return lists;
  const texts = await filled.fill(Object.values(lists), context);
  return Object.fromEntries(Object.keys(lists).map((name, index) => [name, texts[index] ?? "[]"]));
}

function objectOf(fields: readonly SelectedField[], writerOf: (field: SelectedField) => Writer): Writer {
  const members = fields.map((field, index) => ({
    key: `${index === 0 ? "{" : ","}${JSON.stringify(field.responseKey)}:`,
    write: writerOf(field),
  }));
  return (written, pieces) => {
    for (const { key, write } of members) {
      pieces.push(key);
      write(written, pieces);
    }
    pieces.push(members.length === 0 ? "{}" : "}");
  };
}

const writing =
  (textOf: (written: Written) => string): Writer =>
  (written, pieces) =>
    void pieces.push(textOf(written));

const typeName = (name: string): Writer => writing(() => JSON.stringify(name));

function memberWriter(field: SelectedField, selections: SelectedField[]): Writer {
  switch (field.name) {
    case "__typename":
      return typeName("QuestionConnection");
    case "totalCount":
      return writing(({ page }) => String(page.total));
    case "nodes":
    case "edges": {
      const list = `list${selections.push(field) - 1}`;
      return writing(({ lists }) => lists[list] ?? "[]");
    }
    case "pageInfo":
      return objectOf(field.answered(), pageInfoWriter);
    default:
      throw new NotCompilableError(`QuestionConnection.${field.name}`);
  }
}

function pageInfoWriter({ name }: SelectedField): Writer {
  switch (name) {
    case "__typename":
      return typeName("PageInfo");
    case "hasNextPage":
    case "hasPreviousPage":
      return writing(({ page }) => String(page[name]));
    case "startCursor":
      return writing(({ page }) => JSON.stringify(page.cursorAt(0)));
    case "endCursor":
      return writing(({ page }) => JSON.stringify(page.cursorAt(-1)));
    default:
      throw new NotCompilableError(`PageInfo.${name}`);
  }
}
