import { type Query, type Statement, toStatement } from "./statement.ts";

type Listener = (statement: Statement) => void;

/** Renders statements, and passes each one that is sent to the listeners. */
export class StatementLog {
  readonly #listeners = new Set<Listener>();

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  record(query: Query): Statement {
    const statement = toStatement(query);
    for (const listener of this.#listeners) listener(statement);
    return statement;
  }
}
