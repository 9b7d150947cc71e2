import pLimit from "p-limit";
import type { Queryable } from "../../db/database.ts";
import { withValues } from "../../db/statement.ts";
import { TOO_LONG_MARK } from "./json-pieces.ts";
import { withoutHoles } from "./planned-object.ts";
import { type RequestCost, tooLong } from "./request-cost.ts";
import type { ObjectText, TextPlan } from "./root-text.ts";

/**
 * Searches of responses are sent two at a time by this process, because each keeps a session of the database busy with all
 * responses of its runs. The others wait.
 */
const SEARCHES_AT_ONCE = 2;
const searching = pLimit(SEARCHES_AT_ONCE);

/** The most bytes of responses that one statement shows. JSON may escape a byte in six characters. */
const MOST_TEXT_BYTES = 32_000_000;
/** `textBytes` for a statement that was measured. */
const ANY_BYTES = 2_000_000_000;

interface ReadContext {
  readonly database: Queryable;
  readonly cost: RequestCost;
  /** The caller's slot for a heavy operation. */
  readonly work: { begin(): void };
}

/**
 * Reads the rows of a plan. The caller charges the plan's objects. What it searches is charged here, before it is read.
 * @throws `COST_LIMIT_EXCEEDED` if the responses are too many or too long; `RATE_LIMITED` if the caller has too many heavy
 *   operations in progress
 */
export async function readPlan<R extends ObjectText>(
  plan: TextPlan<R>,
  values: Readonly<Record<string, unknown>>,
  context: ReadContext,
): Promise<readonly R[]> {
  const { database, cost } = context;
  if (plan.isSearch) charge((await measure(plan, values, database)).charged, context);
  const send = (textBytes: number): Promise<readonly R[]> =>
    database.query(withValues(plan.statement, { ...values, textBytes }));
  const read = (): Promise<readonly R[]> => (plan.hasTexts ? bounded(plan, values, send, context) : send(0));
  const inLine = plan.isSearch ? () => searching(read) : read;
  return plan.hasTexts ? cost.inTurn(inLine, charactersOf) : inLine();
}

/** Charges for reading responses, as a heavy operation. */
function charge(bytes: number, { cost, work }: ReadContext): void {
  if (bytes === 0) return;
  work.begin();
  cost.chargeReading(bytes);
}

/**
 * Each page may show an equal share of what the statement may show, so that nearly no statement has to be measured. If one
 * shows more, all of them are measured together. Digests may be of any length, and are then charged.
 */
async function bounded<R extends ObjectText>(
  plan: TextPlan<R>,
  values: Readonly<Record<string, unknown>>,
  send: (textBytes: number) => Promise<readonly R[]>,
  context: ReadContext,
): Promise<readonly R[]> {
  const objects = Array.isArray(values.keys) ? Math.max(1, new Set(values.keys).size) : 1;
  const rows = await send(Math.floor(MOST_TEXT_BYTES / objects));
  if (!rows.some(({ text }) => text.includes(TOO_LONG_MARK))) return rows;
  if (plan.isSearch) throw tooLong();
  const { shown, charged } = await measure(plan, values, context.database);
  if (shown > MOST_TEXT_BYTES) throw tooLong();
  charge(charged, context);
  return searching(() => send(ANY_BYTES));
}

const charactersOf = (rows: readonly ObjectText[]): number => rows.reduce((sum, { text }) => sum + text.length, 0);

interface Measured {
  charged: number;
  shown: number;
}

async function measure<R extends ObjectText>(
  plan: TextPlan<R>,
  values: Readonly<Record<string, unknown>>,
  database: Queryable,
): Promise<Measured> {
  const totals: Measured = { charged: 0, shown: 0 };
  for (const { text } of await database.query(withValues(plan.measuring(), values)))
    add(JSON.parse(withoutHoles(text)), totals);
  return totals;
}

/**
 * Adds the numbers in the JSON of a measuring statement, which has no others. A field with invalid arguments has a text in
 * the place of its numbers.
 */
function add(value: unknown, totals: Measured): void {
  for (const [name, member] of Object.entries(value ?? {})) {
    if (typeof member === "object") add(member, totals);
    else if (typeof member === "number" && (name === "charged" || name === "shown")) totals[name] += member;
  }
}
