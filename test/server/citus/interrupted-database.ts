import type { Database, Queryable } from "../../../src/server/db/database.ts";

export class Interruption extends Error {}

/** A database that executes a given number of statements and then fails, as if the process had ended. */
export function interruptedAfter(database: Database, statements: number): Database {
  let left = statements;
  const counting = (target: Queryable): Queryable => ({
    query: async (query) => {
      if (left-- <= 0) throw new Interruption(`after ${statements} statements`);
      return target.query(query);
    },
  });
  return {
    ...database,
    ...counting(database),
    transaction: (work, reach) => database.transaction((tx) => work(counting(tx)), reach),
    migrate: () => database.migrate(),
  };
}
