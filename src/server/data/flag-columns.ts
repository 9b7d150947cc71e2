import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";

/** A list with commas of what is written for each flag of a question, by its name in results and its column's name. */
export const forEachFlag = (write: (flag: SQL, column: SQL) => SQL): SQL =>
  sql.join(
    QUESTION_FLAG_NAMES.map((flag) => write(sql`${sql.identifier(flag)}`, sql`${sql.identifier(toSnakeCase(flag))}`)),
    sql`, `,
  );
