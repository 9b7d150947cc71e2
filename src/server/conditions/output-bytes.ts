import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The texts of a prediction that count to the size of its run. */
const TEXTS = ["response", "error", "confirmation"] as const;

type TextName = (typeof TEXTS)[number];

/** How often each text counts. */
export type TextCounts = Readonly<Record<TextName, number>>;

export const EVERY_TEXT: TextCounts = { response: 1, error: 1, confirmation: 1 };

/** The size of a model's output, in bytes of UTF-8. */
export const outputBytes = (output: Readonly<Partial<Record<TextName, string | null | undefined>>>): number =>
  TEXTS.reduce((sum, name) => sum + Buffer.byteLength(output[name] ?? ""), 0);

/**
 * The size of a prediction's texts in SQL, as a `float8`, which both drivers read as a number.
 * @param columns the row; by default the columns of the only table in scope
 */
export const outputBytesOf = (
  columns: Readonly<Record<TextName, SQLWrapper>> = COLUMNS,
  counts: TextCounts = EVERY_TEXT,
): SQL =>
  sql`(${sql.join(
    TEXTS.map((name) => sql`${sql.raw(String(counts[name]))} * coalesce(octet_length(${columns[name]}), 0)::float8`),
    sql` + `,
  )})`;

const COLUMNS = { response: sql`response`, error: sql`error`, confirmation: sql`confirmation` };
