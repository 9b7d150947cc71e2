import { sql } from "drizzle-orm";
import type { Viewer } from "../../../domain/viewer.ts";
import { laterValue } from "../../db/statement.ts";
import { list, text, typed } from "../../db/typed-sql.ts";
import {
  type JsonText,
  jsonConstant,
  jsonListText,
  jsonObjectText,
  jsonOfPlain,
  type TextEntry,
} from "./json-pieces.ts";
import type { PlanScope } from "./plan-scope.ts";
import { objectText } from "./planned-field.ts";
import { planned, type TextPlan } from "./root-text.ts";
import type { SelectedField } from "./selection.ts";
import { NotCompilableError, type TableOf, tableSource } from "./type-tables.ts";

/**
 * A statement that returns one row for a page of questions. The parameters `keys` and `cursors` are bound later: the
 * primary keys and the cursors of the questions, in the order of the page. The row has one column for each selection of
 * `nodes` or `edges`: `list0`, `list1` and so on, each a JSON list. The plan's cost is that of one question.
 */
export const questionPageText = (
  selections: readonly SelectedField[],
  viewer: Viewer,
): TextPlan<Readonly<Record<string, string>>> =>
  planned(viewer, (root) => {
    if (selections.length > MOST_LISTS) throw new NotCompilableError(`${selections.length} lists of one page`);
    const scope = root.below(1);
    const row = scope.row("Question");
    const lists = selections.map((field, index) => {
      const json = field.name === "edges" ? edgeText(field, row, scope) : nodeText(field, row, scope);
      return [`list${index}`, text(jsonListText(json, sql` order by place`).sql)] as const;
    });
    return typed`
      select ${list(Object.fromEntries(lists))}
      from unnest(${laterValue("keys")}::int[], ${laterValue("cursors")}::text[]) with ordinality as page(key, cursor, place)
      join ${tableSource(row)} on ${row.id} = page.key`;
  });

/** The most selections of `nodes` and `edges` in one statement. Pages with more fall back to the resolvers. */
const MOST_LISTS = 50;

const nodeText = (field: SelectedField, row: TableOf<"Question">, scope: PlanScope): JsonText =>
  objectText("Question", row, field.answered(), scope);

const edgeText = (field: SelectedField, row: TableOf<"Question">, scope: PlanScope): JsonText =>
  jsonObjectText(
    field.answered().map((child): TextEntry => {
      if (child.name === "__typename") return [child.responseKey, jsonConstant("QuestionEdge")];
      return [child.responseKey, child.name === "cursor" ? jsonOfPlain(sql`page.cursor`) : nodeText(child, row, scope)];
    }),
  );
