import { valueText } from "../../domain/value-text.ts";

/**
 * A line of CSV. A list or an object is written as JSON; null becomes an empty field.
 * @param options.quoteEmpty whether an empty text is written in quotes, which distinguishes it from null
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export const csvLine = (values: readonly unknown[], options: { readonly quoteEmpty?: boolean } = {}): string =>
  `${values.map((value) => csvField(value, options.quoteEmpty === true)).join()}\r\n`;

function csvField(value: unknown, quoteEmpty: boolean): string {
  if (value == null) return "";
  const text = valueText(value);
  if (text === "") return quoteEmpty ? '""' : "";
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
