import { type Fields, isFields } from "./files/record-fields.ts";

/** Every result table has at least two of these columns. */
const COLUMNS = ["index", "question", "prediction", "response"];
const BY_RECORDS = 'pandas\' `to_json(orient="records")` writes it row by row';

/**
 * Describes an object in which pandas' `to_json` wrote a whole table. Such an object has a list or an object for each
 * column, or it has the rows in `data`, and `columns` or `schema` beside them. Null for any other object.
 */
export function wholeTable(fields: Fields): string | null {
  if (isFields(fields.schema) && "pandas_version" in fields.schema && Array.isArray(fields.data))
    return `a table beside its schema; ${BY_RECORDS}`;
  const values = COLUMNS.filter((name) => Object.hasOwn(fields, name)).map((name) => fields[name]);
  const isByColumns = values.length > 1 && values.every((value) => typeof value === "object" && value !== null);
  const isSplit = Array.isArray(fields.columns) && Array.isArray(fields.data);
  return isByColumns || isSplit ? `a table written column by column; ${BY_RECORDS}` : null;
}

/** Whether a name may be the key of a question; names of fields have no digits. */
const looksLikeKey = (name: string): boolean => /\d/.test(name);

/** Describes an object that has a field with a response for each question key; null for any other object. */
export function answersByKey(fields: Fields): string | null {
  const [names, values] = [Object.keys(fields), Object.values(fields)];
  const [name] = names;
  if (name === undefined || !names.every(looksLikeKey)) return null;
  if (!values.every((value) => value === null || typeof value === "string")) return null;
  const row = JSON.stringify({ question: name.slice(0, 80), response: String(values[0] ?? "").slice(0, 80) });
  return `an object of text fields; if their names are question keys, write a row for each question, such as ${row}`;
}
