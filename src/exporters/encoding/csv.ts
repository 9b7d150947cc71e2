/**
 * A line of CSV. A list or an object is its JSON; null is an empty field.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvField).join()}\r\n`;

function csvField(value: unknown): string {
  if (value == null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
