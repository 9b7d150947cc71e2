import type { QuestionFilter } from "./question-filter.ts";

/** The conditions of a filter, one text each: `levels: reasoning`, `durationSeconds: gt 600`. */
export const filterText = (filter: QuestionFilter): readonly string[] =>
  given(filter).map(([field, value]) => `${field}: ${valueText(value)}`);

const given = (value: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(value).filter(([, part]) => part !== undefined && part !== null);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object" || value === null) return String(value).toLowerCase();
  return given(value)
    .map(([name, part]) => `${name} ${valueText(part)}`)
    .join(", ");
}
