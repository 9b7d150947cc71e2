import type { QuestionFilter } from "../../sdk/index.ts";
import { pruned } from "./filter-edit.ts";

/** The conditions of a filter, one text each: `levels: reasoning`, `durationSeconds: gt 600`. */
export const filterText = (filter: QuestionFilter): readonly string[] =>
  Object.entries(pruned(filter)).map(([field, value]) => `${field}: ${valueText(value)}`);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object" || value === null) return String(value).toLowerCase();
  return Object.entries(pruned(value))
    .map(([name, part]) => `${name} ${valueText(part)}`)
    .join(", ");
}
