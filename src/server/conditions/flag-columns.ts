import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";

/**
 * The SQL that `write` returns for each flag of a question, joined by commas. `write` takes the flag's name in results
 * and the name of its column.
 */
export const forEachFlag = (write: (flag: SQL, column: SQL) => SQL): SQL =>
  sql.join(
    QUESTION_FLAG_NAMES.map((flag) => write(sql`${sql.identifier(flag)}`, sql`${sql.identifier(toSnakeCase(flag))}`)),
    sql`, `,
  );
