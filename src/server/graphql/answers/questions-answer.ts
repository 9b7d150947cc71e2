import type { GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { withValues } from "../../db/statement.ts";
import { nodesAsked } from "../plan/connection-page.ts";
import { NotCompilableError } from "../plan/not-compilable-error.ts";
import { pageArguments } from "../plan/page-arguments.ts";
import { questionPageText } from "../plan/question-page-text.ts";
import { connectionRootText } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { MOST_QUESTIONS } from "../plan/types/question-list.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { FilledPlan } from "./filled-plan.ts";
import { type QuestionPage, questionPage } from "./question-page.ts";
import type { JsonPieces, RootAnswer } from "./root-answer.ts";

type Order = { readonly field: string; readonly direction: string } | null | undefined;

/** The most statements that a compiled operation caches, for orders other than file order. */
const MOST_PLANS = 8;
/** The longest arguments of a cached statement, as JSON in UTF-16 code units. */
const LONGEST_ARGUMENTS = 2_000;

/**
 * `Query.questions`. In file order, the page is determined in memory, and the database is queried only for the page's
 * questions. In any other order, the database determines the page.
 */
export function questionsAnswer(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootAnswer["text"] {
  const fromMemory = pageAnswer(schema, field, viewer);
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

function pageAnswer(schema: GraphQLSchema, field: SelectedField, viewer: Viewer) {
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
