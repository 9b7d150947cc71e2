import type postgres from "postgres";

/** The rows that a submission has stored, column by column. */
export type StoredColumns = Readonly<Record<string, readonly unknown[]>>;

const TYPES = {
  ordinal: "int",
  response: "text",
  error: "text",
  confirmation: "text",
  outcome: "text",
  score: "real",
  answer: "text",
  rule: "text",
  span_start: "int",
  span_end: "int",
  ambiguous: "text",
} as const;

/** Reads the rows of a run as they are stored. */
export async function readStored(sql: postgres.Sql, run: number): Promise<StoredColumns> {
  const rows = await sql.unsafe(
    `select ${Object.keys(TYPES).join(", ")} from predictions where run_id = $1 order by ordinal`,
    [run],
  );
  return Object.fromEntries(
    Object.entries(TYPES).map(([name, type]) => [
      name,
      rows.map((row) => (type === "text" && typeof row[name] === "boolean" ? String(row[name]) : row[name])),
    ]),
  );
}

/** Inserts stored rows again for another run, without the other work of a submission: one statement in one transaction. */
export async function insertBare(sql: postgres.Sql, run: number, columns: StoredColumns): Promise<void> {
  const names = Object.keys(TYPES);
  const arrays = Object.values(TYPES).map((type, index) => `$${index + 2}::${type}[]`);
  const values = names.map((name) => columns[name]);
  const read = names.map((name) => (name === "ambiguous" ? "ambiguous::boolean" : name));
  await sql.begin((tx) =>
    tx.unsafe(
      `insert into predictions (run_id, ${names.join(", ")})
       select $1::int, ${read.join(", ")} from unnest(${arrays.join(", ")}) as x(${names.join(", ")})`,
      [run, ...values] as never[],
      { prepare: true },
    ),
  );
}
