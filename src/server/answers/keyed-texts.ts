import { withValues } from "../db/statement.ts";
import type { PlanContext } from "../plan/execute-plan.ts";
import type { TextPlan } from "../plan/root-text.ts";

/** An object as it stands in the answer, with its primary key. */
export interface KeyedText {
  readonly key: number;
  readonly text: string;
}

/** The objects with these keys, with a plan of `nodesText`; in no order, and without those that are not there. */
export function keyedTexts(
  { database, cost }: PlanContext,
  plan: TextPlan,
  keys: readonly number[],
): Promise<readonly KeyedText[]> {
  cost.charge(plan.cost * keys.length);
  return database.query<KeyedText>(withValues(plan.statement, { keys }));
}
