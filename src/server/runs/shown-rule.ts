import { type SQL, sql } from "drizzle-orm";
import type { predictions } from "../db/tables/run-tables.ts";

type PredictionRow = Pick<typeof predictions, "rule" | "confirmation" | "outcome">;

/**
 * The column `rule` of a prediction, as far as the viewer may know it. The rule `wrong-confirmation` reveals that the
 * answer is correct and its confirmation is not. If answers are hidden, every answer with a readable confirmation has
 * the rule `with-confirmation`.
 * @param visible the condition that the viewer may see data that reveal the answers
 */
export const shownRule = (p: PredictionRow, visible: SQL): SQL => sql`
  case when ${p.confirmation} is null or ${p.outcome} not in ('CORRECT', 'PARTIAL', 'WRONG')
      or ${p.rule} in ('missing-confirmation', 'unparsed-confirmation', 'failed-confirmation') or ${visible} then ${p.rule} else 'with-confirmation' end`;
