import { type SQL, sql } from "drizzle-orm";
import type { predictions } from "../db/tables/run-tables.ts";

type PredictionRow = Pick<typeof predictions, "rule" | "confirmation" | "outcome">;

/**
 * The rule of a prediction, as far as the reader may know it. `wrong-confirmation` tells that the answer is right and its
 * confirmation wrong. Where answers are hidden, every answer with a readable confirmation has the rule `with-confirmation`.
 * @param visible a condition: the reader may see what tells the answers
 */
export const shownRule = (p: PredictionRow, visible: SQL): SQL => sql`
  case when ${p.confirmation} is null or ${p.outcome} not in ('CORRECT', 'PARTIAL', 'WRONG')
      or ${p.rule} in ('missing-confirmation', 'unparsed-confirmation', 'failed-confirmation') or ${visible} then ${p.rule} else 'with-confirmation' end`;
