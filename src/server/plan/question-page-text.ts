import { sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import { laterValue } from "../db/statement.ts";
import { tableSource } from "./aliased-table.ts";
import { objectText } from "./planned-field.ts";
import { planned, type TextPlan } from "./root-text.ts";
import type { SelectedField } from "./selection.ts";

/**
 * One row for the questions whose primary keys come later as `keys`, in that order: `texts` has a list for each of the
 * selections, with each question as it stands in the answer. The cost is that of one question.
 */
export const questionPageText = (selections: readonly SelectedField[], viewer: Viewer): TextPlan =>
  planned(viewer, (root) => {
    const scope = root.below(1);
    const row = scope.row("Question");
    const lists = selections.map(
      (field, index) => sql`coalesce(array_agg((${objectText("Question", row, field.answered(), scope)})::text
        order by page.place), '{}') as ${sql.identifier(`list${index}`)}`,
    );
    return sql`select ${sql.join(lists, sql`, `)}
      from unnest(${laterValue("keys")}::int[]) with ordinality as page(key, place)
      join ${tableSource(row)} on ${row.id} = page.key`;
  });
