import type postgres from "postgres";
import { isLost, translateDatabaseError } from "./database-error.ts";

/** In milliseconds: by then `begin` has failed, unless it never will. */
const PATIENCE = 5_000;

/**
 * Does the work in a transaction. Where the connection is lost meanwhile, the work's own failure is held back for good:
 * postgres.js would answer it with a `rollback` to a socket that is not there any more, which ends the process, or spoils the
 * next connection. `begin` fails by itself when its connection closes.
 * @throws what the work throws, or that the connection is gone
 */
export async function inTransaction<T>(
  client: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let giveUp: (error: unknown) => void = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const heldBackWhereLost = (error: unknown): Promise<never> => {
    if (!isLost(error)) throw error;
    setTimeout(giveUp, PATIENCE, error).unref();
    return new Promise(() => {});
  };
  try {
    const done = client.begin((tx) => work(tx).catch(heldBackWhereLost)) as Promise<T>;
    return await Promise.race([done, givenUp]);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}
