import { getTableName, type SQL, sql } from "drizzle-orm";
import { alias, type PgTable } from "drizzle-orm/pg-core";
import {
  answers,
  benchmarks,
  categories,
  keyRevisions,
  questions,
  releases,
  tasks,
  videos,
} from "../../db/tables/benchmark-tables.ts";
import { models, predictions, publishedResults, runs, scores } from "../../db/tables/run-tables.ts";

/** The GraphQL types whose objects are rows, and the tables that hold them. */
export const TYPE_TABLES = {
  Benchmark: benchmarks,
  Category: categories,
  KeyCorrection: answers,
  KeyRevision: keyRevisions,
  Model: models,
  Prediction: predictions,
  PublishedResult: publishedResults,
  Question: questions,
  Release: releases,
  Run: runs,
  Scoring: scores,
  Task: tasks,
  Video: videos,
} as const;

export type TypeName = keyof typeof TYPE_TABLES;
export type TableOf<N extends TypeName> = (typeof TYPE_TABLES)[N];

const ORIGINALS = new WeakMap<PgTable, PgTable>();

/** The table under an alias, which qualifies its columns in a statement. */
export function aliasedTable<T extends PgTable>(table: T, name: string): T {
  // An aliased table has the columns of its table, under another name.
  const aliased = alias(table, name) as unknown as T;
  ORIGINALS.set(aliased, table);
  return aliased;
}

/** The alias as a quoted identifier: `"t1"`. */
export const aliasName = (row: PgTable): SQL => sql`${sql.identifier(getTableName(row))}`;

/** The table and its alias for a FROM clause: `"questions" "t1"`. Drizzle itself would render only the alias. */
export function tableSource(row: PgTable): SQL {
  const original = ORIGINALS.get(row) ?? row;
  return sql`${sql.identifier(getTableName(original))} ${aliasName(row)}`;
}

/** Thrown for a selection that cannot be compiled and falls back to the resolvers. It is not an error of the caller. */
export class NotCompilableError extends Error {}
