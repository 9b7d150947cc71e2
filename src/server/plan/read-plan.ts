import pLimit from "p-limit";
import type { Queryable } from "../db/database.ts";
import { withValues } from "../db/statement.ts";
import { withoutHoles } from "./planned-object.ts";
import type { RequestCost } from "./request-cost.ts";
import type { ObjectText, TextPlan } from "./root-text.ts";

/**
 * Searches of responses are sent two at a time by this process, because each keeps a session of the database busy with all
 * responses of its runs. The others wait in line, each of them within its request's slot for heavy operations.
 */
const SEARCHES_AT_ONCE = 2;
const searching = pLimit(SEARCHES_AT_ONCE);

/** The most bytes of responses that one statement reads. */
const MOST_TEXT_BYTES = 32_000_000;

interface ReadContext {
  readonly database: Queryable;
  readonly cost: RequestCost;
  /** The caller's slot for a heavy operation. */
  readonly work: { begin(): void };
}

/**
 * Reads the rows of a plan. The caller charges the plan's objects. Searches of responses are charged here, by the bytes
 * that they read, before they are read.
 * @throws `COST_LIMIT_EXCEEDED` if the responses are too many or too long; `RATE_LIMITED` if the caller has too many heavy
 *   operations in progress
 */
export async function readPlan<R extends ObjectText>(
  { statement, searched, hasTexts }: TextPlan<R>,
  values: Readonly<Record<string, unknown>>,
  { database, cost, work }: ReadContext,
): Promise<readonly R[]> {
  // The objects of one statement share what it may read.
  const objects = Array.isArray(values.keys) ? Math.max(1, values.keys.length) : 1;
  const bound = { ...values, textBytes: Math.floor(MOST_TEXT_BYTES / objects) };
  const rows = (): Promise<readonly R[]> => database.query(withValues(statement, bound));
  const read = hasTexts
    ? () => cost.inTurn(rows, (read) => read.reduce((sum, { text }) => sum + text.length, 0))
    : rows;
  if (searched === null) return read();
  const sizes = await database.query(withValues(searched, values));
  cost.chargeReading(sizes.reduce((sum, { text }) => sum + numbersIn(JSON.parse(withoutHoles(text))), 0));
  work.begin();
  return searching(read);
}

/** The sum of all numbers in a JSON value. */
const numbersIn = (value: unknown): number =>
  typeof value === "number"
    ? value
    : Object.values(value ?? {}).reduce((sum: number, member) => sum + numbersIn(member), 0);
