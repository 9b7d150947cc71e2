import type { QuestionFilter } from "./question-filter.ts";

/** The conditions of a filter, one text each: `levels: reasoning`, `durationSeconds: gt 600`. */
export const filterText = (filter: QuestionFilter): readonly string[] =>
  given(filter).map(([field, value]) => `${field}: ${valueText(value)}`);

const given = (value: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(value).filter(([, part]) => part !== undefined && part !== null);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return listText(value.map(valueText));
  // Words of the schema, such as REASONING, are written small; keys and texts are as they are.
  if (typeof value === "string") return /^[A-Z][A-Z_]*$/.test(value) ? value.toLowerCase() : value;
  if (typeof value !== "object" || value === null) return String(value);
  return given(value)
    .map(([name, part]) => `${name} ${valueText(part)}`)
    .join(", ");
}

/** The most values of a list that are written. */
const MOST = 8;

const listText = (texts: readonly string[]): string =>
  texts.length <= MOST ? texts.join(", ") : `${texts.slice(0, MOST).join(", ")} and ${texts.length - MOST} more`;
