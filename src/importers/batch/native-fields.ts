import type { RecordReader } from "../reading/record-reader.ts";

/** The named fields of a record, unchanged. Absent and null fields are omitted. */
export function nativeFields(record: RecordReader, names: readonly string[]): Readonly<Record<string, unknown>> {
  const present = names.map((name) => [name, record.optional(name)?.value] as const);
  return Object.fromEntries(present.filter(([, value]) => value !== undefined));
}
