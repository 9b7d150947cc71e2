import { is, type SQL, SQL as SqlClass } from "drizzle-orm";
import { type Statement, toStatement } from "./statement.ts";

type Listener = (statement: Statement) => void;

/** Renders statements, and tells listeners of each one that is sent. */
export class StatementLog {
  readonly #listeners = new Set<Listener>();

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  record(query: SQL | Statement): Statement {
    const statement = is(query, SqlClass) ? toStatement(query) : query;
    for (const listener of this.#listeners) listener(statement);
    return statement;
  }
}
